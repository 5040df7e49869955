import { z } from 'zod';
import { order, orderListed } from '../answers/order.ts';
import { findCart } from '../db/carts.ts';
import { listCartOrders, listOrders } from '../db/orders.ts';
import type { Dependencies } from '../dependencies.ts';
import { notFound } from '../errors.ts';
import { answerOrder, answerOrders } from '../orders/answer-order.ts';
import { makeOrder } from '../orders/make-order.ts';
import { digits, MOST_INTEGER, pathId, text } from '../request/fields.ts';
import { defineRoute, type Route } from './route.ts';

const PAGE = 50;

const ofCart = z.object({ id: text(), cartKey: text(64) });

/** Versions of carts that were handed out. They need no link: they outlive the statistic. */
export function orderRoutes(dependencies: Dependencies): Route[] {
  const { pool, followLink } = dependencies;

  async function cartOf({ id, cartKey }: z.infer<typeof ofCart>, userId: number) {
    const [found] = await Promise.all([findCart(pool, cartKey, userId), followLink(id)]);
    if (found?.directLinkId !== id) throw notFound();
    return found;
  }

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
      summary: 'An order with its content: of one’s own cart, or of a visible one; admins everyone’s.',
      access: 'signedIn',
      params: z.object({ order: pathId }),
      answer: order,
      handle: (_ctx, { params, user }) => answerOrder(pool, params.order, user),
    }),
    defineRoute({
      method: 'get',
      path: '/api/cart/from-statistic/:id/:cartKey/orders',
      summary: 'The versions of a cart that were handed out, newest first.',
      access: 'signedIn',
      params: ofCart,
      answer: z.array(orderListed),
      async handle(_ctx, { params, user }) {
        const { id } = await cartOf(params, user.id);
        return answerOrders(pool, await listCartOrders(pool, id));
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/cart/from-statistic/:id/:cartKey/orders',
      summary: 'Makes a version of a cart as it is now; where nothing has changed, the one that there is.',
      access: 'signedIn',
      params: ofCart,
      answer: order,
      async handle(ctx, { params, user }) {
        await cartOf(params, user.id);
        return answerOrder(pool, await makeOrder(dependencies, ctx, params.cartKey, user), user);
      },
    }),
  ];
}
