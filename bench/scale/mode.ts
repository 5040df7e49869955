import pg, { type Pool } from 'pg';
import { ARROW_STREAM } from '#analytics/arrow.ts';
import { createPool } from '#server/platform/database/pool.ts';
import { fillIdentifiers } from '../customers/fill.ts';
import { type LoadedServer, startServer } from '../load/server.ts';
import { drawPaths } from '../load/traffic.ts';
import type { Entry, Mode } from '../mode.ts';
import { withPostgres } from '../postgres.ts';
import { ms, table } from '../table.ts';
import { measure, timingOf } from '../timing.ts';
import { gtinsOf } from '../world/catalogue.ts';
import { benchLines } from '../world/lines.ts';
import { addSignedIn, fillPortal, storeStatistic, withoutReckoning } from '../world/portal.ts';
import { openBenchWorld } from '../world/world.ts';

/** Statistics with everything that an upload stores but its workbook, and rows of the list in all. */
const REAL = 20_000;
const HEADS = 1_000_000;
const LINES = 1_500;
const SEEDS = 10;
const REPRESENTATIVES = 100;

const processCounts = [1, 2, 4];
/** Statistics that people look at meanwhile. */
const OPENED = 100;
const PEOPLE = 32;
const MEGABYTE = 1024 * 1024;
const patience = { warmUp: 2, minRuns: 10, maxRuns: 40, budgetMs: 5000 };

export const scaleMode: Mode = {
  name: 'scale',
  summary: `${HEADS} uploads, ${REAL} of them with their lines: what they take in PostgreSQL, lists and openings; processor time a view with ${processCounts.join(', ')} processes`,
  async run({ seconds }) {
    const entries: Entry[] = [];
    await withPostgres(async (postgres) => {
      const pool = createPool(postgres.url);
      const world = await openBenchWorld();
      const began = performance.now();
      const filled = await fill(pool, world).finally(() => world.close());
      await multiply(postgres.superuserUrl, new URL(postgres.url).pathname, filled.gtins);
      console.log(`Filled in ${ms((performance.now() - began) / 1000)} s`);
      entries.push(...(await sizes(pool)));
      await withoutReckoning(pool);
      const { rows } = await pool.query<{ id: string }>(
        'select direct_link_id as id from statistics order by id limit $1',
        [OPENED],
      );
      await pool.end();
      const ids = rows.map(({ id }) => id);
      const start = (bytes: number) =>
        startServer({
          databaseUrl: postgres.url,
          companies: world.providerCompanies,
          port: 0,
          resultCacheBytes: bytes,
          statisticsMemoryBytes: 1024 * MEGABYTE,
        });
      const server = await start(64 * MEGABYTE);
      try {
        entries.push(...(await lists(server, filled)));
      } finally {
        await server.stop();
      }
      const views: Entry[] = [];
      for (const count of processCounts) {
        // No result is kept: each view is reckoned.
        const servers = await Promise.all(Array.from({ length: count }, () => start(1)));
        try {
          views.push(await drive(servers, ids, filled.tokens, seconds));
        } finally {
          await Promise.all(servers.map((each) => each.stop()));
        }
      }
      console.log(
        `\n${table(
          ['processes', 'views/s', 'server ms each', 'all ms each', 'p50', 'p99', 'MB each', 'errors'],
          views.map((each) => [
            String(each.processes),
            String(each.viewsPerSecond),
            ms(Number(each.cpuMsPerView)),
            ms(Number(each.machineMsPerView)),
            ms(Number(each.p50)),
            ms(Number(each.p99)),
            String(each.mbEach),
            String(each.errors),
          ]),
        )}`,
      );
      entries.push(...views);
    });
    return { entries, notDone: [] };
  },
};

type Filled = { tokens: string[]; administrator: string; gtins: readonly string[] };

async function fill(pool: Pool, world: Awaited<ReturnType<typeof openBenchWorld>>): Promise<Filled> {
  await fillPortal(pool, world);
  const tokens: string[] = [];
  let representative = 0;
  for (let place = 0; place < REPRESENTATIVES; place++) {
    const { id, token } = await addSignedIn(pool, `rep${place}`);
    tokens.push(token);
    representative = id;
  }
  const administrator = await addSignedIn(pool, 'admin', { role: 'Admin', fullDataAccess: true });
  for (let seed = 1; seed <= SEEDS; seed++)
    await storeStatistic(pool, representative, await benchLines(world.engine, LINES, seed), LINES);
  return { tokens, administrator: administrator.token, gtins: await gtinsOf(world.engine, world.catalogue) };
}

/** Copies what was stored, row for row, until there are REAL; further heads have nothing behind them. */
async function multiply(superuserUrl: string, database: string, gtins: readonly string[]): Promise<void> {
  const url = new URL(superuserUrl);
  url.pathname = database;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query(
      `insert into statistics (direct_link_id, customer_external_id, customer_name, import_date, time_month_from,
         time_year_from, time_month_to, time_year_to, sales_representative, uploader_id, file_name, line_count, report)
       select 'bench' || lpad(s::text, 17, '0'), (100000 + s % 1000)::text, 'Apotheke ' || s % 1000,
         now() - make_interval(mins => s), 1 + s % 6, 2025, 12, 2025, 'Bench', u.id, 'bench.xlsx', $2::integer, '{}'
       from generate_series(1, $1::integer) s
         join (select id, row_number() over (order by id) as place from users where email like 'rep%') u
           on u.place = 1 + s % $3::integer`,
      [HEADS - SEEDS, LINES, REPRESENTATIVES],
    );
    await client.query(
      `insert into statistic_files (statistic_id, file, file_sha256, lines, sums)
       select s, f.file, sha256(s::text::bytea), f.lines, f.sums
       from generate_series($1::integer + 1, $2::integer) s join statistic_files f on f.statistic_id = 1 + s % $1::integer`,
      [SEEDS, REAL],
    );
    await fillIdentifiers(client, gtins, REAL, LINES);
    await client.query('vacuum analyze statistics, statistic_files');
  } finally {
    await client.end();
  }
}

