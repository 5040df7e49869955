import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pseudonymiseFormerUsers } from '#server/accounts/former-users.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { writeBackup } from '#server/backup/write-backup.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { createClient } from '#server/platform/database/pool.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { addUser, signIn } from '#tests/support/portal.ts';
import { startInstance } from '#tests/support/server.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
  const page = await readFile(join(root, 'docs/administration.md'), 'utf8');
  const script = /## Audit[\s\S]*?```sql\n([\s\S]*?)```/.exec(page)![1]!;
  const name = new URL(database.url).pathname.slice(1);
  await asSuperuser(name, script.replaceAll('database portal ', `database ${name} `));
});
afterAll(async () => {
  await database.close();
  await asSuperuser('postgres', 'drop role portal_audit');
});

async function asSuperuser(name: string, script: string): Promise<void> {
  const url = new URL(process.env.TEST_POSTGRES_URL!);
  url.pathname = `/${name}`;
  const client = createClient(url.href);
  await client.connect();
  try {
    await client.query(script);
  } finally {
    await client.end();
  }
}

test('a backup has the audit too, and what is restored of it counts on', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-backup-'));
  const restored = await testDatabase({ template: 'none' });
  try {
    const add = (pool: TestDatabase['pool']) =>
      pool.query<{ id: number }>(
        `insert into audit_entries (user_name, action, subject, subject_key, subject_name)
         values ('', 'setting.changed', 'setting', 'KEY', 'KEY') returning id`,
      );
    const { rows: before } = await add(database.pool);
    const file = join(folder, 'portal.backup');
    await writeBackup(database.url, file, 0);
    await restoreBackup(restored.url, file);
    const { rows: after } = await add(restored.pool);
    expect(after[0]!.id).toBe(before[0]!.id + 1);
  } finally {
    await restored.close();
    await rm(folder, { recursive: true });
  }
});

test('the portal migrates, starts and writes down changes where another role owns the audit', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-migrations-'));
  try {
    await cp(join(root, 'migrations'), folder, { recursive: true });
    const known = (await readdir(folder)).filter((name) => name.endsWith('.sql'));
    const later = `${String(known.length + 1).padStart(4, '0')}-later.sql`;
    await writeFile(join(folder, later), 'create table later (id integer);');
    expect(await migrate(database.pool, folder)).toEqual([later]);
  } finally {
    await rm(folder, { recursive: true });
  }
  const instance = await startInstance(database);
  try {
    await addUser(database.pool, { email: 'admin@portal.example', role: 'Admin' });
    const headers = {
      authorization: `Bearer ${await signIn(instance.url, 'admin@portal.example')}`,
      'content-type': 'application/json',
    };
    const body = JSON.stringify({ notNeeded: true });
    const item = `${instance.url}/api/setup/checklist/customers`;
    expect((await fetch(item, { method: 'PUT', headers, body })).status).toBe(200);
    const entries = await (await fetch(`${instance.url}/api/audit`, { headers })).json();
    expect(entries[0]).toMatchObject({ action: 'setup-item.changed', subjectKey: 'customers' });
  } finally {
    await instance.close();
  }
});

test('names of who was deleted become pseudonyms all the same', async () => {
  const { pool } = database;
  await pool.query(
    `insert into audit_entries (made_at, user_name, action, subject, subject_key, subject_name, before)
     values (now() - interval '3 years', '', 'user.deleted', 'user', '4242', 'Zoe <zoe@portal.example>',
       '{"name": "Zoe", "email": "zoe@portal.example"}')`,
  );
  await pseudonymiseFormerUsers(pool);
  const { rows } = await pool.query(
    "select subject_name, before from audit_entries where subject_key = '4242'",
  );
  expect(rows).toEqual([
    { subject_name: 'Person 4242', before: { name: 'Person 4242', email: 'Person 4242' } },
  ]);
});

test.each([
  "update audit_entries set reason = 'other'",
  'delete from audit_entries',
  'truncate audit_entries',
  'drop table audit_entries',
  'alter table audit_entries disable trigger all',
  'drop trigger refuse_change on audit_entries',
  'alter table audit_entries rename to other',
  'alter table audit_entries owner to portal',
  'create or replace function refuse_audit_change() returns trigger language plpgsql as $$ begin return new; end $$',
  'drop function refuse_audit_change() cascade',
  'drop schema public cascade',
  'alter schema public owner to portal',
  'set role portal_audit',
])('the portal’s role may not: %s', async (statement) => {
  await expect(database.pool.query(statement)).rejects.toThrow(/permission denied|must be owner/);
});
