import { exchange } from '../../platform/threads/exchange.ts';
import { threadPool } from '../../platform/threads/thread-pool.ts';
import type { MakeOptions } from '../../workbooks/writing/make-workbook.ts';
import { exportTooLarge } from '../../workbooks/writing/make-workbook.ts';
import type { OrderForm } from './order-form.ts';
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
export function makeOrderPdf(form: OrderForm, { onProgress, signal }: MakeOptions = {}): Promise<Uint8Array> {
  const totalRows = form.content.rows.length;
  return withThread(
    (worker) =>
      exchange<PdfReply, Uint8Array>(worker, {
        name: 'The thread that draws orders',
        tooLarge: exportTooLarge,
        signal,
        begin: () => worker.postMessage(form),
        hear(reply, resolve, reject) {
          if (reply.type === 'progress') onProgress?.({ rows: reply.rows, totalRows });
          else if (reply.type === 'failed')
            reject(new Error(`The order could not be drawn: ${reply.reason}`));
          else resolve(reply.bytes);
        },
      }),
    signal,
  );
}
