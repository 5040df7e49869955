import { handingOver, type Work } from '../../platform/threads.ts';
import { orderDocument } from './order-document.ts';
import type { OrderForm } from './order-form.ts';
import { type PackForm, packDocument } from './pack-document.ts';

/** Draws an order, and says how many rows are drawn; or a pack. */
export default async function draw({ request, port }: Work<OrderForm | PackForm>): Promise<Uint8Array> {
  const document =
    'parts' in request
      ? await packDocument(request)
      : await orderDocument(request, (rows) => port.postMessage(rows));
  const bytes = new Uint8Array(document);
  return handingOver(bytes, [bytes.buffer]);
}
