import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { test as base, expect } from 'vitest';
import { readConfig } from '#server/config.ts';
import { ANNOUNCING, openAnnouncer } from '#server/platform/cache-invalidation/announcer.ts';
import {
  type Changes,
  LEASE_MILLISECONDS,
  LISTENING,
  listenForChanges,
} from '#server/platform/cache-invalidation/changes.ts';
import { keepUntilChanged } from '#server/platform/cache-invalidation/keep-until-changed.ts';
import { dropSuperseded, type Revisions } from '#server/platform/cache-invalidation/revisions.ts';
import { createClient } from '#server/platform/database/pool.ts';
import { openApplication } from '#server/start/application.ts';
import { listen } from '#server/start/http-server.ts';
import { checkedRoutes } from '#tests/support/checked-routes.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { signIn } from '#tests/support/portal.ts';
import { startInstance } from '#tests/support/server.ts';
import { type SilentProxy, startSilentProxy } from '#tests/support/silent-proxy.ts';
import { original } from '#tests/support/small-catalogue.ts';
import { fillSmallPortal, uploadRows } from '#tests/support/small-portal.ts';

/** What a change may wait for processes that are silent, and the answer itself. */
const LONGEST_CHANGE = LEASE_MILLISECONDS + 1000;

/** As few as a process may have: one hears, one announces, one is for bulk work. */
const FEWEST_CONNECTIONS = 4;

/** What a test closes at its end, the last first. */
type Opened = (() => Promise<unknown> | unknown)[];
const test = base.extend<{ opened: Opened }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from it that nothing else is needed.
  opened: async ({}, use) => {
    const opened: Opened = [];
    await use(opened);
    for (const close of opened.reverse()) await close();
  },
});

async function openDatabase(opened: Opened): Promise<TestDatabase> {
  const database = await testDatabase();
  opened.push(database.close);
  return database;
}

async function everyoneHasHeard(opened: Opened, { url }: TestDatabase): Promise<void> {
  const announcer = openAnnouncer(url);
  opened.push(announcer.close);
  await announcer.everyoneHasHeard();
}

async function openChanges(opened: Opened, url: string): Promise<Changes> {
  const changes = await listenForChanges(url, pino({ level: 'silent' }));
  opened.push(changes.close);
  return changes;
}

test('many that ask at once whether all have heard are asked for one after the other', async ({ opened }) => {
  const { url } = await openDatabase(opened);
  await openChanges(opened, url);
  const announcer = openAnnouncer(url);
  opened.push(announcer.close);
  const warnings: Error[] = [];
  const hear = (warning: Error) => void warnings.push(warning);
  process.on('warning', hear);
  opened.push(() => void process.off('warning', hear));
  await Promise.all(Array.from({ length: 20 }, () => announcer.everyoneHasHeard()));
  // pg warns of a client with questions that wait.
  expect(warnings).toEqual([]);
});

test('a process that stood still keeps its connection, and hears what came meanwhile', async ({ opened }) => {
  const { url, pool } = await openDatabase(opened);
  const changes = await openChanges(opened, url);
  const heard: string[] = [];
  changes.on('user', (key) => void heard.push(key));
  changes.onLost(() => void heard.push('lost'));
  const told = pool.query("select pg_notify('changes', 'user:7') from pg_sleep(1)");
  await sleep(200);
  const standing = new Int32Array(new SharedArrayBuffer(4));
  Atomics.wait(standing, 0, 0, 3 * LEASE_MILLISECONDS);
  await told;
  await expect.poll(() => changes.live).toBe(true);
  expect(heard).toEqual(['7']);
}, 30_000);

/** A connection that says it has heard `delay` milliseconds after it was asked. */
async function openListener(
  opened: Opened,
  { url }: TestDatabase,
  name: string,
  delay: number,
  hear?: () => void,
): Promise<void> {
  const client = createClient(url, name);
  let isOver = false;
  client.on('notification', async ({ payload = '' }) => {
    await sleep(delay);
    hear?.();
    await client
      .query('select pg_notify($1, $2)', ['heard', payload.slice('heard:'.length)])
      .catch((error: unknown) => {
        // What was asked at the end of a test needs no answer any more.
        if (!isOver) throw error;
      });
  });
  await client.connect();
  opened.push(() => {
    isOver = true;
    return client.end();
  });
  await client.query('listen changes');
}

