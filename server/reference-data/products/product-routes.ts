import { z } from 'zod';
import { gtin, pharmacode, text } from '#shared/fields.ts';
import { toPharmacode } from '#shared/identifiers.ts';
import { foundProduct, productInformation, productPrices } from '#shared/schemas/product.ts';
import type { Dependencies } from '../../dependencies.ts';
import { clientGone } from '../../http/client-gone.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { notFound } from '../../platform/errors.ts';
import { holdPriceHistory } from './price-history.ts';
import {
  findProducts,
  gtinOfPharmacode,
  MOST_FOUND,
  productInformation as readProduct,
} from './product-information.ts';

/** What the current catalogue knows of a product, and which source says it. */
export function productRoutes(dependencies: Dependencies): Route[] {
  const pricesOf = holdPriceHistory(dependencies);
  return [
    defineRoute({
      method: 'get',
      path: '/api/product/gtin/:gtin',
      summary: 'A product by its GTIN: each field with its source, alternatives, shortages, focus groups.',
      access: 'admin',
      params: z.strictObject({ gtin }),
      objects: { gtin: 'product' },
      answer: productInformation,
      handle: (ctx, { params }) => readProduct(dependencies, params.gtin, clientGone(ctx)),
    }),
    defineRoute({
      method: 'get',
      path: '/api/product/pharmacode/:pharmacode',
      summary: 'The same by its Pharmacode; of several products with it the one that has a price.',
      access: 'admin',
      params: z.strictObject({ pharmacode }),
      objects: { pharmacode: 'product' },
      answer: productInformation,
      async handle(ctx, { params }) {
        const padded = toPharmacode(params.pharmacode);
        if (padded === null) throw notFound();
        const signal = clientGone(ctx);
        return readProduct(dependencies, await gtinOfPharmacode(dependencies, padded, signal), signal);
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/product/gtin/:gtin/prices',
      summary: 'Its prices in the newest 36 published catalogues, the oldest first.',
      access: 'admin',
      params: z.strictObject({ gtin }),
      objects: { gtin: 'product' },
      answer: productPrices,
      handle: (_ctx, { params }) => pricesOf(params.gtin),
    }),
    defineRoute({
      method: 'get',
      path: '/api/product/search',
      summary: `At most ${MOST_FOUND} products whose GTIN, Pharmacode, name, molecule or manufacturer contain all words; x-has-next-page tells whether there are more.`,
      access: 'admin',
      query: z.strictObject({ text: text().max(255) }),
      answer: z.array(foundProduct),
      async handle(ctx, { query }) {
        const found = await findProducts(dependencies, query.text, clientGone(ctx));
        ctx.set('x-has-next-page', String(found.length > MOST_FOUND));
        return found.slice(0, MOST_FOUND);
      },
    }),
  ];
}
