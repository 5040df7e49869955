import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Engine, openEngine } from '#analytics/engine.ts';
import { sumStoredLines } from '#server/statistics/sum-stored-lines.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { emptyTables } from '../support/empty-tables.ts';
import {
  addCustomer,
  addUser,
  postStatistic,
  publishReferenceData,
  signIn,
  uploadForm,
} from '../support/portal.ts';
import { long, rounds } from '../support/rounds.ts';
import { startServerProcess } from '../support/server-process.ts';
import { generic, original, smallCatalogue, workbook } from '../support/small-catalogue.ts';
import { startSumming } from '../support/summing-process.ts';

/** More than are summed before the last kill. */
const STATISTICS = rounds({ short: 20, long: 300 });
const KILLS = 24;
const PROCESSES = 3;
const environment = { PROVIDER_NAME: 'Provider', PROVIDER_COMPANIES: 'Provider AG', LOG_LEVEL: 'fatal' };

let database: TestDatabase;
let directory: string;
let engine: Engine;
let links: string[];
/** What the import of the file stored. */
let stored: { sums: Buffer; identifiers: unknown[] };

beforeAll(async () => {
  database = await testDatabase();
  directory = await mkdtemp(join(tmpdir(), 'portal-sums-'));
  engine = await openEngine({ directory });
  await publishReferenceData(database.pool, smallCatalogue);
  await addUser(database.pool, { email: 'rep@portal.example' });
  await addCustomer(database.pool, '4711', 'Pharmacy');
  const server = await start();
  const token = await signIn(server.url, 'rep@portal.example');
  // 2,000 originals at CHF 20 and 1,000 generics at CHF 12; of 500 originals two are returned.
  const rows = [...Array(500).fill([original, 6]), ...Array(500).fill([original, -2]), [generic, 1000]];
  const response = await postStatistic(server.url, token, uploadForm(await workbook(rows)));
  const { bezugsStatistik } = (await response.json()) as {
    bezugsStatistik: { directLinkId: string; bezugsStatistikID: number };
  };
  server.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  const uploaded = bezugsStatistik.bezugsStatistikID;
  stored = { sums: await sumsOf(uploaded), identifiers: await identifiersOf(uploaded) };
  await copyStatistic(uploaded);
  const found = await database.pool.query<{ link: string }>(
    'select direct_link_id as link from statistics order by id',
  );
  links = found.rows.map(({ link }) => link);
});

beforeEach(async () => {
  await emptyTables(database.pool, 'statistic_identifiers');
  await database.pool.query('update statistic_files set sums = null');
});

afterAll(async () => {
  engine.close();
  await rm(directory, { recursive: true, force: true });
  await database.close();
});

test('an import says which statistic contains what, returns deducted', () => {
  expect(stored.identifiers).toEqual([
    { gtin: Number(original), pharmacode: 0, quantity: 2000 },
    { gtin: Number(generic), pharmacode: 0, quantity: 1000 },
  ]);
});

