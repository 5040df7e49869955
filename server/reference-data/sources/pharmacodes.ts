import { toGtin, toPharmacode } from './reading/cells.ts';
import { readTable } from './reading/read-table.ts';
import type { SourceFile, SourceInput } from './rows.ts';

/** Reads which Pharmacode stands for which GTIN. A Pharmacode may stand for two of them; the first row of a pair counts. */
export function readPharmacodes(input: SourceInput): Promise<SourceFile<'pharmacodes'>> {
  return readTable('pharmacodes', input, () => {
    const pairs = new Set<string>();
    const codes = new Set<string>();
    const gtins = new Set<string>();
    return {
      take(row, rows) {
        const written = { gtin: row.text('gtin'), pharmacode: row.text('pharmacode') };
        const refuse = (field: 'gtin' | 'pharmacode', reason: string) =>
          rows.refuse(row.number, row.heading(field), written[field], reason);
        const gtin = toGtin(written.gtin);
        const pharmacode = toPharmacode(written.pharmacode);
        if (gtin === null) return refuse('gtin', 'gtin_invalid');
        if (pharmacode === null) return refuse('pharmacode', 'pharmacode_invalid');
        // Lists of all articles have many with one code only; there is nothing to be learnt from them.
        if (gtin === '')
          return rows.leaveOut(row.number, row.heading('gtin'), written.pharmacode, 'gtin_missing');
        if (pharmacode === '') {
          return rows.leaveOut(row.number, row.heading('pharmacode'), gtin, 'pharmacode_missing');
        }
        const pair = `${gtin} ${pharmacode}`;
        if (pairs.has(pair)) {
          rows.count('repeatedRows');
          return rows.leaveOut(row.number, '', pair, 'row_repeated');
        }
        if (gtins.has(gtin)) return refuse('gtin', 'gtin_duplicate');
        pairs.add(pair);
        gtins.add(gtin);
        if (codes.has(pharmacode)) {
          rows.count('pharmacodesOnSeveralGtins');
          rows.doubt(row.number, row.heading('pharmacode'), pharmacode, 'pharmacode_on_several');
        }
        codes.add(pharmacode);
        if (written.pharmacode.length < 7) rows.count('pharmacodesPadded');
        rows.use({ gtin, pharmacode });
      },
    };
  });
}
