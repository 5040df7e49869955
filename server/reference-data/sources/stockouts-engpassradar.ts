import { NewestDay } from './reading/clock.ts';
import { type RowReader, readTable } from './reading/read-table.ts';
import { codesOf, dayOf, dayOrWords } from './reading/shortage-rows.ts';
import type { SourceFile, SourceInput } from './source-file.ts';

/** Reads the CSV that engpassradar writes. */
export function readEngpassradar(input: SourceInput): Promise<SourceFile<'stockouts-engpassradar'>> {
  return readTable('stockouts-engpassradar', input, engpassradarRows);
}

function engpassradarRows(): RowReader<'stockouts-engpassradar'> {
  const newest = new NewestDay();
  const seen = new Set<string>();
  return {
    take(row, rows) {
      const codes = codesOf(row, rows);
      if (!codes) return;
      const description = row.text('description');
      const key = codes.gtin || codes.pharmacode || description;
      if (seen.has(key)) return rows.refuse(row.number, row.heading('gtin'), key, 'product_repeated');
      seen.add(key);
      const updatedOn = dayOf(row, rows, 'updatedOn');
      // Days since a report change with every list; the day of the first sight does not.
      const reportedOn = dayOf(row, rows, 'firstSeen');
      newest.see(updatedOn, reportedOn);
      rows.use({
        ...codes,
        description,
        manufacturer: row.text('manufacturer'),
        reportedOn,
        updatedOn,
        status: row.text('status'),
        expectedDelivery: dayOrWords(row, 'expectedDelivery'),
        comment: '',
        backInStockOn: '',
      });
    },
    date: (stated) => stated ?? newest.day,
  };
}
