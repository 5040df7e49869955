import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { NO_LIST } from '#analytics/catalogue/published-stockouts.ts';
import { customerCounts, isComplete } from '#analytics/customers.ts';
import { type Engine, openEngine } from '#analytics/engine.ts';
import { NoPlaceError } from '#analytics/semaphore.ts';
import { holdStatistics, type Statistics } from '#analytics/statistics.ts';
import { findActiveUser } from '#server/accounts/user-queries.ts';
import { holdMyCustomers, type MyCustomers } from '#server/market/call-list/my-customers.ts';
import { type Revisions, readRevisions } from '#server/platform/cache-invalidation/revisions.ts';
import { createPool } from '#server/platform/database/pool.ts';
import { postgresSources } from '#server/start/statistic-sources.ts';
import type { User } from '#shared/schemas/user.ts';
import { addCustomer, addUser, publishReferenceData, signIn } from '#tests/support/portal.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { generic, original, provider, smallCatalogue } from '#tests/support/small-catalogue.ts';
import { uploadRows } from '#tests/support/small-portal.ts';

const today = '2026-02-01';
const loads = 'loads of customers';

let server: TestServer;
let user: User;
let statistic: string;
let pool: Pool;
let revisions: Revisions;
let directory: string;
let engine: Engine;
let statistics: Statistics;
/** Lets those go on who read what statistics have bought. */
let unlock: () => Promise<void>;

beforeAll(async () => {
  server = await startTestServer();
  await publishReferenceData(server.pool, smallCatalogue);
  await addCustomer(server.pool, '4711', 'Pharmacy');
  const id = await addUser(server.pool, { email: 'rep@portal.example' });
  user = (await findActiveUser(server.pool, id))!;
  const token = await signIn(server.url, 'rep@portal.example');
  const rows = [original, generic, provider].map((pack) => [pack, 3] as const);
  statistic = String((await uploadRows(server.url, token, rows)).bezugsStatistikID);
  pool = createPool(server.databaseUrl, { application_name: loads });
  revisions = (await readRevisions(pool)) as Revisions;
});
afterAll(async () => {
  await pool.end();
  await server.close();
});

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'portal-in-turn-'));
  engine = await openEngine({ directory });
  statistics = holdStatistics(engine, {
    sources: postgresSources(pool, engine),
    providerCompanies: ['Provider AG'],
    memoryBytes: 1_000_000_000,
    onError(error) {
      throw error;
    },
  });
  const holder = await server.pool.connect();
  await holder.query('begin; lock table statistic_identifiers in access exclusive mode');
  let isLocked = true;
  unlock = async () => {
    if (!isLocked) return;
    isLocked = false;
    await holder.query('rollback');
    holder.release();
  };
});
afterEach(async () => {
  await unlock();
  engine.close();
  await rm(directory, { recursive: true });
});

function hold(bounds: { patienceMs?: number; mostPurchases?: number } = {}): MyCustomers {
  return holdMyCustomers({
    pool,
    bulkPool: pool,
    statistics,
    currentRevisions: async () => revisions,
    ...bounds,
  });
}

/** How many customers buy the pack, for whose answer it has to be loaded. */
async function customersOf({ ask }: MyCustomers, pack: string, signal?: AbortSignal): Promise<number> {
  const counts = await ask(
    { user, gtins: [pack], today },
    (tables, mine) => customerCounts(tables, mine, [pack], today),
    signal,
  );
  return counts[0]!.customers;
}

function isLoaded(pack: string): Promise<boolean> {
  return statistics.onMarket(revisions, undefined, (tables) =>
    isComplete(tables, { statistics: statistic, revisions: '1' }, [pack], today),
  );
}

function purchasesKept(): Promise<number> {
  return statistics.onMarket(revisions, undefined, async ({ rows }) => {
    const [kept] = await rows('select count(*)::integer as purchases from bought');
    return kept!.purchases as number;
  });
}

/** Loads that wait for the lock. */
async function stuck(): Promise<number> {
  const { rows } = await server.pool.query<{ stuck: number }>(
    `select count(*)::integer as stuck from pg_stat_activity
     where datname = current_database() and application_name = $1 and wait_event_type = 'Lock'`,
    [loads],
  );
  return rows[0]!.stuck;
}

test('whoever is gone waits for no load, and what they asked for is not loaded unless it had begun', async () => {
  const customers = hold();
  const client = new AbortController();
  const first = expect(customersOf(customers, original, client.signal)).rejects.toThrow('gone');
  await expect.poll(stuck, { timeout: 10_000 }).toBe(1);
  const second = expect(customersOf(customers, generic, client.signal)).rejects.toThrow('gone');
  const third = customersOf(customers, provider);
  client.abort(new Error('gone'));
  await Promise.all([first, second]);
  expect(await stuck()).toBe(1);
  await unlock();
  expect(await third).toBe(1);
  expect([await isLoaded(original), await isLoaded(generic), await isLoaded(provider)]).toEqual([
    true,
    false,
    true,
  ]);
  expect(await customersOf(customers, generic)).toBe(1);
});

test('whoever waits for a load too long is told so, and a statement that takes as long keeps nobody from loading', async () => {
  const customers = hold({ patienceMs: 1000 });
  const asked = [original, generic].map((pack) => customersOf(customers, pack));
  asked.push(customers.loadAhead(() => false).then(() => 0));
  await Promise.all(asked.map((each) => expect(each).rejects.toThrow(NoPlaceError)));
  await expect.poll(stuck, { timeout: 10_000 }).toBe(0);
  await unlock();
  // On a busy machine a load may take longer than whoever asks waits here.
  await expect
    .poll(() => customersOf(customers, generic).catch(({ name }: Error) => name), { timeout: 30_000 })
    .toBe(1);
});

test('where too many purchases are kept, those of products that others name go, but from under nobody who reads them', async () => {
  await unlock();
  const customers = hold({ mostPurchases: 0 });
  let read!: () => void;
  const mayRead = new Promise<void>((resolve) => {
    read = resolve;
  });
  const first = customers.ask({ user, gtins: [provider], today }, async (tables, mine) => {
    await mayRead;
    return customerCounts(tables, mine, [provider], today);
  });
  await expect.poll(() => isLoaded(provider), { timeout: 10_000 }).toBe(true);
  const second = customersOf(customers, generic);
  await expect.poll(() => isLoaded(provider), { timeout: 10_000 }).toBe(false);
  read();
  expect(await first).toEqual([{ gtin: provider, customers: 1 }]);
  expect(await second).toBe(1);
  // What is missing stays: the original, of which the customer buys too.
  expect([await isLoaded(provider), await purchasesKept()]).toEqual([false, 2]);
  // Loaded again once somebody names it again, without what had been there before.
  expect(await customersOf(customers, provider)).toBe(1);
  expect([await isLoaded(provider), await purchasesKept()]).toEqual([true, 2]);
});

test('the catalogue that purchases are loaded beside stays until they are, though others read another one', async () => {
  const asked = customersOf(hold(), provider);
  await expect.poll(stuck, { timeout: 10_000 }).toBe(1);
  // As who asks what a proposal does to statistics.
  await statistics.keeping({ ...revisions, stockouts: NO_LIST }, async () => undefined);
  await unlock();
  expect(await asked).toBe(1);
});
