import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openSetupLink } from '#server/accounts/setup-link.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { emptyTables } from '#tests/support/empty-tables.ts';
import { addUser } from '#tests/support/portal.ts';
import { long, rounds } from '#tests/support/rounds.ts';
import { startInstance } from '#tests/support/server.ts';
import { startServerProcess } from '#tests/support/server-process.ts';

const strong = 'vier Enten tanzen Polka 42';
const erika = { name: 'Erika Muster', email: 'erika@portal.example', password: strong, language: 'fr' };

let database: TestDatabase;
let portal: { url: string; close: () => Promise<void> };
/** Another process on the same database. */
let other: { url: string; close: () => Promise<void> };

beforeAll(async () => {
  database = await testDatabase();
  portal = await startInstance(database);
  other = await startInstance(database);
});
beforeEach(() => emptyTables(database.pool, 'users', 'sessions', 'setup_links', 'rate_limits'));
afterAll(async () => {
  await portal.close();
  await other.close();
  await database.close();
});

function post(path: string, body: unknown, url = portal.url): Promise<Response> {
  return fetch(`${url}/api/setup${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'en' },
    body: JSON.stringify(body),
  });
}

async function newLink(): Promise<string> {
  return (await openSetupLink(database.pool))!;
}

async function isValid(token: string): Promise<boolean> {
  return (await post('/validate', { token })).json() as Promise<boolean>;
}

test('the link makes the first administrator, signs them in, and is good for nothing then', async () => {
  const token = await newLink();
  expect(await isValid(token)).toBe(true);
  const answer = await post('', { token, ...erika });
  expect(answer.status).toBe(200);
  const { token: session, device: _, ...user } = (await answer.json()) as { token: string; device: string };
  expect(user).toMatchObject({
    name: 'Erika Muster',
    email: 'erika@portal.example',
    role: 'Admin',
    language: 'fr',
  });
  const current = await fetch(`${portal.url}/api/users/current`, {
    headers: { authorization: `Bearer ${session}` },
  });
  expect(await current.json()).toEqual(user);
  expect(await isValid(token)).toBe(false);
  const again = await post('', { token, ...erika, email: 'second@portal.example' });
  expect([again.status, await again.json()]).toMatchObject([400, { code: 'setup_link_invalid' }]);
});

test('the audit begins with the first administrator', async () => {
  const { rows: before } = await database.pool.query('select id from audit_entries');
  const token = await newLink();
  const { id } = (await (await post('', { token, ...erika })).json()) as { id: number };
  const { rows } = await database.pool.query('select * from audit_entries where id <> all ($1)', [
    before.map((entry) => entry.id),
  ]);
  expect(rows).toMatchObject([
    {
      user_id: null,
      action: 'user.created',
      subject_key: String(id),
      subject_name: 'Erika Muster <erika@portal.example>',
      after: { role: 'Admin', language: 'fr', Active: true },
    },
  ]);
  expect(JSON.stringify(rows)).not.toContain(strong);
  expect(JSON.stringify(rows)).not.toContain('argon2');
});

test('attempts at signing in, as many as one address may make, keep nobody from becoming the first administrator', async () => {
  const authenticate = (email: string, password: string) =>
    fetch(`${portal.url}/api/users/authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
  const emails = [
    ...Array(11).fill(erika.email),
    ...Array.from({ length: 40 }, (_, i) => `e${i}@portal.example`),
  ];
  const failed = await Promise.all(emails.map((email) => authenticate(email, 'wrong')));
  expect(new Set(failed.map(({ status }) => status))).toEqual(new Set([401, 429]));
  expect((await authenticate(erika.email, strong)).status).toBe(429);
  const answer = await post('', { token: await newLink(), ...erika });
  expect(answer.status).toBe(200);
  const { token, device } = (await answer.json()) as { token: string; device: string };
  const current = await fetch(`${portal.url}/api/users/current`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(current.status).toBe(200);
  expect(device).toMatch(/^[\w-]{43}$/);
});

test('of two who use it at the same moment, in two processes, exactly one becomes administrator', async () => {
  for (let round = 0; round < rounds({ short: 3, long: 50 }); round++) {
    await emptyTables(database.pool, 'users', 'rate_limits');
    const token = await newLink();
    const answers = await Promise.all(
      [portal.url, other.url, portal.url, other.url].map((url, index) =>
        post('', { token, ...erika, email: `e${index}@portal.example` }, url),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    const { rows } = await database.pool.query('select role from users');
    expect(rows).toEqual([{ role: 'Admin' }]);
  }
});

test('links of several starts all work until one is used, then none', async () => {
  const [first, second] = [await newLink(), await newLink()];
  expect(await Promise.all([first, second].map(isValid))).toEqual([true, true]);
  expect((await post('', { token: first, ...erika })).status).toBe(200);
  expect(await isValid(second)).toBe(false);
});

test('a link is good for an hour', async () => {
  const token = await newLink();
  const { rows } = await database.pool.query<{ minutes: number }>(
    'select extract(epoch from expires_at - now())::float8 / 60 as minutes from setup_links',
  );
  expect(rows[0]!.minutes).toBeGreaterThan(59);
  expect(rows[0]!.minutes).toBeLessThanOrEqual(60);
  await database.pool.query("update setup_links set expires_at = now() - interval '1 second'");
  expect(await isValid(token)).toBe(false);
  expect((await post('', { token, ...erika })).status).toBe(400);
  await newLink();
  expect((await database.pool.query('select from setup_links')).rowCount).toBe(1);
});

test('a user made in another way ends it too', async () => {
  const token = await newLink();
  await addUser(database.pool, { email: 'somebody@portal.example' });
  expect(await isValid(token)).toBe(false);
  expect((await post('', { token, ...erika })).status).toBe(400);
  expect(await openSetupLink(database.pool)).toBeUndefined();
});

test('only the hash of the 256 bits is stored', async () => {
  const token = await newLink();
  expect(Buffer.from(token, 'base64url').length).toBe(32);
  const { rows } = await database.pool.query<{ text: string }>(
    'select setup_links::text as text from setup_links',
  );
  expect(rows[0]!.text).not.toContain(token);
  expect(rows[0]!.text).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
});

test.each([
  [{ password: 'Sommer2026!' }, 'password_too_weak'],
  [{ password: 'erika@portal.example Muster' }, 'password_too_weak'],
  [{ email: 'erika' }, 'invalid_input'],
  [{ name: '  ' }, 'invalid_input'],
  [{ language: 'rm' }, 'invalid_input'],
])('%j is refused and leaves the link as good as it was', async (wrong, code) => {
  const token = await newLink();
  const answer = await post('', { token, ...erika, ...wrong });
  expect([answer.status, await answer.json()]).toMatchObject([400, { code }]);
  expect(await isValid(token)).toBe(true);
});

test('more than 50 attempts from an address within a quarter of an hour are refused', async () => {
  const statuses = [];
  for (let attempt = 0; attempt < 51; attempt++)
    statuses.push((await post('', { token: 'guess', ...erika })).status);
  expect(statuses).toEqual([...Array(50).fill(400), 429]);
  expect((await post('/validate', { token: await newLink() })).status).toBe(429);
});

test('whoever has the link opens it as often as they like, and may look for a password that is strong enough', async () => {
  const token = await newLink();
  for (let attempt = 0; attempt < 26; attempt++) {
    expect(await isValid(token)).toBe(true);
    expect((await post('', { token, ...erika, password: 'weak' })).status).toBe(400);
  }
  expect((await post('', { token, ...erika })).status).toBe(200);
});

if (long)
  test('every start without users prints a link of its own, one with users none', async () => {
    const env = { DATABASE_URL: database.url, PROVIDER_NAME: 'Provider', PROVIDER_COMPANIES: 'Provider AG' };
    const start = async () => {
      const server = await startServerProcess(env);
      await expect.poll(server.output).toContain('Ctrl-C stops it.');
      server.kill('SIGTERM');
      await server.ended;
      const link = new RegExp(`${server.url}/setup/([\\w-]{43})\\n`).exec(server.output())?.[1];
      return { link, output: server.output() };
    };
    const [first, second] = [await start(), await start()];
    expect(first.output).toContain('once and for 60 minutes');
    expect(await Promise.all([first.link!, second.link!].map(isValid))).toEqual([true, true]);
    expect(first.link).not.toBe(second.link);
    await addUser(database.pool, { email: 'somebody@portal.example' });
    expect((await start()).output).not.toContain('/setup/');
  });
