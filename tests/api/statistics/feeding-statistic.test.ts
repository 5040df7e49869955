import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { addUser, signIn } from '#tests/support/portal.ts';
import { startInstance } from '#tests/support/server.ts';
import { generic, original, provider } from '#tests/support/small-catalogue.ts';
import { fillSmallPortal, uploadRows } from '#tests/support/small-portal.ts';

const KEY = 'STOCKOUT_BEZUGS_STATISTIK_ID';

let database: TestDatabase;
let one: Awaited<ReturnType<typeof startInstance>>;
let other: typeof one;
let admin: string;
let rep: string;
/** Statistics: 3 packs of the original (missing now), 4 of the generic, 2 of the provider's; and 10 of the original. */
let small: number;
let large: number;

beforeAll(async () => {
  database = await testDatabase();
  await fillSmallPortal(database.pool);
  await addUser(database.pool, { email: 'admin@portal.example', name: 'Regula', role: 'Admin' });
  [one, other] = await Promise.all([startInstance(database), startInstance(database)]);
  [admin, rep] = await Promise.all([
    signIn(one.url, 'admin@portal.example'),
    signIn(one.url, 'rep@portal.example'),
  ]);
  const rows = [
    [original, 3],
    [generic, 4],
    [provider, 2],
    ['7680999999991', 100],
  ] as const;
  small = (await uploadRows(one.url, rep, rows)).bezugsStatistikID;
  large = (await uploadRows(one.url, rep, [[original, 10]], { comment: 'Market' })).bezugsStatistikID;
});
afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  await database.close();
});

