import { chromium } from '@playwright/test';
import { buildWebClient } from '#server/start/web-client.ts';
import { chromiumFlags, findChromium } from '#tests/support/chromium.ts';
import { startServer } from '../load/server.ts';
import type { Entry, Mode } from '../mode.ts';
import { withPostgres } from '../postgres.ts';
import { bytes, ms, table } from '../table.ts';
import { measureClicks } from './clicks.ts';
import { measureFirstLoads } from './first-load.ts';
import { measureScroll } from './scroll.ts';
import { fillDatabase } from './statistics.ts';
import { verdicts } from './targets.ts';

const PORT = 41_560;
const MEGABYTE = 1024 * 1024;

export const browserMode: Mode = {
  name: 'browser',
  summary: 'dashboards of a running server in Chromium: clicks, first loads, scrolling',
  async run() {
    const executablePath = await findChromium();
    if (!executablePath) return { entries: [], notDone: ['There is no Chromium here.'] };
    await buildWebClient(console.log);
    const entries: Entry[] = [];
    await withPostgres(async (postgres) => {
      const { ordinary, largest, companies } = await fillDatabase(postgres.url);
      const server = await startServer({
        databaseUrl: postgres.url,
        companies,
        port: PORT,
        resultCacheBytes: 256 * MEGABYTE,
        statisticsMemoryBytes: 1024 * MEGABYTE,
      });
      const browser = await chromium.launch({ executablePath, args: chromiumFlags });
      try {
        entries.push(...print(await measureFirstLoads(browser, server.url, ordinary)));
        entries.push(...print(await measureClicks(browser, server.url, ordinary)));
        entries.push(...print(await measureScroll(browser, server.url, largest)));
      } finally {
        await browser.close();
        await server.stop();
      }
    });
    return { entries: [...entries, ...verdicts(entries)], notDone: [] };
  },
};

/** Prints measurements of one kind as a table and hands them on. */
function print(entries: Entry[]): Entry[] {
  const keys = Object.keys(entries[0] ?? {}).filter((key) => key !== 'measured');
  console.log(`## ${entries[0]?.measured}\n`);
  console.log(
    `${table(
      keys,
      entries.map((entry) => keys.map((key) => written(key, entry[key]))),
    )}\n`,
  );
  return entries;
}

function written(key: string, value: Entry[string] | undefined): string {
  if (typeof value !== 'number') return String(value);
  if (key === 'scriptBytes') return bytes(value);
  if (key === 'cls') return value.toFixed(4);
  return /^p\d|max$|Ms$/.test(key) ? ms(value) : String(value);
}
