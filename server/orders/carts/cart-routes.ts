import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { day, digits, gtin, id, MOST_INTEGER, text } from '#shared/fields.ts';
import { MOST_CART_ROWS } from '#shared/limits.ts';
import {
  cart,
  cartChange,
  cartListed,
  cartRowChange,
  cartRowsChange,
  cartSubRow,
  deliveryTypes,
} from '#shared/schemas/cart.ts';
import { languageOf } from '../../http/answer-errors.ts';
import { askingOf } from '../../http/client-gone.ts';
import { receiveJson } from '../../http/request/json.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { translate } from '../../platform/i18n/messages.ts';
import type { Dependencies } from '../dependencies.ts';
import { answerCart } from './answer-cart.ts';
import { listChanges } from './cart-change-queries.ts';
import { cartFilter, noFilter, offeredNames, readArticles, readFigures } from './cart-figures.ts';
import { type HeaderBody, headerValues } from './cart-header.ts';
import { listCarts, ownCart } from './cart-queries.ts';
import { changeHeader, changeRows, putQuantity, stepCart } from './change-cart.ts';
import { putQuantities } from './put-quantities.ts';

const LOG_PAGE = 50;
const MOST_MULTIPLIER = 120;
const LEAST_MULTIPLIER = 0.001;

const ofStatistic = z.object({ id: text() });
const cartKey = text(64);
const ofCart = z.object({ id: text(), cartKey });
const multiplier = z.number().min(LEAST_MULTIPLIER).max(MOST_MULTIPLIER);

const quantity = z
  .string()
  .max(33)
  .regex(/^\d{1,7}(\.\d{1,25})?$/, 'must be a decimal of at most seven digits before the point')
  .describe('packs ÷ multiplier');

const exactMultiplier = z
  .string()
  .max(43)
  .regex(/^[1-9]\d{0,20}(\/[1-9]\d{0,20})?$/, 'must be a whole number or a fraction such as 12/7')
  .optional()
  .describe('multiplierExact that typed packs were divided by, where it may have changed since');

/** A whole list that is pasted, as one step to undo. */
/** Such rows with the longest quantities and versions, and what stands around them. */
const rowsLimits = { bytes: 1024 * 1024, values: 4 * MOST_CART_ROWS + 1000 };

const editQuery = z.strictObject({
  edit: z
    .string()
    .max(64)
    .regex(/^[\w-]{1,64}$/, 'must be 1 to 64 letters, digits, - or _')
    .optional()
    .describe("the client's own name of the change: sent again under the same name it is made once"),
});

