import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { pseudonymiseFormerUsers, purgeUsageCounts } from '#server/accounts/former-users.ts';
import { emptyTables } from '#tests/support/empty-tables.ts';
import { addUser, signIn } from '#tests/support/portal.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let admin: string;
let adminId: number;
const query = async (sql: string, values: unknown[] = []) => (await server.pool.query(sql, values)).rows;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  await emptyTables(server.pool, 'users', 'sessions', 'rate_limits', 'usage_counts', 'customer_notes');
  adminId = await addUser(server.pool, { email: 'ada@portal.example', name: 'Ada', role: 'Admin' });
  admin = await signIn(server.url, 'ada@portal.example');
});
afterAll(() => server.close());

async function call(method: string, path: string, body?: object): Promise<number> {
  const response = await fetch(`${server.url}/api/users/${path}`, {
    method,
    headers: { authorization: `Bearer ${admin}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  await response.body?.cancel();
  return response.status;
}

/** As if all that the audit has had happened so many months earlier: only a superuser without triggers can. */
async function letPass(months: number): Promise<void> {
  const client = await server.pool.connect();
  try {
    await client.query('alter table audit_entries disable trigger refuse_change');
    await client.query('update audit_entries set made_at = made_at - make_interval(months => $1)', [months]);
    await client.query('alter table audit_entries enable trigger refuse_change');
  } finally {
    client.release();
  }
}

const nasty = 'O\'Brien "Zoé" \\ (%_$1)';

test('who was deleted stays by name for the months that are set, then a pseudonym takes its place everywhere', async () => {
  const zoe = await addUser(server.pool, { email: 'zoe@portal.example', name: 'Zoe Alt', role: 'Admin' });
  const luc = await addUser(server.pool, {
    email: 'luc@portal.example',
    name: 'Luc',
    parentUserId: zoe,
  } as never);
  const theirs = await signIn(server.url, 'zoe@portal.example');
  await fetch(`${server.url}/api/users/${luc}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${theirs}`, 'content-type': 'application/json' },
    body: JSON.stringify({ parentUserId: zoe }),
  });
  expect(await call('PUT', `${zoe}`, { name: nasty, email: 'new-zoe@portal.example' })).toBe(200);
  expect(await call('PUT', `${luc}`, { replacementUserId: zoe })).toBe(200);
  await query(
    `insert into customer_notes (customer_external_id, author_id, written_by, text)
     values ('1', $1, $2, 'of Zoe'), ('1', $1, 'Luc', 'of Luc'), ('1', $1, 'Ada', 'of Ada')`,
    [luc, nasty],
  );
  expect(await call('DELETE', `${zoe}?handOverTo=${luc}`)).toBe(200);
  const told = async () =>
    (await query('select e::text as entry from audit_entries e order by id'))
      .map(({ entry }) => entry)
      .join('\n');
  const before = await told();
  expect(before).toMatch(/Brien/);

  await letPass(23);
  await pseudonymiseFormerUsers(server.pool);
  expect(await told()).toMatch(/Brien/);

  await letPass(2);
  await Promise.all([pseudonymiseFormerUsers(server.pool), pseudonymiseFormerUsers(server.pool)]);
  const after = await told();
  expect(after).not.toMatch(/Brien|Zoe|zoe@/);
  expect(after).toContain(`Person ${zoe}`);
  expect(after).toContain('Luc <luc@portal.example>');
  expect(after.split('\n')).toHaveLength(before.split('\n').length);
  expect(
    await query(
      "select before->>'name' as name, before->>'email' as email, before->>'role' as role, user_name from audit_entries where action = 'user.deleted'",
    ),
  ).toEqual([
    { name: `Person ${zoe}`, email: `Person ${zoe}`, role: 'Admin', user_name: 'Ada <ada@portal.example>' },
  ]);
  expect(await query("select after from audit_entries where after ? 'replacementUserId'")).toEqual([
    { after: { replacementUserId: `Person ${zoe}` } },
  ]);
  expect(await query('select written_by as by, text from customer_notes order by id')).toEqual([
    { by: `Person ${zoe}`, text: 'of Zoe' },
    { by: 'Luc', text: 'of Luc' },
    { by: 'Ada', text: 'of Ada' },
  ]);
});

test('a name that somebody else has too stays where it may be theirs', async () => {
  const former = await addUser(server.pool, { email: 'a1@portal.example', name: 'Anna Muster' });
  const other = await addUser(server.pool, { email: 'a2@portal.example', name: 'Anna Muster' });
  const after = (await query(
    `insert into audit_entries (user_name, action, subject, subject_key, subject_name, before, after)
     values ('', 'user.changed', 'user', '${other}', 'Anna Muster <a2@portal.example>',
         '{"name": "Anna M."}', '{"name": "Anna Muster"}'),
       ('', 'statistic.changed', 'statistic', '1', 'A pharmacy',
         '{"by": "Anna Muster", "representative": "Anna Muster (${former})"}',
         '{"by": "Anna Muster <a1@portal.example>", "representative": "Anna Muster (${other})"}')
     returning id`,
  )) as { id: string }[];
  expect(await call('DELETE', `${former}?handOverTo=${other}`)).toBe(200);
  await letPass(25);
  await pseudonymiseFormerUsers(server.pool);
  expect(
    await query('select before, after from audit_entries where id = any ($1) order by id', [
      after.map(({ id }) => id),
    ]),
  ).toEqual([
    { before: { name: 'Anna M.' }, after: { name: 'Anna Muster' } },
    {
      before: { by: 'Anna Muster', representative: `Person ${former}` },
      after: { by: `Person ${former}`, representative: `Anna Muster (${other})` },
    },
  ]);
  expect(
    await query(
      "select before ->> 'name' as name from audit_entries where action = 'user.deleted' and subject_key = $1",
      [String(former)],
    ),
  ).toEqual([{ name: `Person ${former}` }]);
});

test('what somebody signed who has name and address of a deleted account stays theirs', async () => {
  const email = 'vera@portal.example';
  const former = await addUser(server.pool, { email, name: 'Vera' });
  const sign = (signatures: string[]) =>
    query(
      `insert into template_file_versions (key, file_name, size, sha256, row_count, report, used_at, used_by_name)
       select 'wholesalers', 'w.csv', 1, sha256('w'), 0, '{}', now(), signature from unnest($1::text[]) as signature`,
      [signatures],
    );
  await sign([`Vera <${email}>`, `Vera Alt <${email}>`]);
  expect(await call('PUT', `${former}`, { name: 'Vera Alt' })).toBe(200);
  expect(await call('DELETE', `${former}`)).toBe(200);
  await addUser(server.pool, { email, name: 'Vera' });
  await letPass(25);
  await pseudonymiseFormerUsers(server.pool);
  expect(await query('select used_by_name as by from template_file_versions order by id')).toEqual([
    { by: `Vera <${email}>` },
    { by: `Person ${former}` },
  ]);
});

test('entries change in no other way, whatever is set', async () => {
  await query(
    `insert into audit_entries (user_id, user_name, action, subject, subject_key, subject_name)
     values ($1, 'Ada <ada@portal.example>', 'user.changed', 'user', '1', 'Luc <luc@portal.example>')`,
    [adminId],
  );
  const client = await server.pool.connect();
  try {
    // What a migration before allowed whoever made this setting.
    await client.query("select set_config('portal.pseudonym', 'Person 1', false)");
    for (const change of [
      "action = 'user.deleted'",
      'made_at = now()',
      "user_name = 'Luc'",
      'user_id = 1',
      "after = '{}'",
      "subject_name = 'Person 1'",
    ])
      await expect(client.query(`update audit_entries set ${change}`)).rejects.toThrow('kept as they are');
    await expect(client.query('delete from audit_entries')).rejects.toThrow('kept as they are');
    // Functions and statements that look like the one that may.
    const line = 'PL/pgSQL function pseudonymise_audit(integer) line 1 at SQL statement';
    const update = 'update audit_entries set reason = null';
    for (const forged of [
      `do $do$ begin execute $e$ ${update} /*"\n${line}*/ $e$; end $do$`,
      `create function pg_temp.pseudonymise_audit(integer) returns void language plpgsql as $f$ begin ${update}; end $f$;
       select pg_temp.pseudonymise_audit(1)`,
      `create function pg_temp."x\n${line}"() returns void language sql as $f$ ${update} $f$;
       select pg_temp."x\n${line}"()`,
    ])
      await expect(client.query(forged)).rejects.toThrow('kept as they are');
  } finally {
    client.release(true);
  }
});

test('counts of openings are deleted after the months that are set', async () => {
  await query(
    `insert into usage_counts (day, event, caller, statistic_id, representative_id, count)
     select (now() - make_interval(months => m))::date, 'opened', 'visitor', 1, 1, m from unnest(array[1, 59, 61]) m`,
  );
  expect(await purgeUsageCounts(server.pool)).toBe(1);
  await query("insert into config (key, value) values ('USAGE_MONTHS', '12')");
  expect(await purgeUsageCounts(server.pool)).toBe(1);
  expect(await query('select count from usage_counts')).toEqual([{ count: 1 }]);
});
