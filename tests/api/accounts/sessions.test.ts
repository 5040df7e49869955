import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Session } from '#shared/schemas/user.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { emptyTables } from '#tests/support/empty-tables.ts';
import { nastyTexts } from '#tests/support/nasty-values.ts';
import { addUser, password } from '#tests/support/portal.ts';
import { startInstance } from '#tests/support/server.ts';

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

let database: TestDatabase;
let one: { url: string; close: () => Promise<void> };
let other: typeof one;
let ids: Record<string, number>;

beforeAll(async () => {
  database = await testDatabase();
  one = await startInstance(database);
  other = await startInstance(database);
});
beforeEach(async () => {
  await emptyTables(database.pool, 'users', 'sessions', 'rate_limits');
  ids = {
    rita: await addUser(database.pool, { email: 'rita@portal.example', name: 'Rita' }),
    luc: await addUser(database.pool, { email: 'luc@portal.example', name: 'Luc' }),
    ada: await addUser(database.pool, { email: 'ada@portal.example', name: 'Ada', role: 'Admin' }),
  };
});
afterAll(async () => {
  await one.close();
  await other.close();
  await database.close();
});

async function signIn(name: string, userAgent = firefox): Promise<string> {
  const response = await fetch(`${one.url}/api/users/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify({ email: `${name}@portal.example`, password }),
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { token: string }).token;
}

async function call(method: string, path: string, token: string, url = one.url): Promise<Response> {
  return fetch(`${url}/api/users/${path}`, { method, headers: { authorization: `Bearer ${token}` } });
}
const sessions = async (token: string, whose: string | number = 'current') =>
  (await (await call('GET', `${whose}/sessions`, token)).json()) as Session[];
const end = async (path: string, token: string, url = one.url) =>
  (await call('DELETE', path, token, url)).status;
/** What each process says of a token. */
const isGood = (token: string) =>
  Promise.all([one, other].map(async ({ url }) => (await call('GET', 'current', token, url)).status));

test('sessions are listed with begin, last use and browser, this one first, and only one’s own', async () => {
  const phone = await signIn('rita', iphone);
  await signIn('luc');
  const desk = await signIn('rita');
  await database.pool.query(
    "update sessions set used_at = used_at - interval '3 days', created_at = created_at - interval '5 days' where system = 'iPhone'",
  );
  const listed = await sessions(desk);
  expect(listed).toMatchObject([
    { browser: 'Firefox', system: 'Windows', isThis: true },
    { browser: 'Safari', system: 'iPhone', isThis: false },
  ]);
  const daysAgo = (instant: string) => Math.round((Date.now() - Date.parse(instant)) / 86_400_000);
  expect([listed[1]!.usedAt, listed[1]!.begunAt].map(daysAgo)).toEqual([3, 5]);
  expect(await sessions(phone)).toMatchObject([{ system: 'iPhone', isThis: true }, { system: 'Windows' }]);
  const { rows } = await database.pool.query<{ kept: string }>('select s::text as kept from sessions s');
  expect(rows.filter(({ kept }) => /Mozilla|127\.0\.0\.1|18_5|\b140\b/.test(kept))).toEqual([]);
});

test('a use is written down of remembered sessions too, once in ten minutes', async () => {
  const token = await signIn('rita');
  const hoursAgo = async () =>
    Math.round((Date.now() - Date.parse((await sessions(token))[0]!.usedAt)) / 3_600_000);
  await database.pool.query("update sessions set sliding = false, used_at = now() - interval '2 hours'");
  await call('GET', 'current', token, other.url);
  await expect.poll(hoursAgo).toBe(0);
});

test('another session that is ended is over in every process; others’ and this one are 404 and go on', async () => {
  const [desk, phone, lucs] = [await signIn('rita'), await signIn('rita', iphone), await signIn('luc')];
  expect([await isGood(phone), await isGood(lucs)].flat()).toEqual([200, 200, 200, 200]);
  const [own, ofPhone] = await sessions(desk);
  const [ofLuc] = await sessions(lucs);
  expect(await end(`current/sessions/${ofLuc!.id}`, desk)).toBe(404);
  expect(await end(`current/sessions/${own!.id}`, desk)).toBe(404);
  expect(await end(`current/sessions/${ofPhone!.id}`, desk)).toBe(204);
  expect(await isGood(phone)).toEqual([401, 401]);
  expect(await end(`current/sessions/${ofPhone!.id}`, desk)).toBe(404);
  for (const text of nastyTexts.filter((each) => each.trim() !== '' && each !== '../../../../etc/passwd'))
    expect
      .soft([text, await end(`current/sessions/${encodeURIComponent(text.toWellFormed())}`, desk)])
      .toEqual([text, expect.toBeOneOf([400, 404])]);
  expect([await isGood(desk), await isGood(lucs)].flat()).toEqual([200, 200, 200, 200]);
});

test('all others end at once, and of sessions that end each other one goes on', async () => {
  const tokens = await Promise.all(Array.from({ length: 6 }, () => signIn('rita')));
  const lucs = await signIn('luc');
  for (const token of tokens) expect(await isGood(token)).toEqual([200, 200]);
  const answers = await Promise.all(
    tokens.map((token, index) => end('current/sessions', token, [one, other][index % 2]!.url)),
  );
  expect(answers.toSorted()).toEqual([204, 401, 401, 401, 401, 401]);
  const left = tokens[answers.indexOf(204)]!;
  for (const token of tokens) expect(await isGood(token)).toEqual(token === left ? [200, 200] : [401, 401]);
  expect(await isGood(lucs)).toEqual([200, 200]);
});

test('administrators see and end a user’s sessions, each or all, and the audit says so', async () => {
  const [admin, desk, phone, lucs] = [
    await signIn('ada'),
    await signIn('rita'),
    await signIn('rita', iphone),
    await signIn('luc'),
  ];
  const listed = await sessions(admin, ids.rita);
  expect(listed.map(({ system, isThis }) => [system, isThis])).toEqual([
    ['iPhone', false],
    ['Windows', false],
  ]);
  const [ofLuc] = await sessions(lucs);
  expect(await end(`${ids.rita}/sessions/${ofLuc!.id}`, admin)).toBe(404);
  expect(await end(`${ids.rita}/sessions/${listed[0]!.id}`, lucs)).toBe(403);
  expect((await call('GET', `${ids.rita}/sessions`, lucs)).status).toBe(403);
  expect((await call('GET', '2147483647/sessions', admin)).status).toBe(404);
  expect(await end('2147483647/sessions', admin)).toBe(404);
  expect(await isGood(phone)).toEqual([200, 200]);
  expect(await end(`${ids.rita}/sessions/${listed[0]!.id}`, admin)).toBe(204);
  expect([await isGood(phone), await isGood(desk)].flat()).toEqual([401, 401, 200, 200]);
  expect(await end(`${ids.rita}/sessions`, admin)).toBe(204);
  expect([await isGood(desk), await isGood(lucs), await isGood(admin)].flat()).toEqual([
    401, 401, 200, 200, 200, 200,
  ]);
  const { rows } = await database.pool.query(
    'select user_name as by, action, subject_name as whom from audit_entries order by id',
  );
  const entry = {
    by: 'Ada <ada@portal.example>',
    action: 'user.signed-out',
    whom: 'Rita <rita@portal.example>',
  };
  expect(rows).toEqual([entry, entry]);
});

test('two administrators who sign each other out at once are both answered', async () => {
  await database.pool.query("update users set role = 'Admin' where id = $1", [ids.luc]);
  const [adas, lucs] = [await signIn('ada'), await signIn('luc')];
  const answers = await Promise.all([
    end(`${ids.luc}/sessions`, adas, one.url),
    end(`${ids.ada}/sessions`, lucs, other.url),
  ]);
  // Who was let in before the other's deed has done theirs too.
  expect(answers.filter((status) => status !== 204 && status !== 401)).toEqual([]);
  expect(answers).toContain(204);
});
