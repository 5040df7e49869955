import type { Browser } from '@playwright/test';
import { todayInZurich } from '#analytics/context.ts';
import { createPool } from '#server/platform/database/pool.ts';
import { storeFeedingChoice } from '#server/statistics/feeding-statistic/feeding-queries.ts';
import type { Entry, Mode } from '../mode.ts';
import { marketSize, openMarketWorld } from '../world/market.ts';
import { fillPortal, storeStatistic } from '../world/portal.ts';
import { measurePresses, type Press, ROUNDS } from './clicks.ts';
import { marketPages, measureFirstLoads } from './first-load.ts';
import { measureInBrowser } from './run.ts';

const filter = '.chip';
const heading = 'th:not([aria-sort]) .data-table__sort';

const pressed = [
  { name: 'overview: filter taken away', path: 'stockout-analyser?type=generika', selector: filter },
  { name: 'overview: sorted', path: 'stockout-analyser?sortBy=productName', selector: heading },
  { name: 'full: filter taken away', path: 'stockout-analyser-full?type=generika', selector: filter },
  { name: 'full: sorted', path: 'stockout-analyser-full?general=match', selector: heading },
  {
    name: 'competitor: filter taken away',
    path: 'stockout-analyser-competitor?type=generika',
    selector: filter,
  },
  { name: 'back in stock: filter taken away', path: 'stockout-back-in-stock?general=co', selector: filter },
];

export const marketPagesMode: Mode = {
  name: 'market-pages',
  summary: `pages of ${marketSize.open} open stock-outs in Chromium: clicks and first loads`,
  run: () => measureInBrowser({ fill: fillMarket, measure: measureMarket, scriptBytes: 240_000 }),
};

async function* measureMarket(
  browser: Browser,
  url: string,
  { token }: { token: string },
): AsyncGenerator<Entry[]> {
  yield await measureFirstLoads(browser, url, marketPages);
  yield await measureFirstLoads(browser, url, marketPages, token);
  yield await measurePresses(
    browser,
    pressed.map(
      ({ name, path, selector }, index): Press => ({
        name,
        selector,
        address: (round) => `${url}/${path}&${since(path, index * ROUNDS + round)}`,
      }),
    ),
  );
}

/** Another first day in every round of each, which asks for what no cache holds and leaves all rows but the oldest. */
function since(path: string, earlier: number): string {
  const parameter = path.startsWith('stockout-back') ? 'date' : 'stockOutSince';
  const day = new Date(`${todayInZurich()}T00:00:00Z`);
  day.setUTCFullYear(day.getUTCFullYear() - 2);
  day.setUTCDate(day.getUTCDate() - earlier);
  return `${parameter}=${day.toISOString().slice(0, 10)}`;
}

async function fillMarket(databaseUrl: string): Promise<{ companies: readonly string[]; token: string }> {
  const pool = createPool(databaseUrl);
  const world = await openMarketWorld(marketSize);
  try {
    const { userId, token } = await fillPortal(pool, world, marketSize.products);
    const { id } = await storeStatistic(pool, userId, world.feeding, marketSize.lines);
    // As market data are: visitors see packs and CHF, and sort by them.
    await storeFeedingChoice(pool, id, userId, 'everybody');
    return { companies: world.providerCompanies, token };
  } finally {
    await world.close();
    await pool.end();
  }
}
