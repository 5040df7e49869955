import { once } from 'node:events';
import { type AddressInfo, createServer, Socket } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '#server/platform/database/pool.ts';
import { databaseFailure } from '#server/platform/database/query-failure.ts';
import { keepLog, type LogEntry } from '#tests/support/kept-log.ts';
import { long } from '#tests/support/rounds.ts';
import { openSmallPortal, type SmallPortal } from '#tests/support/small-portal.ts';

const { log, entries } = keepLog();
let portal: SmallPortal;
beforeAll(async () => {
  portal = await openSmallPortal(log);
});
afterAll(() => portal.server.close());

async function failureOf(query: Promise<unknown>) {
  const error = await query.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(Error);
  const known = databaseFailure(error);
  return known && [known.status, known.code];
}

test.each([
  ['a text with NUL', "select convert_from('\\x00', 'UTF8')", 400, 'invalid_input'],
  ['a number beyond its column', 'select 2147483648::integer', 400, 'invalid_input'],
  ['a date that is none', "select '2026-02-30'::date", 400, 'invalid_input'],
  ['a text that is no number', "select 'x'::integer", 400, 'invalid_input'],
  ['a missing value', 'insert into config (key) values ($1)', 400, 'invalid_input'],
  [
    'what a check forbids',
    "insert into customers (external_id, name) values (repeat('x', 256), $1)",
    400,
    'invalid_input',
  ],
  [
    'a reference to nothing',
    "insert into reset_tokens values (sha256('x'), 4711, now())",
    400,
    'invalid_input',
  ],
  ['what is there already', "insert into customers (external_id, name) values ('4711', $1)", 409, 'conflict'],
])('%s is the caller’s error when PostgreSQL finds it', async (_, sql, status, code) => {
  const query = portal.server.pool.query(sql, sql.includes('$1') ? ['x'] : []);
  expect(await failureOf(query)).toEqual([status, code]);
});

test.each(['select nonsense', 'selekt', 'select * from nowhere'])(
  '%s: what is wrong with a query is our own error',
  async (sql) => {
    expect(await failureOf(portal.server.pool.query(sql))).toBeUndefined();
  },
);

test.each([
  ['nobody listens', () => new pg.Pool({ host: '127.0.0.1', port: 1 })],
  [
    'nobody listens at any address of a name',
    () => new pg.Pool({ host: 'db.example', port: 1, stream: () => new TwoAddresses() }),
  ],
  ['there is no socket', () => new pg.Pool({ host: '/nowhere' })],
])('where %s the database is not available', async (_, open) => {
  const pool = open();
  expect(await failureOf(pool.query('select'))).toEqual([503, 'database_unavailable']);
  await pool.end();
});

if (long)
  test('waiting too long for a connection is the same', async () => {
    const { options } = portal.server.pool;
    const pool = new pg.Pool({
      connectionString: options.connectionString!,
      max: 1,
      connectionTimeoutMillis: 3000,
    });
    const only = await pool.connect();
    expect(await failureOf(pool.query('select'))).toEqual([503, 'database_unavailable']);
    only.release();
    await pool.end();
  });

test('a PostgreSQL that takes a connection and then says nothing is the same', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const client = createClient(`postgresql://portal@127.0.0.1:${port}/portal`, 'test', 100);
  client.on('error', () => undefined);
  expect(await failureOf(client.connect())).toEqual([503, 'database_unavailable']);
  silent.close();
});

if (long)
  test('a request that waits too long for somebody else’s lock is told that the server is busy', async () => {
    const { pool, url } = portal.server;
    const holder = await pool.connect();
    await holder.query('begin; lock table wholesalers in access exclusive mode');
    const started = performance.now();
    const response = await fetch(`${url}/api/wholesaler`, {
      headers: { authorization: `Bearer ${portal.token}` },
    });
    await holder.query('rollback');
    holder.release();
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await response.json()).toMatchObject({ code: 'busy' });
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(entries.splice(0).filter(({ level }) => level >= 50)).toMatchObject([
      { msg: 'the database could not be asked', code: '55P03' },
    ]);
  });

test('a request whose connection is cut is told to come again, and the log says so', async () => {
  const { pool, url } = portal.server;
  const holder = await pool.connect();
  await holder.query('begin; lock table wholesalers in access exclusive mode');
  const request = fetch(`${url}/api/wholesaler`, { headers: { authorization: `Bearer ${portal.token}` } });
  await expect
    .poll(async () => {
      const { rowCount } = await pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rowCount;
    })
    .toBe(1);
  const response = await request;
  await holder.query('rollback');
  holder.release();
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await response.json()).toMatchObject({ code: 'database_unavailable' });
  const errors: LogEntry[] = entries.filter(({ level }) => level >= 50);
  expect(errors).toMatchObject([{ msg: 'the database could not be asked', code: '57P01' }]);
});

/** As where DNS gives two addresses for a name. */
class TwoAddresses extends Socket {
  override connect(...parameters: unknown[]): this {
    const [port, host] = parameters as [number, string];
    return super.connect({
      port,
      host,
      lookup: (_name, _options, told) =>
        told(null, [
          { address: '127.0.0.1', family: 4 },
          { address: '127.0.0.2', family: 4 },
        ]),
    });
  }
}
