import { NewestDay } from './reading/clock.ts';
import { type RowReader, readTable } from './reading/read-table.ts';
import { codesOf, dayOf, dayOrWords, daysBefore } from './reading/shortage-rows.ts';
import type { SourceFile, SourceInput } from './source-file.ts';

/** "9 abgeschlossen": the source itself says that a product is deliverable again. */
const OVER = /^9\b|abgeschlossen|termin[ée]|concluso/i;

/** Reads the grid of drugshortage.ch as a browser saves its page. */
export function readDrugshortage(input: SourceInput): Promise<SourceFile<'stockouts-drugshortage'>> {
  return readTable('stockouts-drugshortage', input, drugshortageRows);
}

function drugshortageRows(stated: string | null): RowReader<'stockouts-drugshortage'> {
  const newest = new NewestDay();
  const seen = new Set<string>();
  return {
    take(row, rows) {
      // Rows for filters and pages stand in the grid too.
      if (row.text('status') === '' && row.text('expectedDelivery') === '') return rows.count('otherRows');
      const codes = codesOf(row, rows);
      if (!codes) return;
      const description = row.text('description');
      const key = codes.gtin || codes.pharmacode || description;
      if (seen.has(key)) return rows.refuse(row.number, row.heading('gtin'), key, 'product_repeated');
      seen.add(key);
      const updatedOn = dayOf(row, rows, 'updatedOn');
      newest.see(updatedOn);
      const status = row.text('status');
      const isOver = OVER.test(status);
      if (isOver) rows.count('reportedAsOver');
      rows.use({
        ...codes,
        description,
        manufacturer: row.text('manufacturer'),
        // Days since a report mean a day only where the page says of which day it is.
        reportedOn: daysBefore(stated, row.text('days')),
        updatedOn,
        status,
        expectedDelivery: isOver ? '' : dayOrWords(row, 'expectedDelivery'),
        comment: '',
        backInStockOn: isOver ? updatedOn || (stated ?? '') : '',
      });
    },
    date: () => stated ?? newest.day,
  };
}
