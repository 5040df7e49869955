import { handingOver, type Work } from '../../platform/threads.ts';
import { orderDocument } from './order-document.ts';
import type { OrderForm } from './order-form.ts';

/** Draws an order, and says how many rows are drawn. */
export default async function draw({ request, port }: Work<OrderForm>): Promise<Uint8Array> {
  const document = await orderDocument(request, (rows) => port.postMessage(rows));
  const bytes = new Uint8Array(document);
  return handingOver(bytes, [bytes.buffer]);
}
