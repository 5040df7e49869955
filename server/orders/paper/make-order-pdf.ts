import { threads } from '../../platform/threads.ts';
import type { MakeOptions } from '../../workbooks/writing/make-workbook.ts';
import { exportTooLarge } from '../../workbooks/writing/make-workbook.ts';
import type { OrderForm } from './order-form.ts';

/** One at a time, whose thread is kept: reading the typeface takes longer than drawing most orders. */
const drawing = threads<OrderForm, Uint8Array, number>(new URL('./pdf-worker.ts', import.meta.url), {
  most: 1,
  keepsOne: true,
  resourceLimits: { maxOldGenerationSizeMb: 320, maxYoungGenerationSizeMb: 64 },
  tooLarge: exportTooLarge,
});

/**
 * Draws an order as PDF on another thread. When `signal` fires, the thread ends at once.
 * @throws the signal's reason; AppError export_too_large when the rows are more than the thread has memory for
 */
export function makeOrderPdf(form: OrderForm, { onProgress, signal }: MakeOptions = {}): Promise<Uint8Array> {
  const totalRows = form.content.rows.length;
  return drawing.run(form, { signal, hear: (rows) => onProgress?.({ rows, totalRows }) });
}
