import type { Worker } from 'node:worker_threads';
import { AppError } from '../../errors.ts';
import { threadPool } from '../../threads/thread-pool.ts';
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
  return withThread((worker) => exchange(worker, workbook, options), options.signal);
}

function exchange(
  worker: Worker,
  workbook: Workbook,
  { onProgress, signal }: MakeOptions,
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      signal?.removeEventListener('abort', onAbort);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
    };
    const fail = (error: unknown) => {
      stop();
      reject(error);
    };
    const onAbort = () => fail(signal?.reason);
    const onExit = (code: number) => fail(new Error(`The writer ended with exit code ${code}`));
    const onError = (error: unknown) => {
      const outOfMemory =
        error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      fail(outOfMemory ? new AppError(422, 'export_too_large') : error);
    };
    const onMessage = (reply: WriterReply) => {
      if (reply.type === 'progress') return onProgress?.(reply.progress);
      if (reply.type === 'want') return send({ type: 'rows', rows: rowsOf(reply.sheet, reply.from) });
      if (reply.type === 'failed') return fail(new Error(`The writer failed: ${reply.reason}`));
      stop();
      resolve(reply.bytes);
    };
    if (signal?.aborted) return fail(signal.reason);
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    signal?.addEventListener('abort', onAbort, { once: true });
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
  });

  function send(request: WriterRequest): void {
    worker.postMessage(request);
  }

  function rowsOf(sheet: number, from: number) {
    const { rows } = workbook.sheets[sheet]!;
    return isArrow(rows) ? [] : rows.slice(from, from + ROWS_AT_ONCE);
  }
}
