import { z } from 'zod';
import { pathId, text } from '#shared/fields.ts';
import { order, orderMailPreview } from '#shared/schemas/order.ts';
import type { Dependencies } from '../dependencies.ts';
import { languageOf } from '../http/answer-errors.ts';
import { askingOf } from '../http/client-gone.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { previewOrderMail, sendOrder, settleMail } from './mail-order.ts';

const params = z.object({ order: pathId });

/** Sending orders to wholesalers, by whoever's they are. */
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
      handle: (ctx, { params: { order: id }, user }) =>
        previewOrderMail(dependencies.pool, id, user, languageOf(ctx)),
    }),
    defineRoute({
      method: 'post',
      path: '/api/orders/:order/mail',
      summary:
        'Sends an order to the wholesaler with its files and a copy to the sender; once to an address, however often it is asked.',
      access: 'signedIn',
      audit: null,
      announces: false,
      params,
      objects: { order: 'orderToSend' },
      body: z.strictObject({ to: text(255).describe('the address that the preview shows') }),
      answer: order,
      handle: (ctx, { params: { order: id }, body: { to }, user }) =>
        sendOrder(dependencies, id, to, user, askingOf(ctx)),
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
