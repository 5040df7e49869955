import { handingOver, type Work } from '../../platform/threads.ts';
import { type HandoutForm, handoutDocument } from './handout-document.ts';
import { orderDocument } from './order-document.ts';
import type { OrderForm } from './order-form.ts';

/** Draws an order, and says how many rows are drawn; or a handout. */
export default async function draw({ request, port }: Work<OrderForm | HandoutForm>): Promise<Uint8Array> {
  const document =
    'offers' in request
      ? await handoutDocument(request)
      : await orderDocument(request, (rows) => port.postMessage(rows));
  const bytes = new Uint8Array(document);
  return handingOver(bytes, [bytes.buffer]);
}
