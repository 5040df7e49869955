import { toGtin, toPharmacode } from './reading/cells.ts';
import { NewestDay } from './reading/clock.ts';
import { type RowReader, readTable } from './reading/read-table.ts';
import { dayOrWords } from './reading/shortage-rows.ts';
import type { SourceFile, SourceInput } from './source-file.ts';

/** Reads a list of stock-outs in our own columns. A product has one row per reporting date; the first one counts. */
export function readOwnStockouts(input: SourceInput): Promise<SourceFile<'stockouts-own'>> {
  return readTable('stockouts-own', input, ownRows, { mayBeEmpty: true });
}

function ownRows(): RowReader<'stockouts-own'> {
  const newest = new NewestDay();
  const seen = new Set<string>();
  return {
    take(row, rows) {
      const refuse = (field: string, reason: string) =>
        rows.refuse(row.number, row.heading(field), row.text(field), reason);
      const gtin = toGtin(row.text('gtin'));
      if (!gtin) return refuse('gtin', gtin === '' ? 'gtin_missing' : 'gtin_invalid');
      const reportedOn = row.date('reportedOn');
      const updatedOn = row.date('updatedOn');
      const backInStockOn = row.date('backInStockOn');
      if (reportedOn === null) return refuse('reportedOn', 'date_invalid');
      if (reportedOn === '') return refuse('reportedOn', 'date_missing');
      if (updatedOn === null) return refuse('updatedOn', 'date_invalid');
      if (backInStockOn === null) return refuse('backInStockOn', 'date_invalid');
      if (backInStockOn !== '' && backInStockOn < reportedOn)
        return refuse('backInStockOn', 'back_before_reported');
      const key = `${gtin} ${reportedOn}`;
      if (seen.has(key)) return refuse('gtin', 'gtin_duplicate');
      seen.add(key);
      newest.see(reportedOn, updatedOn);
      const pharmacode = toPharmacode(row.text('pharmacode'));
      if (pharmacode === null) {
        rows.doubt(row.number, row.heading('pharmacode'), row.text('pharmacode'), 'pharmacode_invalid');
      }
      rows.use({
        gtin,
        pharmacode: pharmacode ?? '',
        description: row.text('description'),
        manufacturer: row.text('manufacturer'),
        reportedOn,
        updatedOn,
        status: row.text('status'),
        expectedDelivery: dayOrWords(row, 'expectedDelivery'),
        comment: row.text('comment'),
        backInStockOn,
      });
    },
    date: (stated) => stated ?? newest.day,
  };
}
