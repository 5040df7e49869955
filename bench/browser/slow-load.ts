import type { Browser } from '@playwright/test';
import type { Entry } from '../mode.ts';
import { timingOf } from '../timing.ts';
import type { OpenedPage } from './first-load.ts';

const ROUNDS = 3;
/** 400 kbit/s as on a bad mobile network; bytes a second, and milliseconds until an answer begins. */
const network = { offline: false, downloadThroughput: 50_000, uploadThroughput: 50_000, latency: 150 };

/** Opens pages on a slow network with nothing in the cache: when something is painted, and when the frame and the page are. */
export async function measureSlowLoads(
  browser: Browser,
  base: string,
  pages: readonly OpenedPage[],
): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const { name, path, figures } of pages) {
    const frames: number[] = [];
    const shown: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const { frameMs, figuresMs } = await load(browser, `${base}${path}`, figures);
      frames.push(frameMs);
      shown.push(figuresMs);
    }
    const frame = timingOf(frames);
    entries.push({
      measured: 'slow load',
      page: name,
      frameMs: frame.p50,
      frameMaxMs: frame.max,
      figuresMs: timingOf(shown).p50,
    });
  }
  return entries;
}

async function load(
  browser: Browser,
  address: string,
  figures: string,
): Promise<{ frameMs: number; figuresMs: number }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send('Network.emulateNetworkConditions', network);
  await page.goto(address, { timeout: 120_000 });
  const shown = page.locator(figures).filter({ hasText: /\d/ }).first();
  await shown.waitFor({ timeout: 120_000 });
  const times = await page.evaluate(() => ({
    frameMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY,
    figuresMs: performance.now(),
  }));
  await context.close();
  return times;
}
