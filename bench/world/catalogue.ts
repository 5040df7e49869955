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
import { withFiles } from '#analytics/files.ts';
import type { CatalogueFiles } from '#analytics/statistics.ts';
import { buildCatalogue, type Catalogue } from '#fixtures/catalogue.ts';
import { buildStockoutLists } from '#fixtures/stockouts.ts';
import { cached } from './cache.ts';

/** Products of the benchmark's catalogue: as many as there are medicines on the Swiss market. */
export const PACKS = 15_000;
export const SEED = 1;
const TODAY = '2026-01-05';

/** What a world is made of beside statistics. */
export type ReferenceData = { catalogue: CatalogueFiles; stockouts: StockoutFiles };

/** The catalogue as the server publishes it, as Parquet; from the cache when it was made before. */
export async function benchCatalogue(engine: Engine): Promise<ReferenceData> {
  const build = builder(PACKS);
  return {
    catalogue: await benchProducts(engine, PACKS, build),
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

/** So many products, at least 6,000, with their alternatives. */
export async function benchProducts(
  engine: Engine,
  packs: number,
  build = builder(packs),
): Promise<CatalogueFiles> {
  const known = () => new Set(build().products.map(({ gtin }) => gtin));
  return {
    products: await cached(`products-${packs}.parquet`, () =>
      toParquet(engine, 'products', readProducts(build().csv.products).rows),
    ),
    alternatives: await cached(`alternatives-${packs}.parquet`, () =>
      toParquet(engine, 'alternatives', readPortfolio(build().csv.portfolio, known()).rows),
    ),
    exclusives: await cached(`exclusives-${packs}.parquet`, () =>
      toParquet(engine, 'exclusives', readExclusives(build().csv.exclusive, known()).rows),
    ),
    priceDate: TODAY,
  };
}

/** GTINs of the products of a catalogue, ascending. */
export async function gtinsOf(engine: Engine, { products }: CatalogueFiles): Promise<string[]> {
  const rows = await withFiles(engine, { products }, (paths) =>
    engine.use('main', (connection) =>
      connection.rows('select gtin from read_parquet($products::varchar) order by gtin', paths),
    ),
  );
  return rows.map(({ gtin }) => gtin as string);
}

/** Builds the catalogue when it is first asked for. */
function builder(packs: number): () => Catalogue {
  let built: Catalogue | undefined;
  return () => {
    built ??= buildCatalogue({ seed: SEED, packs });
    return built;
  };
}

function stockoutHistory({ products }: Catalogue): StockoutHistory {
  return buildStockoutLists(products, TODAY, SEED).reduce(
    (history, { csv, ...list }) => mergeStockouts(history, { ...list, rows: readStockouts(csv).rows }),
    noHistory,
  );
}