/** A statistic's cart, and its changes. */
export function cartRoutes(dependencies: Dependencies): Route[] {
  const { pool } = dependencies;

  return [
    defineRoute({
      method: 'get',
      path: '/api/cart/from-statistic/:id',
      summary: 'One’s own cart of a statistic and those that others have made visible.',
      access: 'signedIn',
      params: ofStatistic,
      objects: { id: 'link' },
      answer: z.array(cartListed),
      handle: (_ctx, { found, user }) => listCarts(pool, found.id.id, user.id),
    }),
    defineRoute({
      method: 'post',
      path: '/api/cart/from-statistic/:id',
      summary: 'One’s own cart of a statistic, made when there is none; the rows that the filter leaves.',
      access: 'signedIn',
      audit: null,
      announces: false,
      params: ofStatistic,
      objects: { id: 'link' },
      body: cartFilter,
      answer: cart,
      async handle(ctx, { found, body, user }) {
        const own = await ownCart(pool, found.id.id, user.id, randomBytes(16).toString('base64url'));
        return answerCart(dependencies, own.cartKey, user, body, askingOf(ctx));
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/cart/from-statistic/:id/:cartKey',
      summary: 'A cart: one’s own, or one that somebody else has made visible.',
      access: 'signedIn',
      params: ofCart,
      objects: { id: 'link', cartKey: 'cart' },
      query: cartFilter,
      answer: cart,
      handle: (ctx, { params, query, user }) =>
        answerCart(dependencies, params.cartKey, user, query, askingOf(ctx)),
    }),
    defineRoute({
      method: 'get',
      path: '/api/cart/from-statistic/:id/:cartKey/log',
      summary: 'Who changed what of a cart, newest first.',
      access: 'signedIn',
      params: ofCart,
      objects: { id: 'link', cartKey: 'cart' },
      query: z.strictObject({
        before: digits(1, MOST_INTEGER).optional().describe('changes before this one'),
      }),
      answer: z.array(cartChange),
      handle: (_ctx, { found, query }) => listChanges(pool, found.cartKey.id, query.before ?? null, LOG_PAGE),
    }),
    ...(['bulk-update', 'bulk-deselect'] as const).map((kind) =>
      defineRoute({
        method: 'post',
        path: `/api/cart/from-statistic/:id/:cartKey/${kind}`,
        summary:
          kind === 'bulk-update'
            ? 'Selects what is available of every row that the filter leaves.'
            : 'Deselects every row that the filter leaves.',
        access: 'signedIn',
        costs: 'edit',
        audit: null,
        announces: false,
        params: ofCart,
        objects: { id: 'link', cartKey: 'cart' },
        query: editQuery,
        body: cartFilter,
        answer: cart,
        async handle(ctx, { params, query, body, user }) {
          const { rows } = await readFigures(dependencies, params.id, body, [], askingOf(ctx));
          await changeRows(pool, params.cartKey, user, kind, rows, query.edit);
          return answerCart(dependencies, params.cartKey, user, body, askingOf(ctx));
        },
      }),
    ),
    defineRoute({
      method: 'post',
      path: '/api/cart/from-statistic/:id/:cartKey/rows',
      summary:
        'Selects quantities of many products as one change; rows that somebody else has changed since, and unknown products, are told and left.',
      access: 'signedIn',
      costs: 'edit',
      audit: null,
      announces: false,
      params: ofCart,
      objects: { id: 'link', cartKey: 'cart' },
      query: editQuery,
      body: z.strictObject({
        rows: z
          .array(
            z.strictObject({
              gtin,
              quantity,
              version: z
                .int()
                .min(0)
                .max(MOST_INTEGER)
                .optional()
                .describe('of the row that it is based on; without it the quantity is taken as it comes'),
            }),
          )
          .min(1)
          .max(MOST_CART_ROWS)
          .refine((rows) => new Set(rows.map((row) => row.gtin)).size === rows.length, {
            error: 'must name each product once',
          }),
        multiplier: exactMultiplier,
        filter: cartFilter.optional().describe('which rows to answer'),
      }),
      readBody: async (ctx) => (await receiveJson(ctx, rowsLimits)).value(),
      answer: cartRowsChange,
      async handle(ctx, { params, query, body: { rows, multiplier: divisor, filter = noFilter }, user }) {
        const gtins = rows.map((row) => row.gtin);
        const names = await offeredNames(dependencies, params.id, gtins, askingOf(ctx));
        const { conflicts, unknown } = await putQuantities(pool, params.cartKey, user, {
          edit: query.edit,
          multiplier: divisor,
          rows,
          names,
        });
        const message = translate(languageOf(ctx), 'errors.cart_product_unknown');
        return {
          cart: await answerCart(dependencies, params.cartKey, user, filter, askingOf(ctx)),
          conflicts,
          unknown: unknown.map((each) => ({ gtin: each, message })),
        };
      },
    }),
    ...(['undo', 'redo'] as const).map((kind) =>
      defineRoute({
        method: 'post',
        path: `/api/cart/from-statistic/:id/:cartKey/${kind}`,
        summary:
          kind === 'undo'
            ? 'Takes back the last change of a cart.'
            : 'Makes the last change taken back again.',
        access: 'signedIn',
        costs: 'edit',
        audit: null,
        announces: false,
        params: ofCart,
        objects: { id: 'link', cartKey: 'cart' },
        query: editQuery,
        body: cartFilter,
        answer: cart,
        async handle(ctx, { params, query, body, user }) {
          await stepCart(pool, params.cartKey, user, kind, query.edit);
          return answerCart(dependencies, params.cartKey, user, body, askingOf(ctx));
        },
      }),
    ),
    defineRoute({
      method: 'post',
      path: '/api/cart/from-statistic/:id/:cartKey',
      summary: 'Saves what is given of a cart’s header; If-Match takes its headerVersion.',
      access: 'signedIn',
      costs: 'edit',
      audit: null,
      versioned: true,
      announces: false,
      params: ofCart,
      objects: { id: 'link', cartKey: 'cart' },
      query: editQuery,
      body: z.strictObject({
        visible: z.boolean().optional(),
        quantityMultiplier: multiplier.optional(),
        filter: cartFilter.optional().describe('which rows to answer'),
        signature: text(90_000)
          .nullable()
          .optional()
          .describe('data URL of a PNG; "typed": the signature name is confirmed; null: none'),
        signatureName: text(200).trim().optional(),
        catalogueRevision: id
          .optional()
          .describe('with a signature: whose prices were shown to who signs; absent: those of now'),
        wholesaler: id.nullable().optional(),
        deliveryType: z.enum(deliveryTypes).optional(),
        deliveryDate: day
          .refine((date) => date >= '2001', 'must be after 2000')
          .nullable()
          .optional(),
      }),
      answer: cart,
      async handle(ctx, { params, query, body: { filter = noFilter, ...header }, user, version: ifVersion }) {
        const figures = await readFigures(dependencies, params.id, noFilter, [], askingOf(ctx));
        await changeHeader(pool, params.cartKey, user, { edit: query.edit, ifVersion }, (client, head) =>
          headerValues(client, head, header satisfies HeaderBody, figures),
        );
        return answerCart(dependencies, params.cartKey, user, filter, askingOf(ctx));
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/cart/from-statistic/:id/:cartKey/:gtin',
      summary: 'The articles behind a row of a cart, which the filter leaves.',
      access: 'signedIn',
      audit: null,
      announces: false,
      params: z.object({ ...ofCart.shape, gtin }),
      objects: { id: 'link', cartKey: 'cart', gtin: 'product' },
      body: cartFilter,
      answer: z.array(cartSubRow),
      handle: (ctx, { params, body }) =>
        readArticles(dependencies, params.id, body, params.gtin, askingOf(ctx)),
    }),
    defineRoute({
      method: 'put',
      path: '/api/cart/:cartKey/:cartRowID/:quantity',
      summary: 'Selects a quantity of a product of the provider; If-Match takes the version of its row.',
      access: 'signedIn',
      costs: 'edit',
      audit: null,
      versioned: true,
      announces: false,
      params: z.object({
        cartKey,
        cartRowID: gtin,
        quantity,
      }),
      objects: { cartKey: 'cart', cartRowID: 'product', quantity: 'word' },
      query: z.strictObject({
        ...editQuery.shape,
        multiplier: exactMultiplier,
      }),
      answer: cartRowChange,
      handle(ctx, { params, query, user, found, version: ifVersion }) {
        const { directLinkId } = found.cartKey;
        return putQuantity(pool, params.cartKey, user, {
          gtin: params.cartRowID,
          quantity: params.quantity,
          multiplier: query.multiplier,
          edit: query.edit,
          ifVersion,
          async nameOf() {
            const names = await offeredNames(dependencies, directLinkId, [params.cartRowID], askingOf(ctx));
            return names.get(params.cartRowID);
          },
        });
      },
    }),
  ];
}