/** Bytes of each, with indexes, and what a million of real statistics would take. */
async function sizes(pool: Pool): Promise<Entry[]> {
  const { rows } = await pool.query<{ part: string; rows: number; bytes: string }>(
    `select part, rows, pg_total_relation_size(part::regclass) as bytes
     from (values ('statistics', $1::integer), ('statistic_files', $2::integer), ('statistic_identifiers', $2::integer))
       as p (part, rows)`,
    [HEADS, REAL],
  );
  const entries = rows.map(({ part, rows: count, bytes }) => ({
    part,
    rows: count,
    mb: Math.round(Number(bytes) / MEGABYTE),
    bytesEach: Math.round(Number(bytes) / count),
    gbOfAMillion: Math.round((Number(bytes) / count) * 1e6) / 1e9,
  }));
  console.log(
    `\n${table(
      ['in PostgreSQL, with indexes', 'statistics', 'MB', 'bytes each', 'GB of a million'],
      entries.map((each) => [
        each.part,
        String(each.rows),
        String(each.mb),
        String(each.bytesEach),
        each.gbOfAMillion.toFixed(1),
      ]),
    )}`,
  );
  return entries;
}

/** The list of uploads and its searches among all heads, and openings of statistics nobody looked at. */
async function lists(server: LoadedServer, { tokens, administrator }: Filled): Promise<Entry[]> {
  const ask = async (path: string, token: string) => {
    const answer = await fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  };
  let opened = 0;
  const questions: [name: string, path: () => string, token: string][] = [
    ['list of a representative', () => '/api/statistics?PageNumber=1&PageSize=20', tokens[0]!],
    ['list of an administrator', () => '/api/statistics?PageNumber=1&PageSize=20', administrator],
    ['page 1,000', () => '/api/statistics?PageNumber=1000&PageSize=20', administrator],
    [
      'search by customer',
      () => '/api/statistics?PageNumber=1&PageSize=20&customerName=Apotheke%20777',
      administrator,
    ],
    [
      'opening a statistic',
      () => `/api/statistics/bench${String(5000 + opened++).padStart(17, '0')}/summary`,
      administrator,
    ],
  ];
  const entries: Entry[] = [];
  for (const [question, path, token] of questions) {
    const { timing } = await measure(() => ask(path(), token), patience);
    entries.push({ question, p50: timing.p50, p95: timing.p95 });
  }
  console.log(
    `\n${table(
      [`ms, of ${HEADS} uploads`, 'p50', 'p95'],
      entries.map(({ question, p50, p95 }) => [String(question), ms(Number(p50)), ms(Number(p95))]),
    )}`,
  );
  return entries;
}

/** PEOPLE who look at one view after the other, each through a process of their own as behind the proxy. */
async function drive(
  servers: readonly LoadedServer[],
  ids: readonly string[],
  tokens: readonly string[],
  seconds: number,
): Promise<Entry> {
  const people = Array.from({ length: PEOPLE }, (_, person) => {
    const next = drawPaths(ids, person + 1);
    const { url } = servers[person % servers.length]!;
    const headers = {
      authorization: `Bearer ${tokens[person % tokens.length]}`,
      accept: `${ARROW_STREAM}, application/json;q=0.5`,
      'accept-encoding': 'zstd, br, gzip',
    };
    return { url, headers, next };
  });
  for (const { url } of servers)
    for (const id of ids) await (await fetch(`${url}/api/statistics/${id}/summary`)).arrayBuffer();
  const before = await Promise.all(servers.map((each) => each.report()));
  const machine = process.cpuUsage();
  const times: number[] = [];
  let errors = 0;
  const began = performance.now();
  const until = began + seconds * 1000;
  await Promise.all(
    people.map(async ({ url, headers, next }) => {
      while (performance.now() < until) {
        const asked = performance.now();
        const answer = await fetch(url + next(), { headers });
        await answer.arrayBuffer();
        if (answer.ok) times.push(performance.now() - asked);
        else errors++;
      }
    }),
  );
  const elapsed = (performance.now() - began) / 1000;
  const after = await Promise.all(servers.map((each) => each.report()));
  const cpu = after.reduce((sum, { cpuMs }, place) => sum + cpuMs - before[place]!.cpuMs, 0);
  const { user, system } = process.cpuUsage(machine);
  const { p50, p95, p99 } = timingOf(times);
  return {
    processes: servers.length,
    views: times.length,
    viewsPerSecond: Math.round(times.length / elapsed),
    cpuMsPerView: cpu / times.length,
    /** With what this generator takes. */
    machineMsPerView: (cpu + (user + system) / 1000) / times.length,
    p50,
    p95,
    p99,
    mbEach: Math.round(after.reduce((sum, { rssMb }) => sum + rssMb, 0) / servers.length),
    errors,
  };
}
