import type { Worker } from 'node:worker_threads';
import { AppError } from '../../../errors.ts';
import { threadPool } from '../../../threads/thread-pool.ts';
import type { MakeOptions } from '../../workbook/make-workbook.ts';
import type { OrderForm } from '../order-form.ts';
import type { PdfReply } from './pdf-worker.ts';

/** One at a time, whose thread is kept: reading the typeface takes longer than drawing most orders. */
const { withThread } = threadPool(new URL('./pdf-worker.ts', import.meta.url), {
  most: 1,
  mostWarm: 1,
  resourceLimits: { maxOldGenerationSizeMb: 320, maxYoungGenerationSizeMb: 64 },
});

/**
 * Draws an order as PDF on another thread. When `signal` fires, the thread ends at once.
 * @throws the signal's reason; AppError export_too_large when the rows are more than the thread has memory for
 */
export function makeOrderPdf(form: OrderForm, options: MakeOptions = {}): Promise<Uint8Array> {
  return withThread((worker) => exchange(worker, form, options), options.signal);
}

function exchange(worker: Worker, form: OrderForm, { onProgress, signal }: MakeOptions): Promise<Uint8Array> {
  const totalRows = form.content.rows.length;
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
    const onExit = (code: number) =>
      fail(new Error(`The thread that draws orders ended with exit code ${code}`));
    const onError = (error: unknown) => {
      const outOfMemory =
        error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      fail(outOfMemory ? new AppError(422, 'export_too_large') : error);
    };
    const onMessage = (reply: PdfReply) => {
      if (reply.type === 'progress') return onProgress?.({ rows: reply.rows, totalRows });
      if (reply.type === 'failed') return fail(new Error(`The order could not be drawn: ${reply.reason}`));
      stop();
      resolve(reply.bytes);
    };
    if (signal?.aborted) return fail(signal.reason);
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    signal?.addEventListener('abort', onAbort, { once: true });
    worker.postMessage(form);
  });
}
