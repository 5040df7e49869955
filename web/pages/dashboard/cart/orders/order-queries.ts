import { queryOptions } from '@tanstack/react-query';
import type { Order, OrderListed } from '#server/answers/order.ts';
import { requestJson } from '../../../../api/client.ts';
import { cartPath } from '../cart-queries.ts';

export type OrderFile = OrderListed['files'][number];

export const orderFiles = ['pdf', 'excel', 'barcode-excel', 'csv'] as const satisfies readonly OrderFile[];

/** The versions of a cart that were handed out, newest first. */
export function ordersQuery(directLinkId: string, cartKey: string) {
  return queryOptions({
    queryKey: ['cart-orders', directLinkId, cartKey],
    queryFn: ({ signal }) =>
      requestJson<OrderListed[]>(`${cartPath(directLinkId, cartKey)}/orders`, { signal }),
    staleTime: 0,
  });
}

/** Makes a version of the cart as it is; the one that there is where nothing has changed. */
export function makeOrder(directLinkId: string, cartKey: string): Promise<Order> {
  return requestJson<Order>(`${cartPath(directLinkId, cartKey)}/orders`, { method: 'POST' });
}

/** Has an order sent to the address that was shown; once, however often this is asked. */
export async function sendOrder(order: number, to: string): Promise<Order> {
  return requestJson<Order>(`/orders/${order}/mail`, { method: 'POST', json: { to } });
}

/** Where a file of the cart as it is comes from. */
export function fileOfCart(directLinkId: string, cartKey: string, file: OrderFile): string {
  return `${cartPath(directLinkId, cartKey)}/${file}`;
}

/** Where a file of a version comes from. */
export function fileOfOrder(order: number, file: OrderFile): string {
  return `/orders/${order}/files/${file}`;
}
