import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { hashPassword } from '#server/accounts/sign-in/authenticate.ts';
import { accountKey } from '#server/accounts/sign-in/rate-limits.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { addUser, password } from '#tests/support/portal.ts';
import { long } from '#tests/support/rounds.ts';
import { startInstance } from '#tests/support/server.ts';

const owner = 'owner@portal.example';
const colleague = 'colleague@portal.example';
const nobody = 'nobody@portal.example';
const [home, attacker, elsewhere] = ['203.0.113.1', '198.51.100.1', '198.51.100.2'];

let database: TestDatabase;
let server: { url: string; close: () => Promise<void> };

beforeAll(async () => {
  database = await testDatabase();
  server = await startInstance(database, { trustedProxies: 1 });
  await addUser(database.pool, { email: owner });
  await addUser(database.pool, { email: colleague });
});
beforeEach(async () => {
  await database.pool.query('delete from rate_limits');
  await database.pool.query('delete from known_devices');
});
afterAll(async () => {
  await server.close();
  await database.close();
});

type Answer = { status: number; code?: string; device?: string; retryAfter: string | null; seconds: number };

async function attempt(
  email: string,
  given: string,
  address: string,
  device?: string,
  signal?: AbortSignal,
): Promise<Answer> {
  const started = performance.now();
  const response = await fetch(`${server.url}/api/users/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'en', 'x-forwarded-for': address },
    body: JSON.stringify({ email, password: given, device }),
    ...(signal ? { signal } : {}),
  });
  const { code, device: known } = (await response.json()) as { code?: string; device?: string };
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    seconds: (performance.now() - started) / 1000,
    ...(code ? { code } : {}),
    ...(known ? { device: known } : {}),
  };
}

async function statuses(count: number, one: (index: number) => Promise<Answer>): Promise<number[]> {
  const answers: number[] = [];
  for (let index = 0; index < count; index++) answers.push((await one(index)).status);
  return answers;
}

/** As if so many had been counted there, for ten more minutes. */
async function counted(key: string, attempts: number): Promise<void> {
  await database.pool.query('insert into rate_limits (key, points, expire) values ($1, $2, $3)', [
    key,
    attempts,
    Date.now() + 600_000,
  ]);
}

async function keyOf(email: string): Promise<string> {
  const { rows } = await database.pool.query<{ hash: string }>(
    'select password_hash as hash from users where email = $1',
    [email],
  );
  return accountKey(email, rows[0]?.hash ?? null);
}

/** As if so many had tried at an account, each from an address of its own. */
async function attacked(email: string, attempts: number): Promise<void> {
  await counted(`login-account:${await keyOf(email)}`, attempts);
}

async function countOf(key: string): Promise<number> {
  const { rows } = await database.pool.query<{ points: number }>(
    'select points from rate_limits where key = $1',
    [key],
  );
  return rows[0]!.points;
}

async function deviceOf(email: string): Promise<string> {
  const { status, device } = await attempt(email, password, home);
  expect(status).toBe(200);
  return device!;
}

const ten401 = Array(10).fill(401);

test('ten wrong passwords close an account to their address, and to no other', async () => {
  expect(await statuses(10, () => attempt(owner, 'wrong', attacker))).toEqual(ten401);
  const refused = await attempt(owner, password, attacker);
  expect(refused).toMatchObject({ status: 429, code: 'too_many_attempts' });
  expect(Number(refused.retryAfter)).toBeGreaterThan(800);
  expect(Number(refused.retryAfter)).toBeLessThanOrEqual(900);
  expect((await attempt(owner, password, home)).status).toBe(200);
});

test('a right password takes back its own attempt, and no wrong one', async () => {
  await counted(`login-address:${home}`, 30);
  expect(await statuses(9, () => attempt(owner, 'wrong', home))).toEqual(Array(9).fill(401));
  expect(await statuses(3, () => attempt(owner, password, home))).toEqual([200, 200, 200]);
  expect(await countOf(`login-address:${home}`)).toBe(39);
  expect(await statuses(2, () => attempt(owner, 'wrong', home))).toEqual([401, 429]);
});

test('ten attempts at once are no more than ten one after the other', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => attempt(owner, 'wrong', attacker)));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
});

test('fifty wrong passwords for whomever close the portal to their address, and to no other', async () => {
  const guess = (index: number) => attempt(`guess${index}@portal.example`, 'wrong', attacker);
  expect(new Set(await statuses(50, guess))).toEqual(new Set([401]));
  expect((await attempt(owner, password, attacker)).status).toBe(429);
  expect((await attempt(owner, password, home)).status).toBe(200);
});

test('attempts at one account alone never close the portal to their address', async () => {
  await Promise.all(Array.from({ length: 60 }, () => attempt(owner, 'wrong', attacker)));
  expect((await attempt(owner, password, attacker)).status).toBe(429);
  expect((await attempt(colleague, password, attacker)).status).toBe(200);
});

test('who signs in rightly over and over, sixty times at once, keeps no one else out', async () => {
  let isOver = false;
  const looping = Array.from({ length: 60 }, async () => {
    while (!isOver) await attempt(owner, password, home);
  });
  await sleep(1500);
  const others = await statuses(3, () => attempt(colleague, password, home));
  isOver = true;
  await Promise.all(looping);
  others.push((await attempt(colleague, password, home)).status);
  expect(others).toEqual([200, 200, 200, 200]);
});

test('the hundredth right password in a quarter of an hour is the last one of its account, until it has a new one', async () => {
  await counted(`login-right:${await keyOf(owner)}`, 99);
  expect((await attempt(owner, 'wrong', home)).status).toBe(401);
  expect((await attempt(owner, password, home)).status).toBe(200);
  const refused = await attempt(owner, password, home);
  expect([refused.status, refused.code]).toEqual([429, 'too_many_attempts']);
  expect(Number(refused.retryAfter)).toBeGreaterThan(500);
  expect((await attempt(colleague, password, home)).status).toBe(200);
  await database.pool.query('update users set password_hash = $1 where email = $2', [
    await hashPassword(password),
    owner,
  ]);
  expect((await attempt(owner, password, home)).status).toBe(200);
});

test('attempts that are refused are not counted', async () => {
  await counted(`login-address:${home}`, 50);
  expect(await statuses(10, () => attempt(owner, password, home))).toEqual(Array(10).fill(429));
  await database.pool.query("delete from rate_limits where key like 'login-address:%'");
  expect((await attempt(owner, password, home)).status).toBe(200);
});

test('sixty right passwords one after the other are none too many', async () => {
  expect(new Set(await statuses(60, () => attempt(owner, password, home)))).toEqual(new Set([200]));
});

test('a known device signs in at once, however many try elsewhere and at its own address', async () => {
  const device = await deviceOf(owner);
  expect(await statuses(10, () => attempt(owner, 'wrong', home))).toEqual(ten401);
  expect((await attempt(owner, password, home)).status).toBe(429);
  await database.pool.query('delete from rate_limits');
  await attacked(owner, 10_000);
  await counted(`login-address:${home}`, 5000);
  expect((await attempt(owner, password, home)).status).toBe(429);
  const known = await attempt(owner, password, home, device);
  expect(known).toMatchObject({ status: 200, device });
  expect(known.seconds).toBeLessThan(4);
});

test('a known device has ten attempts of its own, which keep nobody else out', async () => {
  const device = await deviceOf(owner);
  expect(await statuses(10, () => attempt(owner, 'wrong', home, device))).toEqual(ten401);
  expect(await attempt(owner, password, home, device)).toMatchObject({
    status: 429,
    code: 'too_many_attempts',
  });
  expect((await attempt(owner, password, home)).status).toBe(200);
});

test('a device is known to the account that signed in with it, and to no other', async () => {
  const device = await deviceOf(owner);
  expect(await statuses(10, () => attempt(colleague, 'wrong', attacker, device))).toEqual(ten401);
  expect((await attempt(colleague, password, attacker, device)).status).toBe(429);
  expect(await statuses(10, () => attempt(owner, 'wrong', attacker, 'x'.repeat(200)))).toEqual(ten401);
  expect((await attempt(owner, password, attacker, device)).status).toBe(200);
});

test('two who use one browser are both known there by the same token', async () => {
  const device = await deviceOf(owner);
  const second = await attempt(colleague, password, home, device);
  expect(second.device).toBe(device);
  for (const email of [owner, colleague]) {
    expect(await statuses(10, () => attempt(email, 'wrong', attacker))).toEqual(ten401);
    expect((await attempt(email, password, attacker, device)).status).toBe(200);
  }
});

test('a token of somebody’s own making is replaced', async () => {
  const { status, device } = await attempt(owner, password, home, 'A'.repeat(43));
  expect([status, device]).toEqual([200, expect.stringMatching(/^[\w-]{43}$/)]);
  expect(device).not.toBe('A'.repeat(43));
});

test('devices are kept for a year from the last sign-in, hashed, the last twenty of a user', async () => {
  const device = await deviceOf(owner);
  const days = async () => {
    const { rows } = await database.pool.query<{ text: string; days: number }>(
      'select d::text as text, extract(epoch from expires_at - now())::float8 / 86400 as days from known_devices d',
    );
    return rows;
  };
  const [kept] = await days();
  expect(kept!.days).toBeGreaterThan(364.9);
  expect(kept!.days).toBeLessThanOrEqual(365.01);
  expect(kept!.text).not.toContain(device);
  expect(kept!.text).not.toContain(Buffer.from(device, 'base64url').toString('hex'));

  await database.pool.query("update known_devices set expires_at = now() + interval '1 day'");
  await attempt(owner, password, home, device);
  expect((await days()).map((row) => Math.round(row.days))).toEqual([365]);

  for (let count = 0; count < 20; count++) await attempt(owner, password, home);
  expect(await days()).toHaveLength(20);
  // The oldest one had to go.
  expect((await attempt(owner, password, home, device)).device).not.toBe(device);

  await database.pool.query("update known_devices set expires_at = now() - interval '1 second'");
  const purging = await startInstance(database);
  await expect.poll(days).toEqual([]);
  await purging.close();
});

test('an account under attack becomes slower for new devices, a fifth of a second with each attempt', async () => {
  await attacked(owner, 9);
  expect((await attempt(owner, 'wrong', attacker)).status).toBe(401);
  await database.pool.query("update rate_limits set points = 15 where key like 'login-account:%'");
  const slowed = await attempt(owner, password, home);
  // The sixteenth: 6 × 0.2 s.
  expect(slowed.status).toBe(200);
  expect(slowed.seconds).toBeGreaterThan(1.19);
  expect(slowed.seconds).toBeLessThan(5);
});

if (long)
  test('and never slower than eight seconds, for accounts that exist and others alike', async () => {
    for (const email of [owner, nobody]) await attacked(email, 1_000_000);
    const [right, wrong, unknown] = await Promise.all([
      attempt(owner, password, home),
      attempt(owner, 'wrong', elsewhere),
      attempt(nobody, 'wrong', elsewhere),
    ]);
    expect([right.status, wrong.status, unknown.status]).toEqual([200, 401, 401]);
    for (const { seconds } of [right, wrong, unknown]) {
      expect(seconds).toBeGreaterThan(7.9);
      expect(seconds).toBeLessThan(14);
    }
  });

test('those who wait hold no connection and no one else up; more than twenty at an account are refused', async () => {
  await attacked(owner, 1000);
  const ofOwner = `login-account:${await keyOf(owner)}`;
  const hangUp = new AbortController();
  const waiting = Array.from({ length: 20 }, (_, index) =>
    attempt(owner, 'wrong', `198.51.100.${index}`, undefined, hangUp.signal).catch(() => undefined),
  );
  await expect.poll(() => countOf(ofOwner), { timeout: 3000 }).toBe(1020);
  await sleep(100);
  expect(database.pool.idleCount).toBe(database.pool.totalCount);

  const refused = await attempt(owner, password, home);
  expect([refused.status, refused.code, refused.retryAfter]).toEqual([429, 'too_many_attempts', '8']);
  expect(refused.seconds).toBeLessThan(4);
  expect([await countOf(ofOwner), await countOf(`login-address:${home}`)]).toEqual([1020, 0]);
  const other = await attempt(colleague, password, home);
  expect(other.status).toBe(200);
  expect(other.seconds).toBeLessThan(4);

  hangUp.abort();
  await Promise.all(waiting);
  await sleep(200);
  // Else a few addresses could wait in all places for good.
  expect(await countOf(ofOwner)).toBe(1020);
  await database.pool.query("update rate_limits set points = 10 where key like 'login-account:%'");
  expect((await attempt(owner, password, elsewhere)).status).toBe(200);
});

test('no answer tells whether an account exists', async () => {
  await addUser(database.pool, { email: 'former@portal.example' });
  await database.pool.query("update users set active = false where email = 'former@portal.example'");
  const device = await deviceOf(colleague);
  const series = async (email: string, address: string) => {
    const answers: unknown[] = [];
    for (let count = 0; count < 12; count++) {
      const {
        seconds: _,
        retryAfter,
        ...answer
      } = await attempt(email, 'wrong', address, count % 2 ? device : undefined);
      answers.push({ ...answer, retry: retryAfter !== null });
    }
    return answers;
  };
  const known = await series(owner, '198.51.100.11');
  expect(known.slice(9, 11)).toEqual([
    { status: 401, code: 'login_failed', retry: false },
    { status: 429, code: 'too_many_attempts', retry: true },
  ]);
  expect(await series(nobody, '198.51.100.12')).toEqual(known);
  expect(await series('former@portal.example', '198.51.100.13')).toEqual(known);
});
