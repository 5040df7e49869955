import { type Browser, chromium } from '@playwright/test';
import { buildWebClient } from '#server/start/web-client.ts';
import { chromiumFlags, findChromium } from '#tests/support/chromium.ts';
import { startServer } from '../load/server.ts';
import type { Entry, ModeResult } from '../mode.ts';
import { withPostgres } from '../postgres.ts';
import { bytes, ms, table } from '../table.ts';
import { verdicts } from './targets.ts';

const PORT = 41_560;
const MEGABYTE = 1024 * 1024;

interface Filled {
  /** Of the provider. */
  companies: readonly string[];
}

type Measuring<World extends Filled> = {
  /** Puts into an empty database what the pages show. */
  fill: (databaseUrl: string) => Promise<World>;
  /** Measurements one after the other, each of one kind. */
  measure: (browser: Browser, url: string, world: World) => AsyncIterable<Entry[]>;
  /** Compressed script that a page may load before its figures. */
  scriptBytes: number;
};

/** Opens pages of a running server in Chromium; prints what is measured as it comes. */
export async function measureInBrowser<World extends Filled>({
  fill,
  measure,
  scriptBytes,
}: Measuring<World>): Promise<ModeResult> {
  const executablePath = await findChromium();
  if (!executablePath) return { entries: [], notDone: ['There is no Chromium here.'] };
  await buildWebClient(console.log);
  const entries: Entry[] = [];
  await withPostgres(async (postgres) => {
    const world = await fill(postgres.url);
    const server = await startServer({
      databaseUrl: postgres.url,
      companies: world.companies,
      port: PORT,
      resultCacheBytes: 256 * MEGABYTE,
      statisticsMemoryBytes: 1024 * MEGABYTE,
    });
    const browser = await chromium.launch({ executablePath, args: chromiumFlags });
    try {
      for await (const measured of measure(browser, server.url, world)) entries.push(...print(measured));
    } finally {
      await browser.close();
      await server.stop();
    }
  });
  return { entries: [...entries, ...verdicts(entries, scriptBytes)], notDone: [] };
}

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