/** Stops the backends of all connections that listen, as a machine does that hangs; gives what lets them go on. */
async function stopListeningBackends(opened: Opened, { pool }: TestDatabase): Promise<number[]> {
  const { rows } = await pool.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and application_name = $1',
    [LISTENING],
  );
  const pids = rows.map(({ pid }) => pid);
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  opened.push(() => {
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  });
  return pids;
}

/** Two portals on one database, the second one's notices through a proxy, and a statistic of somebody signed in. */
async function twoPortals(opened: Opened) {
  const database = await openDatabase(opened);
  const proxy: SilentProxy = await startSilentProxy(database.url);
  opened.push(proxy.close);
  await fillSmallPortal(database.pool);
  const first = await startInstance(database);
  opened.push(first.close);
  const config = readConfig({
    DATABASE_URL: database.url,
    PROVIDER_NAME: 'Provider',
    PROVIDER_COMPANIES: 'Provider AG',
    LOG_LEVEL: 'silent',
    PORT: '0',
  });
  const application = await openApplication(
    config,
    { interactive: database.pool, bulk: database.pool },
    proxy.url,
    undefined,
    checkedRoutes,
  );
  opened.push(application.close);
  const second = await listen(application.listener, config);
  opened.push(() => second.close(1000));
  const token = await signIn(first.url, 'rep@portal.example');
  const bezugsStatistik = await uploadRows(first.url, token, [[original, 1]]);
  const urls = [first.url, second.url];
  const statuses = () =>
    Promise.all(
      urls.map(
        async (url) =>
          (await fetch(`${url}/api/statistics/${bezugsStatistik.directLinkId}/short-summary`)).status,
      ),
    );
  async function setOpen(open: boolean, url = first.url): Promise<number> {
    const started = performance.now();
    const response = await fetch(
      `${url}/api/statistics/${bezugsStatistik.bezugsStatistikID}/state?state=${open}`,
      { method: 'POST', headers: { authorization: `Bearer ${token}` } },
    );
    expect(response.status).toBe(200);
    return performance.now() - started;
  }
  return { database, proxy, urls, statuses, setOpen };
}

test('a link that is disabled while the listening backends stand still is closed in every process', async ({
  opened,
}) => {
  const { database, statuses, setOpen } = await twoPortals(opened);
  expect(await statuses()).toEqual([200, 200]);
  expect(await stopListeningBackends(opened, database)).toHaveLength(2);
  expect(await setOpen(false)).toBeLessThan(LONGEST_CHANGE);
  expect(await statuses()).toEqual([404, 404]);
  // Who is known to be silent is not waited for again.
  expect(await setOpen(true)).toBeLessThan(1000);
  expect(await statuses()).toEqual([200, 200]);
});

test('a process that begins to listen once the others are counted answers in nobody’s place', async ({
  opened,
}) => {
  const database = await openDatabase(opened);
  let hasHeard = false;
  // Hears of a change later than everybody else.
  await openListener(opened, database, LISTENING, 1000, () => {
    hasHeard = true;
  });
  // Not counted, as if it had come afterwards.
  await openListener(opened, database, 'not counted', 0);
  await everyoneHasHeard(opened, database);
  expect(hasHeard).toBe(true);
});

test('whoever asked in vain on a connection that broke cuts none that others ask on since', async ({
  opened,
}) => {
  const database = await openDatabase(opened);
  const proxy = await startSilentProxy(database.url);
  opened.push(proxy.close);
  await openListener(opened, database, LISTENING, 100);
  const announcer = openAnnouncer(proxy.url);
  opened.push(announcer.close);
  await announcer.everyoneHasHeard();
  proxy.holdRequests();
  let isWaiting = true;
  const inVain = announcer.everyoneHasHeard().then(() => {
    isWaiting = false;
  });
  await database.pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = $1',
    [ANNOUNCING],
  );
  await expect.poll(proxy.count).toBe(0);
  // Who asks hears of the end a moment after the proxy.
  await sleep(200);
  // One after the other, so that one of them is under way when the first one ends.
  let longest = 0;
  while (isWaiting) {
    const started = performance.now();
    await announcer.everyoneHasHeard();
    longest = Math.max(longest, performance.now() - started);
  }
  await inVain;
  // Where it is cut, who asks waits 3.1 s.
  expect(longest).toBeLessThan(2500);
});

