import type { Browser, Page } from '@playwright/test';
import type { Entry } from '../mode.ts';
import { timingOf } from '../timing.ts';
import { staticCopy, withStaticPage } from './static-page.ts';
import { seenLoad, type WatchedLoad, watchLoad } from './watched-load.ts';

const ROUNDS = 7;

/** A page to open, and where on it the figures stand that it is opened for. */
export type OpenedPage = { name: string; path: string; figures: string };

/** Pages of a dashboard, below its address. */
export const dashboardPages: readonly OpenedPage[] = [
  { name: 'summary', path: '', figures: 'dl dd' },
  { name: 'products', path: '/products', figures: 'tbody [data-place] td' },
  { name: 'molecules', path: '/molecules', figures: 'table[aria-busy="false"] tbody td' },
];

const rows = 'table[aria-busy="false"] tbody tr[data-place]';

/** Pages of the market. */
export const marketPages: readonly OpenedPage[] = [
  { name: 'overview', path: '/stockout-analyser', figures: rows },
  { name: 'full', path: '/stockout-analyser-full', figures: rows },
  { name: 'competitor', path: '/stockout-analyser-competitor', figures: rows },
  { name: 'back in stock', path: '/stockout-back-in-stock', figures: rows },
  { name: 'development', path: '/stockout', figures: '.development-chart svg' },
];

/**
 * Opens pages by their addresses in browsers that have nothing in their caches, each in turn with a static page that shows
 * the same: what both take is the browser's and the machine's. With a `token` as the user whose session it is.
 */
export async function measureFirstLoads(
  browser: Browser,
  base: string,
  pages: readonly OpenedPage[],
  token?: string,
): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const { name, path, figures } of pages) {
    const address = `${base}${path}`;
    let copy = '';
    await load(browser, address, figures, token, async (page) => {
      copy = await staticCopy(page);
    });
    const loads: WatchedLoad[] = [];
    const still: WatchedLoad[] = [];
    await withStaticPage(copy, async (staticAddress) => {
      for (let round = 0; round < ROUNDS; round++) {
        loads.push(await load(browser, address, figures, token));
        still.push(await load(browser, staticAddress, figures));
      }
    });
    const of = (key: keyof WatchedLoad) => timingOf(loads.map((each) => each[key]));
    const staticLcp = timingOf(still.map(({ lcpMs }) => lcpMs));
    entries.push({
      measured: 'first load',
      page: token ? `${name}, signed in` : name,
      scriptBytes: of('scriptBytes').max,
      figuresMs: of('figuresMs').p50,
      lcpMs: of('lcpMs').p50,
      lcpMaxMs: of('lcpMs').max,
      staticLcpMs: staticLcp.p50,
      lcpRatio: Math.round((of('lcpMs').p50 / staticLcp.p50) * 10) / 10,
      cls: of('cls').max,
    });
  }
  return entries;
}

async function load(
  browser: Browser,
  address: string,
  figures: string,
  token?: string,
  look?: (page: Page) => Promise<void>,
): Promise<WatchedLoad> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  if (token) await context.addCookies([{ name: 'token', value: token, url: address }]);
  const page = await context.newPage();
  await watchLoad(page, figures);
  await page.goto(address);
  await seenLoad(page);
  await page.waitForLoadState('networkidle');
  // Until now the page may have moved.
  const seen = await seenLoad(page);
  await look?.(page);
  await context.close();
  return seen;
}