test('a statistic that has no sums yet is opened from its lines', async () => {
  // Another process sums this one: it holds the lock until the summary is read.
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query('select from statistic_files for no key update');
    const server = await start();
    const summary = await fetch(`${server.url}/api/statistics/${links[0]}/summary`);
    expect(await summary.json()).toMatchObject({ turnoverTotal: 52_000, totalQty: 3000 });
    expect(await unsummed()).toBe(STATISTICS);
    server.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('lines that cannot be read are told of and do not keep others from being summed', async () => {
  await database.pool.query(
    `update statistic_files set lines = 'damaged' where statistic_id = (select max(statistic_id) from statistic_files)`,
  );
  const errors: unknown[] = [];
  const stop = sumStoredLines(database.pool, engine, (error) => errors.push(error));
  try {
    await expect.poll(unsummed, { timeout: 60_000 }).toBe(1);
  } finally {
    await stop();
    await database.pool.query(
      'update statistic_files set lines = (select lines from statistic_files limit 1)',
    );
  }
  expect(errors).toHaveLength(1);
});

if (long)
  test(`${KILLS} processes killed while they sum stored lines lose nothing and sum nothing twice`, async () => {
    const left: number[] = [];
    await Promise.all(
      Array.from({ length: PROCESSES }, async (_, process) => {
        for (let kill = process; kill < KILLS; kill += PROCESSES) {
          const before = await unsummed();
          const child = await startSumming(database.url);
          while ((await unsummed()) === before) await sleep(2);
          // Another moment of the summing of one statistic, which takes some milliseconds, each time.
          await sleep((kill * 7) % 12);
          child.kill('SIGKILL');
          await once(child, 'exit');
          left.push(await unsummed());
        }
      }),
    );
    // They did die on the way, and whatever one did is there whole or not at all.
    expect(left.at(-1)).toBeLessThan(STATISTICS);
    expect(left.at(-1)).toBeGreaterThan(0);
    const half = await database.pool.query(
      `select f.statistic_id from statistic_files f
       where (f.sums is null) = exists (select from statistic_identifiers i where i.statistic_id = f.statistic_id)`,
    );
    expect(half.rows).toEqual([]);

    const survivors = await Promise.all([start(), start()]);
    await expect.poll(unsummed, { timeout: 60_000 }).toBe(0);
    for (const server of survivors) server.kill('SIGTERM');
    expect(await Promise.all(survivors.map(({ ended }) => ended))).toEqual([0, 0]);

    const { rows } = await database.pool.query<{ id: number }>(
      'select statistic_id as id from statistic_files',
    );
    for (const { id } of rows) {
      expect(Buffer.compare(await sumsOf(id), stored.sums)).toBe(0);
      expect(await identifiersOf(id)).toEqual(stored.identifiers);
    }
  });

test('deleting a statistic for good takes with it what it contains', async () => {
  const stop = sumStoredLines(database.pool, engine, (error) => {
    throw error;
  });
  await expect.poll(unsummed, { timeout: 60_000 }).toBe(0);
  await stop();
  const count = async () =>
    Number((await database.pool.query('select count(*) as n from statistic_identifiers')).rows[0].n);
  expect(await count()).toBe(2 * STATISTICS);
  await database.pool.query('delete from statistics where direct_link_id = $1', [links.pop()]);
  expect(await count()).toBe(2 * STATISTICS - 2);
});

function start() {
  return startServerProcess({ DATABASE_URL: database.url, ...environment });
}

/** More statistics with the same lines. */
async function copyStatistic(id: number): Promise<void> {
  await database.pool.query(
    `insert into statistics (direct_link_id, active, test_upload, customer_external_id, customer_name, import_date,
       time_month_from, time_year_from, time_month_to, time_year_to, sales_representative, uploader_id, file_name,
       line_count, report)
     select lpad(n::text, 22, '0'), active, test_upload, customer_external_id, customer_name, import_date,
       time_month_from, time_year_from, time_month_to, time_year_to, sales_representative, uploader_id, file_name,
       line_count, report
     from statistics, generate_series(2, $2::integer) n where id = $1`,
    [id, STATISTICS],
  );
  await database.pool.query(
    `insert into statistic_files (statistic_id, file, file_sha256, lines)
     select s.id, f.file, f.file_sha256, f.lines from statistics s, statistic_files f
     where f.statistic_id = $1 and s.id <> $1`,
    [id],
  );
}

async function unsummed(): Promise<number> {
  const { rows } = await database.pool.query('select count(*) as n from statistic_files where sums is null');
  return Number(rows[0].n);
}

async function sumsOf(id: number): Promise<Buffer> {
  const { rows } = await database.pool.query('select sums from statistic_files where statistic_id = $1', [
    id,
  ]);
  return rows[0].sums;
}

async function identifiersOf(id: number): Promise<unknown[]> {
  const { rows } = await database.pool.query(
    `select gtin, pharmacode, quantity from statistic_identifiers s join identifiers i on i.id = s.identifier_id
     where s.statistic_id = $1 order by quantity desc`,
    [id],
  );
  return rows;
}