test('a process whose connection falls silent without closing does not answer from before a change', async ({
  opened,
}) => {
  const { proxy, statuses, setOpen, urls } = await twoPortals(opened);
  expect(await statuses()).toEqual([200, 200]);
  proxy.fallSilent();
  expect(await setOpen(false)).toBeLessThan(LONGEST_CHANGE);
  expect(await statuses()).toEqual([404, 404]);
  expect(await setOpen(true, urls[1])).toBeLessThan(LONGEST_CHANGE);
  expect(await statuses()).toEqual([200, 200]);
});

// These three wait, for half a minute together as for the longest of them alone.
test.concurrent('a process keeps its connections when connecting is slow and others die unheard, whatever is changed meanwhile', async ({
  opened,
  expect,
}) => {
  const database = await openDatabase(opened);
  const proxy = await startSilentProxy(database.url);
  opened.push(proxy.close);
  await fillSmallPortal(database.pool);
  const { url, close } = await startInstance(
    { ...database, url: proxy.url },
    { databaseConnections: FEWEST_CONNECTIONS },
  );
  opened.push(close);
  const token = await signIn(url, 'rep@portal.example');
  const { bezugsStatistikID: id } = await uploadRows(url, token, [[original, 1]]);
  const headers = { authorization: `Bearer ${token}` };
  const change = async (open: boolean) => {
    const started = performance.now();
    const { status } = await fetch(`${url}/api/statistics/${id}/state?state=${open}`, {
      method: 'POST',
      headers,
    });
    expect(status).toBe(200);
    return performance.now() - started;
  };

  const letNew = proxy.holdNew();
  // Dies unheard: its connection stays, and nobody answers on it.
  const dead = createClient(database.url, LISTENING);
  await dead.connect();
  opened.push(() => dead.end());
  for (let round = 0; round < 3; round++) {
    await dead.query('select');
    expect(await change(round % 2 === 1)).toBeLessThan(LONGEST_CHANGE);
  }
  letNew();
  await dead.end();
  expect(await change(true)).toBeLessThan(1000);
  expect((await fetch(`${url}/api/statistics`, { headers })).status).toBe(200);
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity
     where datname = current_database() and application_name = $1`,
    [ANNOUNCING],
  );
  expect(rows).toEqual([{ count: 1 }]);
  expect(proxy.count()).toBeLessThanOrEqual(FEWEST_CONNECTIONS);
});

test.concurrent('who asks a PostgreSQL that has gone without a word is told so in time, and is answered once it is back', async ({
  opened,
  expect,
}) => {
  const database = await openDatabase(opened);
  const proxy = await startSilentProxy(database.url);
  await fillSmallPortal(database.pool);
  const { url, close } = await startInstance(
    { ...database, url: proxy.url },
    { databaseConnections: FEWEST_CONNECTIONS + 1 },
  );
  // What is still being asked there ends with the proxy.
  opened.push(close, proxy.close);
  const token = await signIn(url, 'rep@portal.example');
  const { bezugsStatistikID: id } = await uploadRows(url, token, [[original, 1]]);
  const call = (method: string, path: string) =>
    fetch(`${url}/api/statistics${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      // Longer than one statement may take, and no more.
      signal: AbortSignal.timeout(28_000),
    });
  proxy.fallSilent();
  const refused = await Promise.all([call('GET', ''), call('POST', `/${id}/state?state=false`)]);
  for (const answer of refused) {
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ code: 'database_unavailable' });
  }
  await expect.poll(async () => (await call('GET', '')).status, { timeout: 30_000 }).toBe(200);
}, 90_000);

test.concurrent('a connection is live as long as its heartbeats come back, and another one is opened when they do not', async ({
  opened,
  expect,
}) => {
  const database = await openDatabase(opened);
  const proxy = await startSilentProxy(database.url);
  opened.push(proxy.close);
  const changes = await openChanges(opened, proxy.url);
  let lost = 0;
  changes.onLost(() => lost++);
  await sleep(1.5 * LEASE_MILLISECONDS);
  expect(changes.live).toBe(true);

  proxy.fallSilent();
  await sleep(LEASE_MILLISECONDS + 50);
  expect(changes.live).toBe(false);
  await expect.poll(() => changes.live, { timeout: 3 * LEASE_MILLISECONDS }).toBe(true);
  expect(lost).toBe(1);

  const heard: string[] = [];
  changes.on('config', (key) => heard.push(key));
  await database.pool.query(
    `insert into config values ('NEW_STOCKOUT_DAYS', '15') on conflict (key) do update set value = excluded.value`,
  );
  await everyoneHasHeard(opened, database);
  expect(heard).toEqual(['NEW_STOCKOUT_DAYS']);
});

