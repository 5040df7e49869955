import { queryOptions } from '@tanstack/react-query';
import type { Order, OrderListed, OrderMailPreview } from '#shared/schemas/order.ts';
import { requestJson } from '../../../../api/client.ts';
import { cartPath } from '../cart-queries.ts';

export type OrderFile = OrderListed['files'][number];

export const orderFiles = ['pdf', 'excel', 'barcode-excel', 'csv'] as const satisfies readonly OrderFile[];

/** Milliseconds after which it is asked again how far mails on their way are. */
const LOOK_AGAIN = 2_000;
/** And where one has been refused again and again, and minutes or hours pass between its tries. */
const LOOK_AGAIN_LATER = 60_000;
const FIRST_TRIES = 3;

/** The versions of a cart that were handed out, newest first; asked again while one is being sent. */
export function ordersQuery(directLinkId: string, cartKey: string) {
  return queryOptions({
    queryKey: ['cart-orders', directLinkId, cartKey],
    queryFn: ({ signal }) =>
      requestJson<OrderListed[]>(`${cartPath(directLinkId, cartKey)}/orders`, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => lookAgain(state.data ?? []),
  });
}

/** When it is asked again how far the mails of orders are; false: none is on its way. */
export function lookAgain(orders: readonly Pick<OrderListed, 'mails'>[]): number | false {
  const onTheirWay = orders.flatMap(({ mails }) =>
    mails.filter(({ nextAttemptAt }) => nextAttemptAt !== null),
  );
  if (onTheirWay.length === 0) return false;
  return onTheirWay.some(({ attempts }) => attempts < FIRST_TRIES) ? LOOK_AGAIN : LOOK_AGAIN_LATER;
}

/** Whether the mail server has refused a mail for good: it can be sent once more, to this address too. */
export function isRefused({ sentAt, nextAttemptAt, unknownAt }: OrderListed['mails'][number]): boolean {
  return sentAt === null && nextAttemptAt === null && unknownAt === null;
}

/** Whether an order was asked to be sent to an address: it is not once it was refused there for good. */
export function isAskedFor(order: Pick<OrderListed, 'mails'> | undefined, to: string): boolean {
  return order?.mails.some((mail) => mail.to === to && !isRefused(mail)) ?? false;
}

/** The version of a cart as it is now, with the mail that it would be sent with; null where not everything is saved. */
export function orderToSendQuery(
  directLinkId: string,
  cartKey: string,
  /** Each time that it is asked for anew. */
  opening: string,
  saved: () => Promise<boolean>,
) {
  return queryOptions({
    queryKey: ['order-to-send', directLinkId, cartKey, opening],
    queryFn: async (): Promise<{ order: Order; mail: OrderMailPreview } | null> => {
      if (!(await saved())) return null;
      const order = await makeOrder(directLinkId, cartKey);
      return { order, mail: await requestJson<OrderMailPreview>(`/orders/${order.order}/mail`) };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** Makes a version of the cart as it is; the one that there is where nothing has changed. */
function makeOrder(directLinkId: string, cartKey: string): Promise<Order> {
  return requestJson<Order>(`${cartPath(directLinkId, cartKey)}/orders`, { method: 'POST' });
}

/** Has an order sent to the address that was shown; once, however often this is asked. */
export async function sendOrder(order: number, to: string): Promise<Order> {
  return requestJson<Order>(`/orders/${order}/mail`, { method: 'POST', json: { to } });
}

/** Says what became of a mail of which nobody knew; once, however often this is asked. */
export async function settleMail(
  order: number,
  said: { to: string; unknownAt: string; outcome: 'again' | 'arrived' },
): Promise<Order> {
  return requestJson<Order>(`/orders/${order}/mail/outcome`, { method: 'POST', json: said });
}

/** Where a file of the cart as it is comes from. */
export function fileOfCart(directLinkId: string, cartKey: string, file: OrderFile): string {
  return `${cartPath(directLinkId, cartKey)}/${file}`;
}

/** Where a file of a version comes from. */
export function fileOfOrder(order: number, file: OrderFile): string {
  return `/orders/${order}/files/${file}`;
}

/** Whether a contact is one mail address, and not a name, a number or an address of the web. */
export function isMailAddress(contact: string): boolean {
  return /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+$/.test(contact);
}
