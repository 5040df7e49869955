import { once } from 'node:events';
import { lowerThreadPriority } from '../../platform/thread-priority.ts';
import { handingOver, type Work } from '../../platform/threads.ts';
import { arrowRows } from './arrow-rows.ts';
import type { ArrowRows, Row, Workbook } from './workbook.ts';
import { writeWorkbook } from './write-workbook.ts';

/** Rows that the main thread sends on request. */
export type RowsOnRequest = { count: number };
export type WriterRequest = Workbook<ArrowRows | RowsOnRequest>;

/** Answered with rows of the sheet from there on. */
export type RowsWanted = { sheet: number; from: number };

export default async function write({ request: workbook, port }: Work<WriterRequest>): Promise<Uint8Array> {
  lowerThreadPriority();
  const sources = workbook.sheets.map(({ rows }, sheet) =>
    'arrow' in rows ? arrowRows(rows).batches : requested(sheet, rows.count),
  );
  const written = await writeWorkbook(workbook, (sheet) => sources[sheet]!);
  const bytes = new Uint8Array(written);
  return handingOver(bytes, [bytes.buffer]);

  async function* requested(sheet: number, count: number): AsyncGenerator<readonly Row[]> {
    for (let from = 0; from < count; ) {
      const answer = once(port, 'message');
      port.postMessage({ sheet, from } satisfies RowsWanted);
      const [rows] = (await answer) as [readonly Row[]];
      yield rows;
      from += rows.length;
    }
  }
}
