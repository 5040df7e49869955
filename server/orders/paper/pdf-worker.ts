import { handingOver, type Work } from '../../platform/threads.ts';
import { orderDocument } from './order-document.ts';
import type { OrderForm } from './order-form.ts';
import { type PackForm, packDocument } from './pack-document.ts';

/** Draws an order or a pack. */
export default async function draw({ request }: Work<OrderForm | PackForm>): Promise<Uint8Array> {
  const document = await ('parts' in request ? packDocument(request) : orderDocument(request));
  const bytes = new Uint8Array(document);
  return handingOver(bytes, [bytes.buffer]);
}
