import type { Browser, Page } from '@playwright/test';
import type { Entry } from '../mode.ts';
import { timingOf } from '../timing.ts';
import { staticCopy, withStaticPage } from './static-page.ts';

const ROUNDS = 7;

/** A page to open, and where on it the figures stand that it is opened for. */
export type OpenedPage = { name: string; path: string; figures: string };

/** Pages of a dashboard, below its address. */
export const dashboardPages: readonly OpenedPage[] = [
  { name: 'summary', path: '', figures: 'dl dd' },
  { name: 'products', path: '/products', figures: 'tbody [data-place] td' },
  { name: 'molecules', path: '/molecules', figures: 'table[aria-busy="false"] tbody td' },
];

type Load = { figuresMs: number; scriptBytes: number; lcpMs: number; cls: number };

/**
 * Opens pages by their addresses in browsers that have nothing in their caches, each in turn with a static page that shows
 * the same: what both take is the browser's and the machine's.
 */
export async function measureFirstLoads(
  browser: Browser,
  base: string,
  pages: readonly OpenedPage[],
): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const { name, path, figures } of pages) {
    const address = `${base}${path}`;
    let copy = '';
    await load(browser, address, figures, async (page) => {
      copy = await staticCopy(page);
    });
    const loads: Load[] = [];
    const still: Load[] = [];
    await withStaticPage(copy, async (staticAddress) => {
      for (let round = 0; round < ROUNDS; round++) {
        loads.push(await load(browser, address, figures));
        still.push(await load(browser, staticAddress, figures));
      }
    });
    const of = (key: keyof Load) => timingOf(loads.map((each) => each[key]));
    const staticLcp = timingOf(still.map(({ lcpMs }) => lcpMs));
    entries.push({
      measured: 'first load',
      page: name,
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
  look?: (page: Page) => Promise<void>,
): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript((selector) => {
    const seen = { figuresMs: 0, scriptBytes: 0, lcpMs: 0, cls: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) seen.lcpMs = startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as (PerformanceEntry & { value: number })[])
        seen.cls += shift.value;
    }).observe({ type: 'layout-shift', buffered: true });
    const look = () => {
      if (!/\d/.test(document.querySelector(selector)?.textContent ?? '')) return requestAnimationFrame(look);
      seen.figuresMs = performance.now();
      const scripts = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      for (const { name, encodedBodySize } of scripts) {
        if (name.endsWith('.js')) seen.scriptBytes += encodedBodySize;
      }
      return 0;
    };
    requestAnimationFrame(look);
  }, figures);
  await page.goto(address);
  await page.waitForFunction(() => (window as unknown as { seen: Load }).seen.figuresMs > 0);
  await page.waitForLoadState('networkidle');
  const seen = await page.evaluate(() => (window as unknown as { seen: Load }).seen);
  await look?.(page);
  await context.close();
  return seen;
}
