import autocannon from 'autocannon';
import { ARROW_STREAM } from '#analytics/arrow.ts';
import { createPool } from '#server/platform/database/pool.ts';
import type { BenchOptions, Entry, Mode } from '../mode.ts';
import { withPostgres } from '../postgres.ts';
import { ms, table } from '../table.ts';
import { timingOf } from '../timing.ts';
import { benchLines } from '../world/lines.ts';
import { fillPortal, storeStatistic } from '../world/portal.ts';
import { openBenchWorld } from '../world/world.ts';
import { type LoadedServer, startServer } from './server.ts';
import { allPaths, drawPaths } from './traffic.ts';

const STATISTICS = 200;
const LINES = 10_000;
/** Different purchases; two statistics with the same ones cost no less, since each has tables of its own. */
const SEEDS = 10;
const connectionCounts = [1, 8, 32, 128];
const PORT = 41_310;
const MEGABYTE = 1024 * 1024;

/** Requests per second and slowest answers that the product promises. */
const promises = { cached: 1500, uncached: 200, p99: 100 } as const;

type Mix = 'cached' | 'uncached';

/** In `uncached` the result cache is too small for any answer; in `cached` large enough for all of them. */
const resultCacheBytes: Record<Mix, number> = { cached: 256 * MEGABYTE, uncached: 1 };

export const loadMode: Mode = {
  name: 'load',
  summary: `mixed dashboard traffic over ${STATISTICS} statistics of ${LINES} lines on a running server`,
  async run(options) {
    const entries: Entry[] = [];
    await withPostgres(async (postgres) => {
      const pool = createPool(postgres.url);
      const { token, directLinkIds } = await fillDatabase(pool);
      await pool.end();
      for (const mix of ['cached', 'uncached'] as const) {
        const server = await startServer({
          databaseUrl: postgres.url,
          companies: directLinkIds.companies,
          port: PORT,
          resultCacheBytes: resultCacheBytes[mix],
          statisticsMemoryBytes: 1024 * MEGABYTE,
        });
        try {
          entries.push(...(await loadServer(server, mix, token, directLinkIds.ids, options)));
        } finally {
          await server.stop();
        }
      }
    });
    return { entries: [...entries, ...verdicts(entries)], notDone: [] };
  },
};

async function fillDatabase(pool: ReturnType<typeof createPool>) {
  const world = await openBenchWorld();
  try {
    const { userId, token } = await fillPortal(pool, world);
    const ids: string[] = [];
    for (let index = 0; index < STATISTICS; index++) {
      const lines = await benchLines(world.engine, LINES, 1 + (index % SEEDS));
      ids.push((await storeStatistic(pool, userId, lines, LINES)).directLinkId);
    }
    return { token, directLinkIds: { ids, companies: world.providerCompanies } };
  } finally {
    await world.close();
  }
}

async function loadServer(
  server: LoadedServer,
  mix: Mix,
  token: string,
  directLinkIds: readonly string[],
  { seconds }: BenchOptions,
): Promise<Entry[]> {
  const headers = {
    authorization: `Bearer ${token}`,
    accept: `${ARROW_STREAM}, application/json;q=0.5`,
    'accept-encoding': 'zstd, br, gzip',
  };
  const opening = performance.now();
  await askAll(server, mix === 'cached' ? allPaths(directLinkIds) : firstPaths(directLinkIds), headers);
  const opened = await server.report();
  console.log(
    `\n## ${mix}: ${opened.openStatistics} statistics opened and asked in ${ms(performance.now() - opening)} ms, ` +
      `${Math.round(opened.rssMb)} MB (${Math.round(opened.statisticsMb)} MB counted for statistics)\n`,
  );
  const entries: Entry[] = [];
  for (const connections of connectionCounts) {
    const before = await server.report();
    server.reset();
    const load = await shoot(
      server.url,
      headers,
      drawPaths(directLinkIds, connections),
      connections,
      seconds,
    );
    const after = await server.report();
    entries.push({
      mix,
      connections,
      ...load,
      cpuMsPerRequest: (after.cpuMs - before.cpuMs) / load.requests,
      rssBeforeMb: Math.round(before.rssMb),
      rssAfterMb: Math.round(after.rssMb),
      openStatistics: after.openStatistics,
      delayP50: after.delayP50,
      delayP99: after.delayP99,
      delayMax: after.delayMax,
    });
  }
  print(entries);
  return entries;
}

/** Asks once for every path, a few at a time. */
async function askAll(
  server: LoadedServer,
  paths: readonly string[],
  headers: Record<string, string>,
): Promise<void> {
  const left = [...paths];
  const worker = async () => {
    for (let path = left.pop(); path !== undefined; path = left.pop()) {
      const response = await fetch(server.url + path, { headers });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    }
  };
  await Promise.all(Array.from({ length: 6 }, worker));
}

function firstPaths(directLinkIds: readonly string[]): string[] {
  return directLinkIds.map((id) => `/api/statistics/${id}/summary`);
}

async function shoot(
  url: string,
  headers: Record<string, string>,
  nextPath: () => string,
  connections: number,
  seconds: number,
) {
  const times: number[] = [];
  const instance = autocannon({
    url,
    connections,
    duration: seconds,
    headers,
    requests: [{ setupRequest: (request) => ({ ...request, path: nextPath() }) }],
  });
  instance.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
  const result = await instance;
  const { p50, p95, p99, max } = timingOf(times);
  return {
    requests: times.length,
    requestsPerSecond: Math.round(times.length / result.duration),
    p50,
    p95,
    p99,
    max,
    errors: result.errors + result.timeouts + result.non2xx,
  };
}

function print(entries: readonly Entry[]): void {
  console.log(
    table(
      [
        'connections',
        'requests/s',
        'p50',
        'p95',
        'p99',
        'errors',
        'CPU ms each',
        'MB before',
        'after',
        'loop delay p50',
        'p99',
        'max',
      ],
      entries.map((entry) => [
        String(entry.connections),
        String(entry.requestsPerSecond),
        ...[entry.p50, entry.p95, entry.p99].map((value) => ms(Number(value))),
        String(entry.errors),
        ms(Number(entry.cpuMsPerRequest)),
        String(entry.rssBeforeMb),
        String(entry.rssAfterMb),
        ...[entry.delayP50, entry.delayP99, entry.delayMax].map((value) => ms(Number(value))),
      ]),
    ),
  );
}

/** The best rate that keeps its promise of slowness, against what is promised; errors count wherever they occur. */
function verdicts(entries: readonly Entry[]): Entry[] {
  const verdict: Entry[] = [];
  for (const mix of ['cached', 'uncached'] as const) {
    const own = entries.filter((entry) => entry.mix === mix);
    const quick = own.filter((entry) => Number(entry.p99) <= promises.p99);
    const best = Math.max(0, ...quick.map((entry) => Number(entry.requestsPerSecond)));
    const errors = own.reduce((sum, entry) => sum + Number(entry.errors), 0);
    verdict.push(
      {
        target: `${mix} requests/s with p99 ≤ ${promises.p99} ms`,
        measured: best,
        limit: promises[mix],
        met: best >= promises[mix],
      },
      { target: `${mix} errors`, measured: errors, limit: 0, met: errors === 0 },
    );
  }
  console.log(
    `\n${table(
      ['target', 'measured', 'wanted', 'met'],
      verdict.map(({ target, measured, limit, met }) => [
        String(target),
        String(measured),
        `${limit === 0 ? '≤' : '≥'} ${limit}`,
        met ? 'yes' : 'NO',
      ]),
    )}`,
  );
  return verdict;
}
