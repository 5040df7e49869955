import { type OwnColumn, ownColumns } from '#shared/catalogue-columns.ts';
import { packSizeOf } from './pack-size.ts';
import { toFlag, toGtin, toPharmacode, toPrice } from './reading/cells.ts';
import { type RowReader, readTable, type SourceRow } from './reading/read-table.ts';
import type { OwnAttributes, SourceFile, SourceInput } from './rows.ts';

/** What a company writes where a column has to be empty, whatever the other sources say. */
const NOTHING = /^[-–—]$/;

/** Why a value is not used. */
type Unreadable = { reason: string };

/**
 * Reads what a company knows better than the published files, by GTIN. An empty cell says nothing; a dash says that
 * there is nothing. A value that can't be read leaves the rest of its row alone.
 */
export function readOwnAttributes(input: SourceInput): Promise<SourceFile<'own-attributes'>> {
  return readTable('own-attributes', input, ownAttributeRows);
}

function ownAttributeRows(): RowReader<'own-attributes'> {
  const seen = new Set<string>();
  return {
    take(row, rows) {
      const written = row.text('gtin');
      const gtin = toGtin(written);
      const refuse = (reason: string) => rows.refuse(row.number, row.heading('gtin'), written, reason);
      if (!gtin) return refuse(gtin === '' ? 'gtin_missing' : 'gtin_invalid');
      if (seen.has(gtin)) return refuse('gtin_duplicate');
      const values: OwnAttributes['values'] = {};
      for (const column of ownColumns) {
        const text = row.text(column);
        if (text === '') continue;
        const value = NOTHING.test(text) && mayBeNothing(column) ? '' : readers[column](text, row);
        if (typeof value === 'string') values[column] = value;
        else rows.doubt(row.number, row.heading(column), text, value.reason);
      }
      seen.add(gtin);
      if (Object.keys(values).length === 0) {
        return rows.leaveOut(row.number, '', gtin, 'no_values');
      }
      rows.use({ gtin, values });
    },
  };
}

// Zero is what a look-up in a spreadsheet leaves that found an empty cell.
const words = (text: string): string | Unreadable => (text === '0' ? { reason: 'zero_for_words' } : text);

const flag = (text: string): string | Unreadable => {
  const value = toFlag(text);
  return value === null ? { reason: 'flag_unreadable' } : String(value);
};
const price = (text: string): string | Unreadable => toPrice(text) || { reason: 'price_unreadable' };

const readers: Record<OwnColumn, (text: string, row: SourceRow) => string | Unreadable> = {
  pharmacode: (text) => toPharmacode(text) || { reason: 'pharmacode_invalid' },
  description: words,
  manufacturer: words,
  atc: (text) =>
    /^[A-Z](\d\d([A-Z]([A-Z](\d\d)?)?)?)?$/i.test(text) ? text.toUpperCase() : { reason: 'atc_invalid' },
  molecule: words,
  packSize: (text, row) => packSizeOf(text, row.text('unit')) || { reason: 'pack_size_unknown' },
  unit: words,
  form: words,
  strength: words,
  origin: (text) => origins[text.toLowerCase()] ?? { reason: 'origin_unknown' },
  sl: flag,
  sB20: flag,
  biological: flag,
  coMarketing: flag,
  exFactoryPrice: price,
  publicPrice: price,
  swissmedicNo: (text) =>
    /^(?!0+$)\d{1,5}$/.test(text) ? text.padStart(5, '0') : { reason: 'swissmedic_no_invalid' },
  category: (text) => (/^(A\+?|B|C|D|E)$/i.test(text) ? text.toUpperCase() : { reason: 'category_unknown' }),
};

const origins: Record<string, string> = {
  original: 'original',
  originale: 'original',
  generic: 'generic',
  generikum: 'generic',
  generique: 'generic',
  générique: 'generic',
  generico: 'generic',
  other: 'other',
  andere: 'other',
  autre: 'other',
  altro: 'other',
};

/** Flags and origin are always one of their words, and a product always has a name. */
function mayBeNothing(column: OwnColumn): boolean {
  return !['description', 'origin', 'sl', 'sB20', 'biological', 'coMarketing'].includes(column);
}
