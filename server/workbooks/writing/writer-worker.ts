import { once } from 'node:events';
import { standBack } from '../../platform/stand-back.ts';
import { handingOver, type Work } from '../../platform/threads.ts';
import { arrowRows } from './arrow-rows.ts';
import type { ArrowRows, Row, Workbook } from './workbook.ts';
import { writeWorkbook } from './write-workbook.ts';

/** Rows that are asked for as they are wanted. */
export type RowsOnRequest = { count: number };
export type WriterRequest = Workbook<ArrowRows | RowsOnRequest>;

/** Rows written so far, and how many there are in all. */
export type WritingProgress = { rows: number; totalRows: number };

/** What is said meanwhile; a `want` is answered with rows from there on. */
export type WriterMessage =
  | { type: 'want'; sheet: number; from: number }
  | { type: 'progress'; progress: WritingProgress };

export default async function write({ request: workbook, port }: Work<WriterRequest>): Promise<Uint8Array> {
  standBack();
  const say = (message: WriterMessage) => port.postMessage(message);
  const sources = workbook.sheets.map(({ rows }, sheet) =>
    'arrow' in rows ? arrowRows(rows) : { count: rows.count, batches: requested(sheet, rows.count) },
  );
  const totalRows = sources.reduce((sum, { count }) => sum + count, 0);
  let rows = 0;
  const written = await writeWorkbook(workbook, async function* (sheet) {
    for await (const batch of sources[sheet]!.batches) {
      yield batch;
      rows += batch.length;
      say({ type: 'progress', progress: { rows, totalRows } });
    }
  });
  const bytes = new Uint8Array(written);
  return handingOver(bytes, [bytes.buffer]);

  async function* requested(sheet: number, count: number): AsyncGenerator<readonly Row[]> {
    for (let from = 0; from < count; ) {
      const answer = once(port, 'message');
      say({ type: 'want', sheet, from });
      const [rows] = (await answer) as [readonly Row[]];
      yield rows;
      from += rows.length;
    }
  }
}
