import type { Worker } from 'node:worker_threads';
import { AppError } from '../../platform/errors.ts';
import { exchange } from '../../platform/threads/exchange.ts';
import { threadPool } from '../../platform/threads/thread-pool.ts';
import { isArrow, type Workbook } from './workbook.ts';
import type { WriterReply, WriterRequest, WritingProgress } from './writer-worker.ts';

export type { WritingProgress };

/** Rows handed over at once: a millisecond or two of copying. */
const ROWS_AT_ONCE = 500;

/** Threads that write, at most two at a time; the limits are of the heap only. */
const { withThread } = threadPool(new URL('./writer-worker.ts', import.meta.url), {
  most: 2,
  mostWarm: 1,
  resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 64 },
});

export type MakeOptions = {
  onProgress?: (progress: WritingProgress) => void;
  signal?: AbortSignal;
};

/**
 * Writes a workbook as .xlsx on another thread, on which bytes of Arrow streams are copied. When `signal` fires,
 * the thread ends at once.
 * @throws the signal's reason; AppError export_too_large when the rows are more than the thread has memory for
 */
export function makeWorkbook(workbook: Workbook, options: MakeOptions = {}): Promise<Uint8Array> {
  return withThread((worker) => write(worker, workbook, options), options.signal);
}

function write(worker: Worker, workbook: Workbook, { onProgress, signal }: MakeOptions): Promise<Uint8Array> {
  return exchange<WriterReply, Uint8Array>(worker, {
    name: 'The writer',
    tooLarge: exportTooLarge,
    signal,
    begin() {
      const handedOver: ArrayBuffer[] = [];
      const sheets = workbook.sheets.map((sheet) => {
        if (!isArrow(sheet.rows)) return { ...sheet, rows: { count: sheet.rows.length } };
        const arrow = new Uint8Array(sheet.rows.arrow);
        handedOver.push(arrow.buffer);
        return { ...sheet, rows: { ...sheet.rows, arrow } };
      });
      worker.postMessage(
        { type: 'write', workbook: { ...workbook, sheets } } satisfies WriterRequest,
        handedOver,
      );
    },
    hear(reply, resolve, reject) {
      if (reply.type === 'progress') onProgress?.(reply.progress);
      else if (reply.type === 'want') {
        const rows = rowsOf(reply.sheet, reply.from);
        worker.postMessage({ type: 'rows', rows } satisfies WriterRequest);
      } else if (reply.type === 'failed') reject(new Error(`The writer failed: ${reply.reason}`));
      else resolve(reply.bytes);
    },
  });

  function rowsOf(sheet: number, from: number) {
    const { rows } = workbook.sheets[sheet]!;
    return isArrow(rows) ? [] : rows.slice(from, from + ROWS_AT_ONCE);
  }
}

/** What is said when a file needs more memory than the thread that makes it has. */
export function exportTooLarge(): AppError {
  return new AppError(422, 'export_too_large');
}
