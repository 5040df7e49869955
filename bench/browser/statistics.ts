import { quoted } from '#analytics/engine.ts';
import { withFiles, writtenFile } from '#analytics/files.ts';
import { type StoredLines, sumLines } from '#analytics/lines.ts';
import { createPool } from '#server/platform/database/pool.ts';
import { PACKS } from '../world/catalogue.ts';
import { benchLines } from '../world/lines.ts';
import { fillPortal, storeStatistic } from '../world/portal.ts';
import { type BenchWorld, openBenchWorld } from '../world/world.ts';

const LINES = 10_000;

export type BrowserStatistics = {
  /** Direct link of a statistic of 10,000 lines. */
  ordinary: string;
  /** Direct link of one with every product of the catalogue: 15,000 articles. */
  largest: string;
  companies: readonly string[];
  /** Of the user whose statistics they are. */
  token: string;
};

/** Publishes the benchmark's catalogue and stores the two statistics that the browser opens. */
export async function fillDatabase(databaseUrl: string): Promise<BrowserStatistics> {
  const pool = createPool(databaseUrl);
  const world = await openBenchWorld();
  try {
    const { userId, token } = await fillPortal(pool, world);
    const ordinary = await storeStatistic(pool, userId, await benchLines(world.engine, LINES), LINES);
    const largest = await storeStatistic(pool, userId, await allProducts(world), PACKS);
    return {
      ordinary: ordinary.directLinkId,
      largest: largest.directLinkId,
      companies: world.providerCompanies,
      token,
    };
  } finally {
    await world.close();
    await pool.end();
  }
}

/** A line for every product, as a statistic keeps them. */
async function allProducts({ engine, catalogue }: BenchWorld): Promise<StoredLines> {
  const lines = await withFiles(engine, { products: catalogue.products }, ({ products }) =>
    writtenFile(engine, 'lines', (path) =>
      engine.use('main', ({ runScript }) =>
        runScript(`copy (
          select
            row_number() over (order by gtin)::integer + 1 as row_number,
            gtin as gtin_read,
            null::varchar as pharmacode_read,
            (1 + row_number() over (order by gtin) % 40)::varchar as quantity_read,
            null::varchar as description_read,
            null::varchar as manufacturer_read,
            null::varchar as ex_factory_price_read,
            null::varchar as public_price_read,
            gtin,
            null::varchar as pharmacode,
            (1 + row_number() over (order by gtin) % 40)::bigint as quantity
          from read_parquet(${quoted(products)})
          order by gtin
        ) to ${quoted(path)} (format parquet, compression zstd)`),
      ),
    ),
  );
  return { lines, sums: await sumLines(engine, lines) };
}
