import { type RowReader, readTable } from './reading/read-table.ts';
import { codesOf } from './reading/shortage-rows.ts';
import type { ShortageEntry } from './rows.ts';
import type { SourceFile, SourceInput } from './source-file.ts';

/**
 * Reads a wholesaler's list of what it can't deliver. Much on it is no medicine and stays; a row that stands there twice
 * in the same words counts once.
 */
export function readWholesalerStockouts(input: SourceInput): Promise<SourceFile<'stockouts-wholesaler'>> {
  return readTable('stockouts-wholesaler', input, wholesalerRows);
}

function wholesalerRows(): RowReader<'stockouts-wholesaler'> {
  const byCode = new Map<string, ShortageEntry>();
  return {
    take(row, rows) {
      const codes = codesOf(row, rows);
      if (!codes) return;
      const day = row.date('expectedDelivery');
      const words = day === null ? row.text('expectedDelivery') : '';
      const entry: ShortageEntry = {
        ...codes,
        description: row.text('description'),
        manufacturer: row.text('supplier'),
        reportedOn: '',
        updatedOn: '',
        status: day ? 'expected' : 'indefinite',
        expectedDelivery: day ?? '',
        comment: words,
        backInStockOn: '',
      };
      if (/^\d{1,6}$/.test(row.text('pharmacode'))) rows.count('pharmacodesPadded');
      rows.count(day ? 'expectedOnDay' : 'expectedIndefinitely');
      if (entry.manufacturer === '') rows.count('suppliersMissing');
      const key = codes.pharmacode || codes.gtin || entry.description;
      const earlier = byCode.get(key);
      if (earlier && isSame(earlier, entry)) {
        rows.count('repeatedRows');
        return rows.leaveOut(row.number, '', key, 'row_repeated');
      }
      if (earlier) {
        rows.refuse(row.number, row.heading('pharmacode'), key, 'product_repeated');
        return;
      }
      byCode.set(key, entry);
      rows.use(entry);
    },
  };
}

function isSame(a: ShortageEntry, b: ShortageEntry): boolean {
  return (Object.keys(a) as (keyof ShortageEntry)[]).every((field) => a[field] === b[field]);
}
