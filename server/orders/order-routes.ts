import type { Context } from 'koa';
import { z } from 'zod';
import { digits, MOST_INTEGER, pathId, text } from '#shared/fields.ts';
import { order, orderFileKinds, orderListed, orderMailPreview } from '#shared/schemas/order.ts';
import type { User } from '#shared/schemas/user.ts';
import { languageOf } from '../http/answer-errors.ts';
import { askingOf } from '../http/client-gone.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { sendMadeFile } from '../http/send-file.ts';
import { notFound } from '../platform/errors.ts';
import { answerFound, answerOrder, answerOrders } from './answer-order.ts';
import type { Dependencies } from './dependencies.ts';
import { previewOrderMail, sendOrder, settleMail } from './mail-order.ts';
import { makeOrder } from './make-order.ts';
import { orderFile, orderFileHead } from './order-files.ts';
import { findOrder, listCartOrders, listOrders, type WholeOrder } from './order-queries.ts';

const params = z.object({ order: pathId });

type Kind = (typeof orderFileKinds)[number];

const summaries: Record<Kind, string> = {
  pdf: 'as PDF',
  excel: 'as .xlsx',
  'barcode-excel': 'as .xlsx with an EAN-13 per row',
  csv: 'as CSV: GTIN, Pharmacode, packs',
};

const PAGE = 50;

const ofCart = z.object({ id: text(), cartKey: text(64) });

/** Orders: versions of carts. An order is found by its number without a link, because it outlives the statistic. */
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
      params,
      objects: { order: 'order' },
      answer: order,
      handle: (_ctx, { found }) => answerFound(pool, found.order),
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
      costs: 'order',
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

/** The files of orders: made once, and then the same bytes. */
export function orderFileRoutes(dependencies: Dependencies): Route[] {
  const { pool, usage } = dependencies;
  return [
    ...orderFileKinds.map((kind) =>
      defineRoute({
        method: 'get',
        path: `/api/cart/from-statistic/:id/:cartKey/${kind}`,
        summary: `The order that the cart is now ${summaries[kind]}, its number in order-number; a version is made where there is none of that content.`,
        access: 'signedIn',
        costs: 'order',
        params: ofCart,
        objects: { id: 'link', cartKey: 'cartToOrder' },
        async handle(ctx, { params, user }) {
          const number = await makeOrder(dependencies, params.cartKey, user, askingOf(ctx));
          const made = await findOrder(pool, number);
          if (!made) throw notFound();
          await send(ctx, made, kind, user);
        },
      }),
    ),
    defineRoute({
      method: 'get',
      path: '/api/orders/:order/files/:kind',
      summary: 'A file of an order, for whoever may read the order.',
      access: 'signedIn',
      params: z.object({ order: pathId, kind: z.enum(orderFileKinds) }),
      objects: { order: 'order', kind: 'word' },
      handle: (ctx, { params: { kind }, found, user }) => send(ctx, found.order, kind, user),
    }),
  ];

  async function send(ctx: Context, order: WholeOrder, kind: Kind, user: User): Promise<void> {
    ctx.set('order-number', String(order.order));
    const language = languageOf(ctx);
    const { fileName: name, contentType: type } = orderFileHead(order, kind, language);
    return sendMadeFile(ctx, {
      name,
      type,
      onMade: () => usage.count(`order-${kind}`, user),
      make: async (options) => (await orderFile(dependencies, order, kind, language, options)).content,
    });
  }
}

/** Sending orders to wholesalers, by their owners. */
export function orderMailRoutes(dependencies: Dependencies): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/orders/:order/mail',
      summary: 'The mail that an order would be sent to the wholesaler with, or why it can’t be.',
      access: 'signedIn',
      params,
      objects: { order: 'orderToSend' },
      answer: orderMailPreview,
      handle: (ctx, { found, user }) => previewOrderMail(dependencies, found.order, user, languageOf(ctx)),
    }),
    defineRoute({
      method: 'post',
      path: '/api/orders/:order/mail',
      summary:
        'Sends an order to the wholesaler with its files and a copy to the sender; once to an address, however often it is asked.',
      access: 'signedIn',
      costs: 'mail',
      audit: null,
      announces: false,
      params,
      objects: { order: 'orderToSend' },
      body: z.strictObject({ to: text(255).describe('the address that the preview shows') }),
      answer: order,
      handle: (ctx, { found, body: { to }, user }) =>
        sendOrder(dependencies, found.order, to, user, askingOf(ctx)),
    }),
    defineRoute({
      method: 'post',
      path: '/api/orders/:order/mail/outcome',
      summary:
        'Says of a mail of which nobody knows whether it arrived that it is to be sent again, or has arrived; once, however often it is asked.',
      access: 'signedIn',
      audit: null,
      announces: false,
      params,
      objects: { order: 'orderToSend' },
      body: z.strictObject({
        to: text(255),
        unknownAt: z.iso
          .datetime()
          .max(40)
          .refine((at) => /^[12]/.test(at), 'must be an instant of our time')
          .describe('as the order says it'),
        outcome: z.enum(['again', 'arrived']),
      }),
      answer: order,
      handle: (_ctx, { params: { order: id }, body }) => settleMail(dependencies, id, body),
    }),
  ];
}
