import type { Pool } from 'pg';
import { type Engine, onBulk } from '#analytics/engine.ts';
import { withFiles } from '#analytics/files.ts';
import { sqlFile } from '#analytics/sql.ts';
import type { ProductPrices } from '#shared/schemas/product.ts';
import { catalogueProducts } from '../publishing/catalogue-queries.ts';
import { listRevisions } from '../publishing/revision-queries.ts';

/** Revisions whose prices a product's history shows. */
const MOST_REVISIONS = 36;

type Change = Pick<ProductPrices[number], 'revision' | 'exFactoryPrice' | 'publicPrice'>;

/**
 * Gives the prices of a product in the newest revisions, oldest first. Revisions never change: each is read once, when its
 * prices are first asked for, and only what it changes is kept.
 */
export function holdPriceHistory({
  pool,
  engine,
}: {
  pool: Pool;
  engine: Engine;
}): (gtin: string) => Promise<ProductPrices> {
  /** The newest one whose changes are known, as are those of all shown before it. */
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

  /** One after the other, whoever asks. */
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
