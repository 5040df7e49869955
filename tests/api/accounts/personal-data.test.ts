import { afterAll, beforeAll, expect, test } from 'vitest';
import { personalData } from '#server/accounts/personal-data.ts';
import { addUser, signIn } from '#tests/support/portal.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let ritaId: number;
let rita: string;
let admin: string;

beforeAll(async () => {
  server = await startTestServer();
  ritaId = await addUser(server.pool, { email: 'rita@portal.example', name: 'Rita' });
  await addUser(server.pool, { email: 'luc@portal.example', name: 'Luc' });
  await addUser(server.pool, { email: 'ada@portal.example', name: 'Ada', role: 'Admin' });
  rita = await signIn(server.url, 'rita@portal.example');
  admin = await signIn(server.url, 'ada@portal.example');
  await server.pool.query(
    `insert into customer_notes (customer_external_id, author_id, written_by, text)
     select '4711', id, name, 'Note of ' || name from users`,
  );
});
afterAll(() => server.close());

const call = (method: string, path: string, token: string) =>
  fetch(`${server.url}/api/users/${path}`, { method, headers: { authorization: `Bearer ${token}` } });

test('whatever refers to a user is in what is kept of them', async () => {
  const { rows } = await server.pool.query<{ table: string; column: string }>(
    `select c.conrelid::regclass::text as table, a.attname as column
     from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
     where c.contype = 'f' and c.confrelid in ('users'::regclass, 'alert_subscriptions'::regclass)
       and c.conrelid <> 'users'::regclass`,
  );
  const statements = Object.values(personalData);
  const missing = rows.filter(
    ({ table, column }) =>
      !statements.some(
        (sql) =>
          new RegExp(`from ${table}\\b`).test(sql) && sql.split('where')[1]?.includes(`${column} = $1`),
      ),
  );
  expect(rows.length).toBeGreaterThan(20);
  expect(missing).toEqual([]);
  for (const table of ['audit_entries', 'usage_counts', 'config_changes'])
    expect(statements.some((sql) => sql.includes(`from ${table} where`))).toBe(true);
});

test('somebody gets what is kept of them and of nobody else, without anything to sign in by', async () => {
  const answer = await call('GET', 'current/personal-data', rita);
  expect(answer.headers.get('content-disposition')).toContain('attachment');
  const text = await answer.text();
  const kept = JSON.parse(text);
  expect(Object.keys(kept).sort()).toEqual(Object.keys(personalData).sort());
  expect(kept.account).toMatchObject([{ id: ritaId, email: 'rita@portal.example' }]);
  expect(kept.sessions).toHaveLength(1);
  expect(kept.notes).toMatchObject([{ text: 'Note of Rita', customer_external_id: '4711' }]);
  expect(text).not.toMatch(/Luc|Ada|argon2|token|hash/);
});

test('an administrator gets it to answer somebody, which the audit says; others do not', async () => {
  expect((await call('POST', `${ritaId}/personal-data`, rita)).status).toBe(403);
  expect((await call('POST', '2147483647/personal-data', admin)).status).toBe(404);
  const answer = await call('POST', `${ritaId}/personal-data`, admin);
  const kept = (await answer.json()) as Record<string, object[]>;
  expect(kept.notes).toMatchObject([{ text: 'Note of Rita' }]);
  expect(kept.auditAboutYou).toMatchObject([{ action: 'user.exported' }]);
  const { rows } = await server.pool.query('select action, subject_key from audit_entries');
  expect(rows).toEqual([{ action: 'user.exported', subject_key: String(ritaId) }]);
});
