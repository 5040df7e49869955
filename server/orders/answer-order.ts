import type { Pool } from 'pg';
import type { Order, OrderListed } from '#shared/schemas/order.ts';
import { notFound } from '../platform/errors.ts';
import { cartOfOrder, selectedRows } from './carts/cart-queries.ts';
import { selectionHash } from './carts/cart-selection.ts';
import { findOrder, type KeptOrder, type WholeOrder } from './order-queries.ts';

/** Orders for lists; signed ones with whether their cart has changed since. */
export async function answerOrders(pool: Pool, kept: readonly KeptOrder[]): Promise<OrderListed[]> {
  const hashes = new Map<number, Buffer | undefined>();
  for (const { cartId, signed } of kept) {
    if (signed && cartId !== null && !hashes.has(cartId)) hashes.set(cartId, await hashNow(pool, cartId));
  }
  return kept.map(({ selectionSha256, cartId, ownerId: _, statisticId: __, ...order }) => {
    const now = order.signed && cartId !== null ? hashes.get(cartId) : undefined;
    return { ...order, cartChanged: now !== undefined && !now.equals(selectionSha256) };
  });
}

/** An order with its current content, for whoever may read it. @throws AppError 404 */
export async function answerOrder(pool: Pool, id: number): Promise<Order> {
  const found = await findOrder(pool, id);
  if (!found) throw notFound();
  return answerFound(pool, found);
}

/** The same for an order that is already read. */
export async function answerFound(
  pool: Pool,
  { content, signatureImage: _, ...kept }: WholeOrder,
): Promise<Order> {
  const [listed] = await answerOrders(pool, [kept]);
  return { ...listed!, content };
}

async function hashNow(pool: Pool, cartId: number): Promise<Buffer | undefined> {
  const head = await cartOfOrder(pool, cartId);
  return head && selectionHash(head, await selectedRows(pool, cartId));
}
