import type { Context } from 'koa';
import { z } from 'zod';
import { pathId, text } from '#shared/fields.ts';
import { madeFileLine } from '#shared/schemas/made-file.ts';
import { orderFileKinds } from '#shared/schemas/order.ts';
import type { User } from '#shared/schemas/user.ts';
import type { Dependencies } from '../dependencies.ts';
import { languageOf } from '../http/answer-errors.ts';
import { askingOf } from '../http/client-gone.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { sendMadeFile } from '../http/send-file.ts';
import { answerOrder } from './answer-order.ts';
import { makeOrder } from './make-order.ts';
import { orderFile, orderFileHead } from './order-files.ts';

type Kind = (typeof orderFileKinds)[number];

const summaries: Record<Kind, string> = {
  pdf: 'as PDF',
  excel: 'as .xlsx',
  'barcode-excel': 'as .xlsx with an EAN-13 per row',
  csv: 'as CSV: GTIN, Pharmacode, packs',
};

/** The files of orders: made once, and the same bytes ever after. */
export function orderFileRoutes(dependencies: Dependencies): Route[] {
  const { usage } = dependencies;
  return [
    ...orderFileKinds.map((kind) =>
      defineRoute({
        method: 'get',
        path: `/api/cart/from-statistic/:id/:cartKey/${kind}`,
        summary: `The order that the cart is now ${summaries[kind]}, its number in order-number; a version is made where there is none of that content. application/x-ndjson is answered with progress.`,
        access: 'signedIn',
        params: z.object({ id: text(), cartKey: text(64) }),
        objects: { id: 'link', cartKey: 'cartToOrder' },
        lines: madeFileLine,
        async handle(ctx, { params, user }) {
          await send(ctx, await makeOrder(dependencies, params.cartKey, user, askingOf(ctx)), kind, user);
        },
      }),
    ),
    defineRoute({
      method: 'get',
      path: '/api/orders/:order/files/:kind',
      summary:
        'A file of an order, for whoever may read the order. application/x-ndjson is answered with progress.',
      access: 'signedIn',
      params: z.object({ order: pathId, kind: z.enum(orderFileKinds) }),
      objects: { order: 'order', kind: 'word' },
      lines: madeFileLine,
      handle: (ctx, { params: { order, kind }, user }) => send(ctx, order, kind, user),
    }),
  ];

  async function send(ctx: Context, order: number, kind: Kind, user: User): Promise<void> {
    ctx.set('order-number', String(order));
    const language = languageOf(ctx);
    const { content } = await answerOrder(dependencies.pool, order);
    const { fileName: name, contentType: type } = orderFileHead(order, kind, content, language);
    return sendMadeFile(ctx, {
      name,
      type,
      onMade: () => usage.count(`order-${kind}`, user),
      make: async (options) => (await orderFile(dependencies, order, kind, language, options)).content,
    });
  }
}
