import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { OutOfMemoryError, openEngine } from '#analytics/engine.ts';
import { readConfig } from '#server/config.ts';
import { createReadiness } from '#server/operation/readiness.ts';
import { createPools } from '#server/platform/database/pool.ts';
import { freeBytes } from '#server/platform/disk-room.ts';
import { openApplication } from '#server/start/application.ts';
import { listen } from '#server/start/http-server.ts';
import { checkedRoutes } from '#tests/support/checked-routes.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { keepLog } from '#tests/support/kept-log.ts';
import { long } from '#tests/support/rounds.ts';
import { startSilentProxy } from '#tests/support/silent-proxy.ts';

const opened: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

/** A portal whose connections all go through a proxy, and the pool of what people wait for. */
async function openPortal() {
  const database: TestDatabase = await testDatabase();
  opened.push(database.close);
  const proxy = await startSilentProxy(database.url);
  opened.push(proxy.close);
  const config = readConfig({
    DATABASE_URL: proxy.url,
    PROVIDER_NAME: 'Provider',
    PROVIDER_COMPANIES: 'Provider AG',
    PORT: '0',
  });
  const pools = createPools(proxy.url, config.databaseConnections);
  const { log, entries } = keepLog();
  const application = await openApplication(config, pools, proxy.url, log, checkedRoutes);
  const server = await listen(application.listener, config);
  opened.push(async () => {
    await server.close(100);
    await proxy.close();
    await application.close().catch(() => undefined);
    await Promise.all([pools.interactive.end(), pools.bulk.end()]).catch(() => undefined);
  });
  return { url: server.url, pools, proxy, database, entries };
}

async function ask(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}/api/health/ready`, { headers });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const ready = {
  status: 200,
  body: { ready: true, checks: { database: true, clock: true, memory: true, running: true } },
};

test('a portal whose database answers is ready, whatever token comes along', async () => {
  const { url } = await openPortal();
  expect(await ask(url)).toEqual(ready);
  expect(await ask(url, { authorization: 'Bearer unknown' })).toEqual(ready);
});

test('a process that lives says what it runs, to whoever asks', async () => {
  const { url } = await openPortal();
  const answer = await fetch(`${url}/api/health/live`);
  const { stdout } = await promisify(execFile)('git', ['rev-parse', 'HEAD']);
  const { version } = JSON.parse(await readFile('package.json', 'utf8'));
  expect(await answer.json()).toEqual({ live: true, version, commit: stdout.trim() });
});

test('it says so while no connection of its pools is free, to many at once', async () => {
  const { url, pools } = await openPortal();
  const { max } = pools.interactive.options;
  const held = await Promise.all(Array.from({ length: max }, () => pools.interactive.connect()));
  opened.push(() => {
    for (const client of held) client.release();
  });
  // What waited for one would fail after five seconds.
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => ask(url, { authorization: 'Bearer unknown' })),
  );
  for (const answer of answers) expect(answer).toEqual(ready);
});

test('once the database is silent it is not ready and says why, at once and to everybody', async () => {
  const { url, proxy, entries } = await openPortal();
  expect(await ask(url)).toEqual(ready);
  // Connections that are made anew stay silent too.
  await proxy.close();
  await expect.poll(async () => (await ask(url)).status, { timeout: 10_000 }).toBe(503);
  const started = performance.now();
  const { body } = await ask(url, { 'accept-language': 'en', authorization: 'Bearer unknown' });
  expect(performance.now() - started).toBeLessThan(4000);
  expect(body).toEqual({
    message: 'The portal is not ready at the moment. Please try again shortly.',
    code: 'not_ready',
    requestId: expect.any(String),
    issues: [{ path: 'database', message: 'failed' }],
  });
  // However often it is asked.
  expect(entries.filter(({ msg }) => /ready|request/.test(msg))).toEqual([
    expect.objectContaining({ level: 40, msg: 'not ready', failed: ['database'] }),
  ]);
});

if (long)
  test('a database that can only be read is not ready for as long, and what is to be written is asked for again later', async () => {
    const { url, database } = await openPortal();
    expect(await ask(url)).toEqual(ready);
    const name = new URL(database.url).pathname.slice(1);
    const client = await database.pool.connect();
    opened.push(() => client.release());
    const begunAnew = async (setting: string) => {
      await client.query(`alter database ${name} ${setting}`);
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()`,
      );
    };
    await begunAnew('set default_transaction_read_only = on');
    await expect.poll(async () => (await ask(url)).status, { timeout: 10_000 }).toBe(503);
    for (let time = 0; time < 20; time++) {
      expect(await ask(url)).toMatchObject({ status: 503, body: { issues: [{ path: 'database' }] } });
      await sleep(250);
    }
    const signIn = await fetch(`${url}/api/users/authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'nobody@portal.example', password: 'wrong' }),
    });
    expect(signIn.status).toBe(503);
    expect(await signIn.json()).toMatchObject({ code: 'database_unavailable' });
    await begunAnew('reset default_transaction_read_only');
    await expect.poll(() => ask(url), { timeout: 10_000 }).toEqual(ready);
  });

test('a process whose DuckDB has run out of memory lately is not ready', async () => {
  const directory = await mkdtemp(`${tmpdir()}/portal-health-`);
  const engine = await openEngine({ directory, memoryLimit: '64MB' });
  try {
    const readiness = createReadiness({ live: true, commits: true }, new AbortController().signal, engine);
    expect(readiness()).toMatchObject({ memory: true });
    const tooLarge = () =>
      engine.use('main', ({ rows }) =>
        rows(
          "select max(l)::varchar from (select list(i || repeat('y', 20)) as l from range(900000) t (i) group by i % 3)",
        ),
      );
    await expect(engine.withRoom(tooLarge)).rejects.toThrow(OutOfMemoryError);
    expect(readiness()).toMatchObject({ memory: false });
  } finally {
    engine.close();
    await rm(directory, { recursive: true });
  }
});

test('free is what df says that anybody may still write', async () => {
  const { stdout } = await promisify(execFile)('df', ['-Pk', tmpdir()]);
  const available = Number(stdout.trim().split('\n').at(-1)!.split(/\s+/)[3]) * 1024;
  const { blocks, bsize } = await statfs(tmpdir());
  expect(Math.abs((await freeBytes(tmpdir())) - available)).toBeLessThan(0.01 * blocks * bsize);
});
