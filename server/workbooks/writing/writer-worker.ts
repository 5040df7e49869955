import { parentPort } from 'node:worker_threads';
import { arrowRows } from './arrow-rows.ts';
import type { ArrowRows, Row, Workbook } from './workbook.ts';
import { writeWorkbook } from './write-workbook.ts';

/** Rows that are asked for as they are wanted. */
export type RowsOnRequest = { count: number };
export type WriterRequest =
  | { type: 'write'; workbook: Workbook<ArrowRows | RowsOnRequest> }
  | { type: 'rows'; rows: readonly Row[] };

/** Rows written so far, and how many there are in all. */
export type WritingProgress = { rows: number; totalRows: number };

/** What comes back: `want` and `progress` any number of times, then one of the others. */
export type WriterReply =
  | { type: 'want'; sheet: number; from: number }
  | { type: 'progress'; progress: WritingProgress }
  | { type: 'written'; bytes: Uint8Array<ArrayBuffer> }
  | { type: 'failed'; reason: string };

const port = parentPort!;
let deliver: (rows: readonly Row[]) => void = () => undefined;

port.on('message', (request: WriterRequest) => {
  if (request.type === 'rows') return deliver(request.rows);
  write(request.workbook).catch((error: unknown) =>
    reply({
      type: 'failed',
      reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }),
  );
});

async function write(workbook: Workbook<ArrowRows | RowsOnRequest>): Promise<void> {
  const sources = workbook.sheets.map(({ rows }, sheet) =>
    'arrow' in rows ? arrowRows(rows) : { count: rows.count, batches: requested(sheet, rows.count) },
  );
  const totalRows = sources.reduce((sum, { count }) => sum + count, 0);
  let rows = 0;
  const written = await writeWorkbook(workbook, async function* (sheet) {
    for await (const batch of sources[sheet]!.batches) {
      yield batch;
      rows += batch.length;
      reply({ type: 'progress', progress: { rows, totalRows } });
    }
  });
  const bytes = new Uint8Array(written);
  port.postMessage({ type: 'written', bytes } satisfies WriterReply, [bytes.buffer]);
}

async function* requested(sheet: number, count: number): AsyncGenerator<readonly Row[]> {
  for (let from = 0; from < count; ) {
    const { promise, resolve } = Promise.withResolvers<readonly Row[]>();
    deliver = resolve;
    reply({ type: 'want', sheet, from });
    const rows = await promise;
    yield rows;
    from += rows.length;
  }
}

function reply(message: WriterReply): void {
  port.postMessage(message);
}
