import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Session } from '#shared/schemas/user.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { emptyTables } from '#tests/support/empty-tables.ts';
import { nastyTexts } from '#tests/support/nasty-values.ts';
import { addUser, postStatistic, signIn, uploadForm } from '#tests/support/portal.ts';
import { startInstance } from '#tests/support/server.ts';
import { original } from '#tests/support/small-catalogue.ts';
import { fillSmallPortal } from '#tests/support/small-portal.ts';

let database: TestDatabase;
let one: { url: string; close: () => Promise<void> };
let other: typeof one;
let repId: number;
/** Of the representative's sign-in. */
let session: string;

const file = Buffer.from(`GTIN;Menge\n${original};3\n`);

beforeAll(async () => {
  database = await testDatabase();
  repId = await fillSmallPortal(database.pool);
  one = await startInstance(database);
  other = await startInstance(database);
});
beforeEach(async () => {
  await emptyTables(database.pool, 'sessions', 'rate_limits');
  session = await signIn(one.url, 'rep@portal.example');
});
afterAll(async () => {
  await one.close();
  await other.close();
  await database.close();
});

function call(method: string, path: string, token: string, body?: object, url = one.url): Promise<Response> {
  return fetch(`${url}/api/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}

async function newToken(name = 'ERP', days = 30): Promise<string> {
  const response = await call('POST', 'users/current/tokens', session, { name, days });
  expect(response.status).toBe(200);
  return ((await response.json()) as { token: string }).token;
}

const sessions = async () =>
  (await (await call('GET', 'users/current/sessions', session)).json()) as Session[];
const upload = (token: string, url = one.url) => postStatistic(url, token, uploadForm(file));
/** What each process says of an upload by a token. */
const uploads = (token: string) =>
  Promise.all([one, other].map(async ({ url }) => (await upload(token, url)).status));

test('a program uploads with a token and reads back what it has uploaded, and nothing else', async () => {
  const token = await newToken();
  const uploaded = await upload(token);
  expect(uploaded.status).toBe(200);
  const { bezugsStatistik, report } = (await uploaded.json()) as {
    bezugsStatistik: { bezugsStatistikID: number; directLinkId: string };
    report: object;
  };
  expect(report).toMatchObject({ imported: 1, text: { separator: ';' } });
  const { bezugsStatistikID, directLinkId } = bezugsStatistik;
  expect(await (await call('GET', `statistics/${directLinkId}`, token)).json()).toMatchObject(
    bezugsStatistik,
  );
  // By its number neither what the program has uploaded nor anything else.
  for (const id of [bezugsStatistikID, `0${bezugsStatistikID}`, 2147483647]) {
    const refused = await call('GET', `statistics/${id}`, token);
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([404, 'not_found']);
  }

  for (const [method, path] of [
    ['GET', 'users/current'],
    ['GET', 'users/current/sessions'],
    ['POST', 'users/current/tokens'],
    ['DELETE', 'users/current/sessions'],
    ['GET', 'statistics'],
    ['GET', `statistics/${directLinkId}/summary`],
    ['GET', `statistics/${directLinkId}/file`],
  ] as const) {
    const refused = await call(method, path, token);
    expect([path, refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
      path,
      403,
      'token_scope',
    ]);
  }
});

test('a program reads back what it has uploaded for somebody else, and of others what their link shows', async () => {
  const { pool } = database;
  const below = await addUser(pool, { email: 'below@portal.example', name: 'Beat' });
  await pool.query('update users set parent_user_id = $1 where id = $2', [repId, below]);
  const token = await newToken();
  const form = uploadForm(file, { uploader: String(below), comment: 'For Beat' }, 'statistic.csv');
  const uploaded = await postStatistic(one.url, token, form);
  const { bezugsStatistik } = (await uploaded.json()) as { bezugsStatistik: { directLinkId: string } };
  const read = async () =>
    (await call('GET', `statistics/${bezugsStatistik.directLinkId}`, token)).json() as Promise<object>;
  expect(await read()).toMatchObject({ uploader: { id: below }, comment: 'For Beat' });
  await pool.query('update users set parent_user_id = null where id = $1', [below]);
  const shown = await read();
  expect(shown).toMatchObject({ customerName: 'Pharmacy' });
  expect(JSON.stringify(shown)).not.toMatch(/For Beat|"uploader"/);
});

test('a token stands among the sessions with name, end and last use, and is itself kept nowhere', async () => {
  const token = await newToken('Grossist  A', 90);
  const [, listed] = await sessions();
  expect(listed).toMatchObject({ name: 'Grossist  A', browser: null, isThis: false });
  expect(listed!.usedAt).toBe(listed!.begunAt);
  const days = (Date.parse(listed!.endsAt) - Date.parse(listed!.begunAt)) / 86_400_000;
  expect(Math.round(days)).toBe(90);
  await upload(token);
  await expect
    .poll(async () => (await sessions()).find(({ name }) => name)!.usedAt)
    .not.toBe(listed!.begunAt);
  const { rows } = await database.pool.query<{ token_hash: Buffer }>('select token_hash from sessions');
  // As a process of the release before would look for it, which would take it for a session.
  const plain = createHash('sha256').update(token).digest();
  expect(rows.some(({ token_hash }) => token_hash.equals(plain))).toBe(false);
});

test('a token that is ended is refused at once in every process', async () => {
  const token = await newToken();
  expect(await uploads(token)).toEqual([200, 200]);
  const { id } = (await sessions()).find(({ name }) => name)!;
  expect((await call('DELETE', `users/current/sessions/${id}`, session)).status).toBe(204);
  expect(await uploads(token)).toEqual([401, 401]);
});

test('with all other sessions tokens end, and with the user who is deactivated', async () => {
  const first = await newToken();
  expect(await uploads(first)).toEqual([200, 200]);
  expect((await call('DELETE', 'users/current/sessions', session)).status).toBe(204);
  expect(await uploads(first)).toEqual([401, 401]);

  const second = await newToken();
  expect(await uploads(second)).toEqual([200, 200]);
  await addUser(database.pool, { email: 'admin@portal.example', role: 'Admin' });
  const admin = await signIn(one.url, 'admin@portal.example');
  expect((await call('POST', `users/${repId}/deactivate`, admin)).status).toBe(200);
  expect(await uploads(second)).toEqual([401, 401]);
  expect((await call('POST', `users/${repId}/activate`, admin)).status).toBe(200);
  expect(await uploads(second)).toEqual([401, 401]);
});

test('the audit names the tokens that administrators end, one or all', async () => {
  for (const name of ['ERP', 'Grossist A', 'Nachts']) await newToken(name);
  await addUser(database.pool, { email: 'auditor@portal.example', role: 'Admin' });
  const admin = await signIn(one.url, 'auditor@portal.example');
  const idOf = async (name: string | null) => (await sessions()).find((each) => each.name === name)!.id;
  const phone = await signIn(one.url, 'rep@portal.example');
  const ofPhone = ((await (await call('GET', 'users/current/sessions', phone)).json()) as Session[])[0]!.id;
  for (const path of [`sessions/${await idOf('Grossist A')}`, `sessions/${ofPhone}`, 'sessions'])
    expect((await call('DELETE', `users/${repId}/${path}`, admin)).status).toBe(204);
  const { rows } = await database.pool.query<{ before: { accessTokens: string } | null }>(
    "select before from audit_entries where action = 'user.signed-out' order by id",
  );
  expect(rows.slice(0, 2)).toEqual([{ before: { accessTokens: 'Grossist A' } }, { before: null }]);
  expect(rows[2]!.before?.accessTokens.split(', ').toSorted()).toEqual(['ERP', 'Nachts']);
});

test('a token ends on its day', async () => {
  const token = await newToken('short', 1);
  await database.pool.query(
    "update sessions set expires_at = now() - interval '1 second' where name = 'short'",
  );
  expect((await upload(token)).status).toBe(401);
});

test('there are twenty at a time, also of those asked for at once', async () => {
  const asked = await Promise.all(
    Array.from({ length: 25 }, () => call('POST', 'users/current/tokens', session, { name: 'x', days: 1 })),
  );
  const statuses = asked.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(20);
  expect(statuses.filter((status) => status === 400)).toHaveLength(5);
});

test('whatever name and days are asked for are taken or refused with a reason', async () => {
  for (const name of nastyTexts) {
    const { status } = await call('POST', 'users/current/tokens', session, { name, days: 1 });
    expect([name, [200, 400].includes(status)]).toEqual([name, true]);
  }
  for (const days of [0, -1, 366, 1.5, 1e300, '1', null]) {
    expect((await call('POST', 'users/current/tokens', session, { name: 'x', days })).status).toBe(400);
  }
  await emptyTables(database.pool, 'sessions');
  session = await signIn(one.url, 'rep@portal.example');
  for (const token of ['upload_', 'upload_x', `upload_${'x'.repeat(190)}`]) {
    expect((await upload(token)).status).toBe(401);
  }
});
