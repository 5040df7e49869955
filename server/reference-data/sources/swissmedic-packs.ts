import { moleculeOf } from './molecule.ts';
import { packSizeOf } from './pack-size.ts';
import { type RowReader, readTable } from './reading/read-table.ts';
import type { SourceFile, SourceInput } from './rows.ts';

const SWISS_MEDICINES = '7680';
const BIOLOGICALS =
  /^(biotechnologika|blutprodukte|impfstoffe|produits biotechnologiques|produits sanguins|vaccins)$/i;
const ATC = /^[A-Z]\d\d[A-Z]{2}\d\d$/;

/** Reads Swissmedic's list of authorised packs. */
export function readSwissmedicPacks(input: SourceInput): Promise<SourceFile<'swissmedic-packs'>> {
  return readTable('swissmedic-packs', input, swissmedicRows);
}

function swissmedicRows(): RowReader<'swissmedic-packs'> {
  const seen = new Set<string>();
  return {
    take(row, rows) {
      const refuse = (field: string, reason: string) =>
        rows.refuse(row.number, row.heading(field), row.text(field), reason);
      const doubt = (field: string, reason: string) =>
        rows.doubt(row.number, row.heading(field), row.text(field), reason);
      const number = row.text('swissmedicNo').replace(/\.0+$/, '');
      const pack = row.text('packCode').replace(/\.0+$/, '');
      if (!/^\d{1,5}$/.test(number)) return refuse('swissmedicNo', 'swissmedic_no_invalid');
      if (!/^\d{1,3}$/.test(pack)) return refuse('packCode', 'pack_code_invalid');
      const description = row.text('description');
      const swissmedicNo = number.padStart(5, '0');
      const gtin = withCheckDigit(`${SWISS_MEDICINES}${swissmedicNo}${pack.padStart(3, '0')}`);
      if (description === '')
        return rows.refuse(row.number, row.heading('description'), gtin, 'description_missing');
      if (seen.has(gtin)) return rows.refuse(row.number, row.heading('packCode'), gtin, 'gtin_duplicate');
      seen.add(gtin);
      if (number.length < 5) rows.count('swissmedicNosPadded');

      const atc = row.text('atc').toUpperCase();
      rows.count(atc === '' ? 'atcMissing' : ATC.test(atc) ? 'atcComplete' : 'atcShort');
      const packSizeText = row.text('packSize');
      const packSize = packSizeOf(packSizeText, row.text('unit'));
      if (packSize === '') {
        rows.count('packSizesUnknown');
        doubt('packSize', packSizeText === '' ? 'pack_size_missing' : 'pack_size_unknown');
      }
      const category = row.text('category').toUpperCase();
      if (!/^(A\+?|B|C|D|E)$/.test(category)) doubt('category', 'category_unknown');
      const biological = BIOLOGICALS.test(row.text('drugCode')) || row.text('genetic').toUpperCase() === 'X';
      if (biological) rows.count('biologicals');
      // Some end in a comma behind the form.
      const named = description.replace(/[,\s]+$/, '');
      const comma = named.lastIndexOf(',');
      if (comma < 0) rows.count('formsMissing');
      const molecule = moleculeOf(row.text('molecule'));
      if (molecule === '') rows.count('moleculesMissing');
      rows.use({
        gtin,
        swissmedicNo,
        description,
        form: comma < 0 ? '' : named.slice(comma + 1).trim(),
        manufacturer: row.text('manufacturer'),
        atc,
        molecule,
        packSizeText,
        packSize,
        unit: row.text('unit'),
        category,
        biological,
      });
    },
  };
}

function withCheckDigit(twelve: string): string {
  let sum = 0;
  for (let i = 0; i < 12; i++) sum += Number(twelve[i]) * (i % 2 === 0 ? 1 : 3);
  return `${twelve}${(10 - (sum % 10)) % 10}`;
}