test('what was being read when a notice came is given to those who asked before it and to nobody later', async ({
  opened,
}) => {
  const database = await openDatabase(opened);
  const changes = await openChanges(opened, database.url);
  const kept = keepUntilChanged<string>(changes, { max: 10, kinds: ['config'] });
  const held = Promise.withResolvers<string>();
  const before = kept('days', () => held.promise);
  await database.pool.query(
    `insert into config values ('NEW_STOCKOUT_DAYS', '15') on conflict (key) do update set value = excluded.value`,
  );
  await everyoneHasHeard(opened, database);
  expect(await kept('days', async () => 'new')).toBe('new');
  held.resolve('old');
  expect(await before).toBe('old');
  expect(await kept('days', async () => 'read again')).toBe('new');
});

test('of revisions that are read for two notices at once those of the later one stay in memory, whichever come first', async ({
  opened,
}) => {
  const database = await openDatabase(opened);
  const changes = await openChanges(opened, database.url);
  const readings: PromiseWithResolvers<Revisions>[] = [];
  const retained: number[] = [];
  const read = () => {
    const reading = Promise.withResolvers<Revisions>();
    readings.push(reading);
    return reading.promise;
  };
  dropSuperseded(
    { retain: ({ stockouts }) => void retained.push(stockouts), forget: () => undefined },
    changes,
    read,
  );
  for (const stockouts of [8, 9])
    await database.pool.query('select pg_notify($1, $2)', ['changes', `stockouts:${stockouts}`]);
  await everyoneHasHeard(opened, database);
  // The first one is that of the start.
  expect(readings).toHaveLength(3);
  const others = { catalogue: 5, focusGroups: 1, provider: 0, rates: 0, history: '' };
  for (const [place, stockouts] of [9, 8, 7].entries()) {
    readings[2 - place]!.resolve({ ...others, stockouts });
    await readings[2 - place]!.promise;
  }
  await sleep(0);
  expect(retained).toEqual([9]);
});

test('what is published stays in memory from the start on, and also where it could not be read at once', async ({
  opened,
}) => {
  const database = await openDatabase(opened);
  const changes = await openChanges(opened, database.url);
  const retained: number[] = [];
  let [stockouts, fails] = [7, false];
  const read = async () => {
    if (fails) throw new Error('timeout exceeded when trying to connect');
    return { catalogue: 5, focusGroups: 1, provider: 0, rates: 0, history: '', stockouts };
  };
  const statistics = {
    retain: (revisions: Pick<Revisions, 'stockouts'>) => void retained.push(revisions.stockouts),
    forget: () => undefined,
  };
  dropSuperseded(statistics, changes, read);
  await expect.poll(() => retained).toEqual([7]);
  [stockouts, fails] = [8, true];
  await database.pool.query('select pg_notify($1, $2)', ['changes', 'stockouts:8']);
  await everyoneHasHeard(opened, database);
  expect(retained).toEqual([7]);
  fails = false;
  await expect.poll(() => retained, { timeout: 5000 }).toEqual([7, 8]);
});

test('a notice makes only the values forgotten that it concerns; failures and what may not be kept never are', async ({
  opened,
}) => {
  const database = await openDatabase(opened);
  const changes = await openChanges(opened, database.url);
  const kept = keepUntilChanged<string>(changes, {
    max: 10,
    kinds: ['config'],
    concerns: (noticed, key) => noticed === key,
  });
  for (const key of ['NEW_STOCKOUT_DAYS', 'other']) await kept(key, async () => 'first');
  await database.pool.query(
    `insert into config values ('NEW_STOCKOUT_DAYS', '15') on conflict (key) do update set value = excluded.value`,
  );
  await everyoneHasHeard(opened, database);
  expect(await kept('NEW_STOCKOUT_DAYS', async () => 'second')).toBe('second');
  expect(await kept('other', async () => 'second')).toBe('first');

  const expiring = keepUntilChanged<number>(changes, {
    max: 10,
    kinds: ['config'],
    keepable: (until) => until > 1,
  });
  expect(await expiring('session', async () => 1)).toBe(1);
  expect(await expiring('session', async () => 2)).toBe(2);
  expect(await expiring('session', async () => 3)).toBe(2);

  await expect(kept('failing', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
  expect(await kept('failing', async () => 'up')).toBe('up');
});
