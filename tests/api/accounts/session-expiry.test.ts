import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { prolongSessions } from '#server/accounts/sign-in/sign-in.ts';
import { createClient } from '#server/platform/database/pool.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { addUser, password } from '#tests/support/portal.ts';
import { startInstance } from '#tests/support/server.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let database: TestDatabase;
let one: { url: string; close: () => Promise<void> };
let other: { url: string; close: () => Promise<void> };

beforeAll(async () => {
  database = await testDatabase();
  one = await startInstance(database);
  other = await startInstance(database);
  await addUser(database.pool, { email: 'rep@portal.example' });
});
afterEach(async () => {
  await database.pool.query('delete from sessions');
});
afterAll(async () => {
  await one.close();
  await other.close();
  await database.close();
});

async function signIn(remember?: boolean): Promise<string> {
  const response = await fetch(`${one.url}/api/users/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'rep@portal.example', password, remember }),
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { token: string }).token;
}

async function use(url: string, token: string): Promise<number> {
  const response = await fetch(`${url}/api/users/current`, { headers: { authorization: `Bearer ${token}` } });
  await response.body?.cancel();
  return response.status;
}

/** What is left of the only session, in hours, and the version of its row. */
async function session(): Promise<{ hours: number; version: string }> {
  const { rows } = await database.pool.query<{ hours: number; version: string }>(
    'select extract(epoch from expires_at - clock_timestamp())::float8 / 3600 as hours, xmin::text as version from sessions',
  );
  expect(rows).toHaveLength(1);
  return rows[0]!;
}

/** As if the session had begun or been used so much earlier. */
function letPass(hours: number): Promise<unknown> {
  return database.pool.query('update sessions set expires_at = expires_at - make_interval(secs => $1)', [
    hours * 3600,
  ]);
}

/** Nobody waits for a use to be written down; this does. The servers share the pool of the test. */
function allWritten(): Promise<void> {
  const { pool } = database;
  return expect.poll(() => pool.totalCount - pool.idleCount + pool.waitingCount).toBe(0);
}

const failing = (error: unknown) => expect.unreachable(String(error));

/** Does what takes no time, as if so many minutes had gone by in this process. */
function later(minutes: number, work: () => void): void {
  const moment = performance.now() + minutes * MINUTE;
  const clock = vi.spyOn(performance, 'now').mockReturnValue(moment);
  work();
  clock.mockRestore();
}

test('a session lasts twelve hours, or 365 days when it is to be remembered', async () => {
  for (const [remember, hours] of [
    [undefined, 12],
    [false, 12],
    [true, 365 * 24],
  ] as const) {
    await signIn(remember);
    expect((await session()).hours).toBeGreaterThan(hours - 0.01);
    expect((await session()).hours).toBeLessThanOrEqual(hours);
    await database.pool.query('delete from sessions');
  }
});

test('twelve hours without use end it everywhere', async () => {
  const token = await signIn();
  expect([await use(one.url, token), await use(other.url, token)]).toEqual([200, 200]);
  await letPass(12);
  await expect.poll(() => use(one.url, token)).toBe(401);
  await expect.poll(() => use(other.url, token)).toBe(401);
});

test('a use puts the end off to twelve hours from then', async () => {
  const token = await signIn();
  await letPass(11.9);
  expect(await use(one.url, token)).toBe(200);
  await expect.poll(async () => (await session()).hours).toBeGreaterThan(11.99);
});

test('so does a later use, five minutes after the last one that was written down', async () => {
  const token = await signIn();
  const use = prolongSessions(database.pool, failing);
  use(token);
  await allWritten();
  await letPass(6);
  use(token);
  later(4, () => use(token));
  await allWritten();
  expect((await session()).hours).toBeLessThan(6.01);
  later(6, () => use(token));
  await expect.poll(async () => (await session()).hours).toBeGreaterThan(11.9);
});

test('a session in constant use is written down once in ten minutes', async () => {
  const token = await signIn();
  const { version } = await session();
  const uses = [0, 1].map(() => prolongSessions(database.pool, failing));
  for (let minutes = 1; minutes <= 50; minutes++) later(minutes, () => uses[minutes % 2]!(token));
  await allWritten();
  // PostgreSQL’s clock has not moved, so nothing is gone of the twelve hours.
  expect((await session()).version).toBe(version);
});

test('thirty days after its begin a session ends, however much it is used', async () => {
  const token = await signIn();
  const { pool } = database;
  // Half an hour before: a use puts the end off to then, and no further.
  await pool.query(
    "update sessions set created_at = now() - interval '30 days' + interval '30 minutes', expires_at = now() + interval '10 minutes'",
  );
  prolongSessions(pool, failing)(token);
  await expect.poll(async () => (await session()).hours).toBeCloseTo(0.5, 1);
  const { version } = await session();
  prolongSessions(pool, failing)(token);
  await allWritten();
  expect((await session()).version).toBe(version);
});

test('a remembered session ends when its cookie does, however much it is used', async () => {
  const token = await signIn(true);
  await letPass(364 * 24);
  const { version } = await session();
  expect(await use(one.url, token)).toBe(200);
  await allWritten();
  expect(await session()).toMatchObject({ version, hours: expect.closeTo(24, 1) });
  await letPass(24);
  await expect.poll(() => use(one.url, token)).toBe(401);
});

test('remember is yes or no', async () => {
  const response = await fetch(`${one.url}/api/users/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'rep@portal.example', password, remember: 'on' }),
  });
  expect(response.status).toBe(400);
});

test('what has expired is purged at a start, without a notice for each session, and what has not stays', async () => {
  const { pool } = database;
  const userId = await addUser(pool, { email: 'purged@portal.example' });
  const hash = () => randomBytes(32);
  for (const age of ['-1 second', '1 hour']) {
    for (let count = 0; count < 300; count++)
      await pool.query(
        'insert into sessions (token_hash, user_id, expires_at) values ($1, $2, now() + $3::interval)',
        [hash(), userId, age],
      );
    await pool.query(
      'insert into reset_tokens (token_hash, user_id, expires_at) values ($1, $2, now() + $3::interval)',
      [hash(), userId, age],
    );
  }
  await pool.query("insert into rate_limits (key, points, expire) values ('old', 1, $1), ('new', 1, $2)", [
    Date.now() - 1000,
    Date.now() + HOUR,
  ]);
  const notices: string[] = [];
  const listener = createClient(database.url);
  await listener.connect();
  listener.on('notification', ({ payload = '' }) => notices.push(payload));
  await listener.query('listen changes');

  const instance = await startInstance(database);
  const counts = async () => {
    const { rows } = await pool.query(
      `select (select count(*) from sessions where user_id = $1) as sessions,
         (select count(*) from reset_tokens where user_id = $1) as tokens,
         (select array_agg(key) from rate_limits where key in ('old', 'new')) as limits`,
      [userId],
    );
    return rows[0];
  };
  await expect.poll(counts).toEqual({ sessions: 300, tokens: 1, limits: ['new'] });
  await pool.query("select pg_notify('changes', 'config:fence')");
  await expect.poll(() => notices).toContain('config:fence');
  expect(notices.filter((notice) => notice.startsWith('session:'))).toEqual([]);

  await pool.query('delete from sessions where user_id = $1', [userId]);
  await expect.poll(() => notices).toContain(`session:${userId}`);
  await listener.end();
  await instance.close();
});
