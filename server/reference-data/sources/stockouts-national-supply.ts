import { NewestDay } from './reading/clock.ts';
import { type RowReader, readTable } from './reading/read-table.ts';
import { codesOf, dayOf, dayOrWords } from './reading/shortage-rows.ts';
import type { SourceFile, SourceInput } from './source-file.ts';

/** Reads the list of the Federal Office for National Economic Supply. A product has one row per day it began. */
export function readNationalSupply(input: SourceInput): Promise<SourceFile<'stockouts-national-supply'>> {
  return readTable('stockouts-national-supply', input, nationalSupplyRows);
}

function nationalSupplyRows(): RowReader<'stockouts-national-supply'> {
  const newest = new NewestDay();
  const seen = new Set<string>();
  return {
    take(row, rows) {
      const codes = codesOf(row, rows);
      if (!codes) return;
      const reportedOn = dayOf(row, rows, 'reportedOn');
      const publishedOn = dayOf(row, rows, 'publishedOn');
      const updatedOn = dayOf(row, rows, 'updatedOn') || publishedOn;
      const description = row.text('description');
      const key = `${codes.gtin || codes.pharmacode || description} ${reportedOn}`;
      if (seen.has(key)) return rows.refuse(row.number, row.heading('gtin'), key, 'product_repeated');
      seen.add(key);
      // A shortage may begin on a day to come; when it was published or changed is in the past.
      newest.see(publishedOn, updatedOn);
      rows.use({
        ...codes,
        description,
        manufacturer: '',
        reportedOn,
        updatedOn,
        status: '',
        expectedDelivery: dayOrWords(row, 'expectedDelivery'),
        comment: row.text('comment'),
        backInStockOn: '',
      });
    },
    date: (stated) => stated ?? newest.day,
  };
}
