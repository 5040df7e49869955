import type { Pool } from 'pg';
import { z } from 'zod';
import { type Engine, onBulk } from '#analytics/engine.ts';
import { withFiles } from '#analytics/files.ts';
import { sqlFile } from '#analytics/sql.ts';
import { gtin, pharmacode, text } from '#shared/fields.ts';
import { toPharmacode } from '#shared/identifiers.ts';
import {
  foundProduct,
  type ProductPrices,
  productInformation,
  productPrices,
} from '#shared/schemas/product.ts';
import { clientGone } from '../../http/client-gone.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { notFound } from '../../platform/errors.ts';
import { MOST_FOUND } from '../../statistics/matches/find-products.ts';
import type { Dependencies } from '../dependencies.ts';
import { catalogueProducts } from '../publishing/catalogue-queries.ts';
import { listRevisions } from '../publishing/revision-queries.ts';
import { findProducts, gtinOfPharmacode, productInformation as readProduct } from './product-information.ts';

/** Most revisions in a price history. */
const MOST_REVISIONS = 36;

type Change = Pick<ProductPrices[number], 'revision' | 'exFactoryPrice' | 'publicPrice'>;

/** Products of the current catalogue, with sources. */
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

/**
 * Returns the prices of a product in the newest revisions, oldest first. Revisions are immutable: each is read once, on
 * demand, and only its changes are kept.
 */
function holdPriceHistory({
  pool,
  engine,
}: {
  pool: Pool;
  engine: Engine;
}): (gtin: string) => Promise<ProductPrices> {
  /** The newest revision that has been read; earlier ones have too. */
  let newest = 0;
  let reading: Promise<void> = Promise.resolve();

  return async (gtin) => {
    const revisions = (await listRevisions(pool, MOST_REVISIONS)).reverse();
    if (revisions.length === 0) return [];
    await readAll(revisions.map(({ revision }) => revision));
    const changes = (await engine.use('main', ({ rows }) =>
      rows(sqlFile('reference/product-prices.sql').text, { gtin }),
    )) as Change[];
    return revisions.map(({ revision, publishedAt, pricesOf, current }) => {
      const last = changes.findLast((change) => change.revision <= revision);
      return {
        revision,
        publishedAt: publishedAt.toISOString(),
        priceDate: pricesOf,
        current,
        exFactoryPrice: last?.exFactoryPrice ?? null,
        publicPrice: last?.publicPrice ?? null,
      };
    });
  };

  /** Serialised across callers. */
  function readAll(revisions: readonly number[]): Promise<void> {
    const all = reading.then(async () => {
      for (const revision of revisions) if (revision > newest) await read(revision);
    });
    reading = all.catch(() => undefined);
    return all;
  }

  async function read(revision: number): Promise<void> {
    const products = await catalogueProducts(pool, revision);
    await withFiles(engine, { products }, (paths) =>
      onBulk(engine, ({ runScript }) =>
        runScript(sqlFile('reference/price-changes.sql').text, { ...paths, revision }),
      ),
    );
    newest = revision;
    engine.pack();
  }
}