async function ask(token: string, path = '', init: RequestInit = {}, url = one.url) {
  const response = await fetch(`${url}/api/config/${KEY}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...init.headers },
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const choose = (value: unknown, url = one.url, headers = {}) =>
  ask(admin, '', { method: 'POST', body: JSON.stringify({ value }), headers }, url);

test('while none is chosen the value is null, and all is new in a preview', async () => {
  expect(await ask(rep)).toEqual({ status: 200, body: { key: KEY, value: null, state: 'none' } });
  expect((await ask(admin)).body).toEqual({
    key: KEY,
    value: null,
    state: 'none',
    statistic: null,
    audience: null,
    chosenAt: null,
    chosenBy: null,
  });
  const { body } = await ask(admin, `/preview?value=${large}`);
  expect(body).toEqual({
    present: null,
    statistic: expect.objectContaining({ bezugsStatistikID: large, comment: 'Market' }),
    candidate: {
      products: 1,
      packs: 10,
      // The provider's costs CHF 10.
      turnoverPotential: 100,
      missingProducts: 1,
      missingPacks: 10,
      missingPotential: 100,
    },
    audience: 'signedIn',
    version: 0,
  });
});

test('what one process is told to choose is what the other one goes by, with who and when', async () => {
  expect(await choose(small)).toMatchObject({ status: 200, body: { value: small, state: 'usable' } });
  const { body } = await ask(admin, '', {}, other.url);
  expect(body).toMatchObject({
    value: small,
    state: 'usable',
    statistic: { bezugsStatistikID: small, fileName: 'statistic.xlsx', comment: null },
    chosenBy: 'Regula',
  });
  expect(Math.abs(Date.now() - Date.parse(body.chosenAt as string))).toBeLessThan(60_000);
  // The article that the catalogue does not know counts for nothing; of the others 7 packs could be the provider's.
  expect((await ask(admin, `/preview?value=${large}`, {}, other.url)).body).toMatchObject({
    present: {
      products: 3,
      packs: 9,
      turnoverPotential: 70,
      missingProducts: 1,
      missingPacks: 3,
      missingPotential: 30,
    },
    candidate: { packs: 10 },
  });
  expect((await choose(large, other.url)).status).toBe(200);
  expect((await ask(admin, `/preview?value=${small}`)).body).toMatchObject({ present: { packs: 10 } });
  expect((await ask(admin)).body).toMatchObject({ value: large, statistic: { comment: 'Market' } });
});

test('representatives are told the choice and its state, visitors the state, and nothing of the statistic', async () => {
  expect((await ask(rep)).body).toEqual({ key: KEY, value: large, state: 'usable' });
  const visitors = await fetch(`${one.url}/api/config/${KEY}`);
  expect(await visitors.json()).toEqual({ key: KEY, state: 'usable' });
});

test('who chooses what another one has chosen since is told, and of two at once one is', async () => {
  const seen = async () => (await ask(admin, `/preview?value=${small}`)).body.version as number;
  const version = await seen();
  const based = (on: number | string) => ({ 'if-match': `${on}` });
  expect((await choose(small, one.url, based(version))).status).toBe(200);
  expect(await choose(large, other.url, based(version))).toMatchObject({
    status: 412,
    body: {
      code: 'changed_meanwhile',
      issues: [
        { path: 'version', theirs: await seen() },
        { path: 'value', theirs: small, yours: large },
      ],
    },
  });
  expect((await ask(admin)).body).toMatchObject({ value: small });
  expect((await choose(large, one.url, based('x'))).status).toBe(400);
  const now = await seen();
  const both = await Promise.all([
    choose(large, one.url, based(now)),
    choose(large, other.url, based(`"${now}"`)),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
  expect((await choose(large)).status).toBe(200);
});

test('a number may come as text, and whatever is no number of a statistic is refused', async () => {
  expect((await choose(String(small))).status).toBe(200);
  for (const value of [
    null,
    '',
    'x',
    0,
    -1,
    1.5,
    2 ** 31,
    '1e3',
    [small],
    {},
    true,
    `${small} `,
    undefined,
  ]) {
    expect([value, (await choose(value)).status]).toEqual([value, 400]);
  }
  expect((await ask(admin, '/preview')).status).toBe(400);
  expect((await ask(admin, '/preview?value=x')).status).toBe(400);
  expect((await ask(rep)).body).toMatchObject({ value: small });
});

test('what is unknown, disabled or deleted is refused with its reason, and the choice stays', async () => {
  const refused = async (id: number) => {
    const answers = [await choose(id), await ask(admin, `/preview?value=${id}`)];
    return answers.map(({ status, body }) => [status, body.code]);
  };
  expect(await refused(999_999)).toEqual(Array(2).fill([404, 'feeding_statistic_unknown']));
  await database.pool.query('update statistics set active = false where id = $1', [large]);
  expect(await refused(large)).toEqual(Array(2).fill([409, 'feeding_statistic_disabled']));
  await database.pool.query('update statistics set active = true, deleted_at = now() where id = $1', [large]);
  expect(await refused(large)).toEqual(Array(2).fill([409, 'feeding_statistic_deleted']));
  expect((await ask(rep)).body).toMatchObject({ value: small, state: 'usable' });
  await database.pool.query('update statistics set deleted_at = null where id = $1', [large]);
});

test('a choice that is disabled or deleted afterwards is still told, with its state', async () => {
  const { pool } = database;
  await pool.query('update statistics set active = false where id = $1', [small]);
  expect((await ask(rep)).body).toEqual({ key: KEY, value: small, state: 'disabled' });
  await pool.query('update statistics set active = true, deleted_at = now() where id = $1', [small]);
  expect((await ask(admin)).body).toMatchObject({
    value: small,
    state: 'deleted',
    statistic: { fileName: 'statistic.xlsx' },
  });
  await expect
    .poll(async () => (await ask(admin, `/preview?value=${large}`)).body.present, { timeout: 10_000 })
    .toBeNull();
  await pool.query('delete from statistics where id = $1', [small]);
  expect((await ask(admin)).body).toMatchObject({ value: small, state: 'deleted', statistic: null });
});

test('a value that was written by hand has nobody who chose it, and is none when it names no statistic', async () => {
  const write = (value: string) =>
    database.pool.query('update config set value = $2 where key = $1', [KEY, value]);
  await write(String(large));
  expect((await ask(admin)).body).toMatchObject({
    value: large,
    state: 'usable',
    chosenBy: null,
    chosenAt: null,
  });
  for (const value of ['x', '', '99999999999999999999', '-1']) {
    await write(value);
    expect((await ask(admin)).body).toMatchObject({ value: null, state: 'none', statistic: null });
  }
});
