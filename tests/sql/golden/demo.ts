import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toParquet } from '#analytics/catalogue/parquet.ts';
import { readExclusives, readPortfolio } from '#analytics/catalogue/portfolio.ts';
import { readProducts } from '#analytics/catalogue/products.ts';
import { stockoutFilesOf } from '#analytics/catalogue/published-stockouts.ts';
import { mergeStockouts, noHistory } from '#analytics/catalogue/stockout-history.ts';
import { readStockouts } from '#analytics/catalogue/stockouts.ts';
import { openEngine, type PooledConnection } from '#analytics/engine.ts';
import { type StoredLines, storedLines } from '#analytics/lines.ts';
import { holdStatistics, type StatisticFiles } from '#analytics/statistics.ts';
import { buildDemoWorld, type DemoWorld } from '#fixtures/demo-world.ts';
import type { DemoStatistic } from '#fixtures/statistics.ts';
import { importLines } from '#server/statistics/lines/import-lines.ts';

/** The demo world as of one day: the same at any time. */
export const today = '2026-03-31';
export const buildDemo = (): Promise<DemoWorld> => buildDemoWorld({ today });

/** Short names of the demo's statistics, newest first. */
export const statisticNames = [
  'pharmacy',
  'pharmacy-before',
  'cabinet',
  'cabinet-before',
  'farmacia',
  'test',
] as const;

/** Whose statistic it is, as an upload without further remarks would store it. */
export function headOf(demo: DemoWorld, statistic: DemoStatistic): StatisticFiles['head'] {
  const { customerExternalId, timeMonthFrom, timeYearFrom, timeMonthTo, timeYearTo } = statistic;
  const customer = demo.customers.find(({ externalId }) => externalId === customerExternalId);
  return {
    customerName: customer?.name ?? null,
    customerExternalId,
    timeInformation: null,
    timeMonthFrom,
    timeYearFrom,
    timeMonthTo,
    timeYearTo,
    headerImage: null,
  };
}

export type OpenDemo = {
  use<T>(statistic: string, work: (connection: PooledConnection) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/** The demo's statistics in DuckDB, by the way that a publication and an upload take. */
export async function openDemo(): Promise<OpenDemo> {
  const demo = await buildDemo();
  const directory = await mkdtemp(join(tmpdir(), 'portal-golden-'));
  const engine = await openEngine({ directory });
  const products = readProducts(demo.catalogue.products).rows;
  const known = new Set(products.map(({ gtin }) => gtin));
  const catalogue = {
    products: await toParquet(engine, 'products', products),
    alternatives: await toParquet(
      engine,
      'alternatives',
      readPortfolio(demo.catalogue.portfolio, known).rows,
    ),
    exclusives: await toParquet(engine, 'exclusives', readExclusives(demo.catalogue.exclusive, known).rows),
    priceDate: today,
  };
  const history = demo.stockoutLists.reduce(
    (earlier, { csv, ...list }) => mergeStockouts(earlier, { ...list, rows: readStockouts(csv).rows }),
    noHistory,
  );
  const stockouts = await stockoutFilesOf(engine, history);
  const statistics = holdStatistics(engine, {
    sources: {
      catalogue: async () => catalogue,
      stockouts: async () => stockouts,
      focusGroups: async () => demo.focusGroups.map((group, index) => ({ id: index + 1, ...group })),
      statistic: async (number) => ({
        sums: (await read(number)).sums,
        head: headOf(demo, demo.statistics[number]!),
      }),
      lines: async (number) => (await read(number)).lines,
    },
    providerCompanies: demo.provider.companies,
    memoryBytes: Number.POSITIVE_INFINITY,
    onError(error) {
      throw error;
    },
  });
  return {
    use(name, work) {
      const statistic = statisticNames.indexOf(name as (typeof statisticNames)[number]);
      return statistics.use({ statistic, revision: 1, catalogue: 1, stockouts: 1, focusGroups: 1 }, work);
    },
    async close() {
      engine.close();
      await rm(directory, { recursive: true, force: true });
    },
  };

  async function read(statistic: number): Promise<StoredLines> {
    const path = join(directory, `lines-${randomUUID()}.csv`);
    await importLines(demo.statistics[statistic]!.file, path);
    return storedLines(engine, path);
  }
}
