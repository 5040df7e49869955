import { z } from 'zod';
import { digits, MOST_INTEGER, pathId, text } from '#shared/fields.ts';
import { order, orderListed } from '#shared/schemas/order.ts';
import type { Dependencies } from '../dependencies.ts';
import { askingOf } from '../http/client-gone.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { answerOrder, answerOrders } from './answer-order.ts';
import { makeOrder } from './make-order.ts';
import { listCartOrders, listOrders } from './order-queries.ts';

const PAGE = 50;

const ofCart = z.object({ id: text(), cartKey: text(64) });

/** Versions of carts that were handed out. They need no link: they outlive the statistic. */
export function orderRoutes(dependencies: Dependencies): Route[] {
  const { pool } = dependencies;

  return [
    defineRoute({
      method: 'get',
      path: '/api/orders',
      summary: 'Orders from one’s own carts, admins everyone’s; newest first, fifty at a time.',
      access: 'signedIn',
      query: z.strictObject({
        before: digits(1, MOST_INTEGER).optional().describe('order numbers below this one'),
      }),
      answer: z.array(orderListed),
      async handle(_ctx, { query, user }) {
        const owner = user.role === 'Admin' ? null : user.id;
        return answerOrders(pool, await listOrders(pool, owner, query.before ?? null, PAGE));
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/orders/:order',
      summary:
        'An order with its content: one’s own, that of a statistic that the caller may see by the access list; admins everyone’s.',
      access: 'signedIn',
      params: z.object({ order: pathId }),
      objects: { order: 'order' },
      answer: order,
      handle: (_ctx, { params }) => answerOrder(pool, params.order),
    }),
    defineRoute({
      method: 'get',
      path: '/api/cart/from-statistic/:id/:cartKey/orders',
      summary: 'The versions of a cart that were handed out, newest first.',
      access: 'signedIn',
      params: ofCart,
      objects: { id: 'link', cartKey: 'cartToOrder' },
      answer: z.array(orderListed),
      handle: async (_ctx, { found }) => answerOrders(pool, await listCartOrders(pool, found.cartKey.id)),
    }),
    defineRoute({
      method: 'post',
      path: '/api/cart/from-statistic/:id/:cartKey/orders',
      summary: 'Makes a version of a cart as it is now; where nothing has changed, the one that there is.',
      access: 'signedIn',
      audit: null,
      announces: false,
      params: ofCart,
      objects: { id: 'link', cartKey: 'cartToOrder' },
      answer: order,
      async handle(ctx, { params, user }) {
        return answerOrder(pool, await makeOrder(dependencies, params.cartKey, user, askingOf(ctx)));
      },
    }),
  ];
}
