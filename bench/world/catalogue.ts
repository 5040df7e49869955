import { toParquet } from '#analytics/catalogue/parquet.ts';
import { readExclusives, readPortfolio } from '#analytics/catalogue/portfolio.ts';
import { readProducts } from '#analytics/catalogue/products.ts';
import type { StockoutFiles } from '#analytics/catalogue/published-stockouts.ts';
import {
  mergeStockouts,
  noHistory,
  type StockoutHistory,
  type StockoutSource,
} from '#analytics/catalogue/stockout-history.ts';
import { readStockouts } from '#analytics/catalogue/stockouts.ts';
import type { Engine } from '#analytics/engine.ts';
import type { CatalogueFiles } from '#analytics/statistics.ts';
import { buildCatalogue, type Catalogue } from '#fixtures/catalogue.ts';
import { buildStockoutLists } from '#fixtures/stockouts.ts';
import { cached } from './cache.ts';

/** Products of the benchmark's catalogue: as many as there are medicines on the Swiss market. */
export const PACKS = 15_000;
export const SEED = 1;
const TODAY = '2026-01-05';

/** The catalogue as the server publishes it, as Parquet; from the cache when it was made before. */
export async function benchCatalogue(
  engine: Engine,
): Promise<{ catalogue: CatalogueFiles; stockouts: StockoutFiles }> {
  let built: Catalogue | undefined;
  const build = () => {
    built ??= buildCatalogue({ seed: SEED, packs: PACKS });
    return built;
  };
  const known = () => new Set(build().products.map(({ gtin }) => gtin));
  return {
    catalogue: {
      products: await cached('products.parquet', () =>
        toParquet(engine, 'products', readProducts(build().csv.products).rows),
      ),
      alternatives: await cached('alternatives.parquet', () =>
        toParquet(engine, 'alternatives', readPortfolio(build().csv.portfolio, known()).rows),
      ),
      exclusives: await cached('exclusives.parquet', () =>
        toParquet(engine, 'exclusives', readExclusives(build().csv.exclusive, known()).rows),
      ),
      priceDate: TODAY,
    },
    stockouts: {
      stockouts: await cached('stockouts.parquet', () =>
        toParquet(engine, 'episodes', stockoutHistory(build()).episodes),
      ),
      sources: JSON.parse(
        Buffer.from(
          await cached('stockout-sources.json', async () =>
            Buffer.from(JSON.stringify(stockoutHistory(build()).sources)),
          ),
        ).toString(),
      ) as StockoutSource[],
      date: TODAY,
    },
  };
}

function stockoutHistory({ products }: Catalogue): StockoutHistory {
  return buildStockoutLists(products, TODAY, SEED).reduce(
    (history, { csv, ...list }) => mergeStockouts(history, { ...list, rows: readStockouts(csv).rows }),
    noHistory,
  );
}
