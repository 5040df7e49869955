import { afterAll, beforeAll, expect, test } from 'vitest';
import { purgeNotes } from '#server/customers/note-queries.ts';
import type { CustomerNote, CustomerPage } from '#shared/schemas/customer-page.ts';
import { addCustomer, addUser, publishReferenceData, signIn } from '#tests/support/portal.ts';
import { sentAtOnce } from '#tests/support/sent-at-once.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { original, smallCatalogue } from '#tests/support/small-catalogue.ts';
import { uploadRows } from '#tests/support/small-portal.ts';

let server: TestServer;
const tokens: Record<string, string> = {};
const ids: Record<string, number> = {};

/** The author, whoever is above and in whose place, a colleague under the same manager, and who sees everything. */
const people = ['author', 'manager', 'replacement', 'colleague', 'stranger', 'full', 'admin'] as const;

beforeAll(async () => {
  server = await startTestServer();
  const { pool, url } = server;
  await publishReferenceData(pool, smallCatalogue);
  await addCustomer(pool, '4711', 'Pharmacy');
  for (const name of people) {
    const email = `${name}@portal.example`;
    ids[name] = await addUser(pool, {
      email,
      name,
      role: name === 'admin' ? 'Admin' : 'User',
      fullDataAccess: name === 'full',
    });
    tokens[name] = await signIn(url, email);
  }
  await pool.query('update users set parent_user_id = $1 where id = any ($2)', [
    ids.manager,
    [ids.author, ids.colleague],
  ]);
  await pool.query('update users set replacement_user_id = $1 where id = $2', [ids.replacement, ids.author]);
  // All of them see a statistic of the customer, if only their own.
  for (const name of ['author', 'colleague', 'stranger'])
    await uploadRows(url, tokens[name]!, [[original, 1]]);
}, 60_000);
afterAll(() => server.close());

async function call(who: string, method: string, path: string, body?: object) {
  const answer = await fetch(`${server.url}/api/customers/${path}`, {
    method,
    headers: { authorization: `Bearer ${tokens[who]}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: answer.status === 204 ? null : await answer.json() };
}

async function note(who: string, text: string): Promise<CustomerNote> {
  const { status, body } = await call(who, 'POST', '4711/notes', { text });
  expect(status).toBe(200);
  return body as CustomerNote;
}

const notesFor = async (who: string) =>
  ((await call(who, 'GET', '4711')).body as CustomerPage).notes.map(({ text, mayDelete }) => [
    text,
    mayDelete,
  ]);

test('a note is read by its author, who is above or replaces them, and who sees everything', async () => {
  const written = await note('author', ' Wants a call\nin May ');
  expect(written).toMatchObject({ text: 'Wants a call\nin May', writtenBy: 'author', mayDelete: true });
  expect(Math.abs(Date.parse(written.madeAt) - Date.now())).toBeLessThan(60_000);
  const read: Record<string, unknown> = {};
  for (const who of people) read[who] = await notesFor(who);
  const seen = [['Wants a call\nin May', false]];
  expect(read).toEqual({
    author: [['Wants a call\nin May', true]],
    manager: seen,
    replacement: seen,
    full: seen,
    admin: [['Wants a call\nin May', true]],
    // Who uploads under a customer's number comes by no notes.
    colleague: [],
    stranger: [],
  });
});

test('calls, orders and reminders stand in the line of time of whoever reads notes', async () => {
  const later = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  for (const body of [{ action: 'called' }, { action: 'ordered' }, { action: 'later', until: later }])
    expect((await call('author', 'POST', '4711/actions', body)).status).toBe(200);
  const seen = [
    ['later', later, 'author'],
    ['ordered', null, 'author'],
    ['called', null, 'author'],
  ];
  const read: Record<string, unknown> = {};
  for (const who of people) {
    const { actions } = (await call(who, 'GET', '4711')).body as CustomerPage;
    read[who] = actions.map(({ action, until, by }) => [action, until, by]);
  }
  expect(read).toEqual({
    author: seen,
    manager: seen,
    replacement: seen,
    full: seen,
    admin: seen,
    colleague: [],
    stranger: [],
  });
  const { actions } = (await call('author', 'GET', '4711')).body as CustomerPage;
  expect((await call('author', 'DELETE', `4711/actions/${actions[0]!.id}`)).status).toBe(204);
  expect(((await call('manager', 'GET', '4711')).body as CustomerPage).actions).toEqual(actions.slice(1));
});

test('what is said again because the answer was lost is written down once, as of the last time; later it is said anew', async () => {
  await addCustomer(server.pool, '4715', 'Twice');
  for (const who of ['author', 'stranger'])
    await uploadRows(server.url, tokens[who]!, [[original, 1]], { customerExternalId: '4715' });
  const say = async (who: string, path: string, body: object) =>
    (await call(who, 'POST', `4715/${path}`, body)).body as { id: number; madeAt: string };
  const until = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const said: [string, object, object][] = [
    ['notes', { text: 'Not in' }, { text: 'In' }],
    ['actions', { action: 'called' }, { action: 'ordered' }],
    ['actions', { action: 'later', until: until(5) }, { action: 'later', until: until(6) }],
  ];
  for (const [path, what, other] of said) {
    const first = await say('author', path, what);
    const again = await say('author', path, what);
    expect(again).toEqual({ ...first, madeAt: again.madeAt });
    expect(Date.parse(again.madeAt)).toBeGreaterThanOrEqual(Date.parse(first.madeAt));
    // By somebody else, after something else, and a while later it is another.
    const table = `customer_${path}`;
    const ids = [first.id, (await say('stranger', path, what)).id, (await say('author', path, other)).id];
    ids.push((await say('author', path, what)).id);
    await server.pool.query(`update ${table} set made_at = made_at - interval '11 minutes'`);
    ids.push((await say('author', path, what)).id);
    expect(new Set(ids).size).toBe(5);
  }
});

test('what is said four times at once is written down once', async () => {
  await addCustomer(server.pool, '4716', 'At once');
  await uploadRows(server.url, tokens.author!, [[original, 1]], { customerExternalId: '4716' });
  for (const [path, body] of [
    ['notes', { text: 'At once' }],
    ['actions', { action: 'called' }],
  ] as const) {
    const said = await sentAtOnce(server.pool, 4, () => call('author', 'POST', `4716/${path}`, body));
    expect(said.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(said.map(({ body }) => (body as { id: number }).id)).size).toBe(1);
  }
});

test('a note is deleted by its author and by administrators, and by nobody else', async () => {
  const first = await note('author', 'First');
  const statuses: Record<string, number> = {};
  for (const who of ['manager', 'replacement', 'full', 'colleague', 'stranger'])
    statuses[who] = (await call(who, 'DELETE', `4711/notes/${first.id}`)).status;
  expect(statuses).toEqual({ manager: 403, replacement: 403, full: 403, colleague: 404, stranger: 404 });
  // By another customer's number it is none.
  await addCustomer(server.pool, '4712', 'Other');
  await uploadRows(server.url, tokens.author!, [[original, 1]], { customerExternalId: '4712' });
  expect((await call('author', 'DELETE', `4712/notes/${first.id}`)).status).toBe(404);
  expect((await call('author', 'DELETE', `4711/notes/${first.id}`)).status).toBe(204);
  expect((await call('author', 'DELETE', `4711/notes/${first.id}`)).status).toBe(404);
  const second = await note('author', 'Second');
  expect((await call('admin', 'DELETE', `4711/notes/${second.id}`)).status).toBe(204);
  const { rows } = await server.pool.query(
    'select action, subject_key, subject_name, before, after from audit_entries order by id desc limit 1',
  );
  expect(rows).toEqual([
    {
      action: 'customer-note.deleted',
      subject_key: '4711',
      subject_name: 'author',
      before: null,
      after: null,
    },
  ]);
});

test('nobody notes anything of a customer of whom they see no statistic, nor nothing, nor endless text', async () => {
  expect((await call('author', 'POST', '4713/notes', { text: 'x' })).status).toBe(404);
  await addUser(server.pool, { email: 'newcomer@portal.example' });
  tokens.newcomer = await signIn(server.url, 'newcomer@portal.example');
  expect((await call('newcomer', 'POST', '4711/notes', { text: 'x' })).status).toBe(404);
  expect((await call('author', 'POST', '4711/notes', { text: ' \n' })).status).toBe(400);
  expect((await call('author', 'POST', '4711/notes', { text: 'x'.repeat(4001) })).status).toBe(400);
  expect((await note('author', 'x'.repeat(4000))).text).toHaveLength(4000);
});

test('of very many notes the 200 newest are read', async () => {
  await server.pool.query('delete from customer_notes');
  await server.pool.query(
    `insert into customer_notes (customer_external_id, author_id, written_by, text, made_at)
     select '4711', $1, 'author', number, now() + make_interval(secs => number) from generate_series(1, 201) number`,
    [ids.author],
  );
  const read = await notesFor('author');
  expect([read.length, read.at(0), read.at(-1)]).toEqual([200, ['201', true], ['2', true]]);
});

test('notes are removed after 24 months, or as many as are set', async () => {
  const { pool } = server;
  await pool.query('delete from customer_notes');
  for (const months of [1, 23, 25])
    await pool.query(
      `insert into customer_notes (customer_external_id, author_id, written_by, text, made_at)
       values ('4711', $1, 'author', $2::text, now() - make_interval(months => $2::integer))`,
      [ids.author, months],
    );
  expect(await purgeNotes(pool)).toBe(1);
  await pool.query("insert into config (key, value) values ('CUSTOMER_NOTE_MONTHS', '12')");
  expect(await purgeNotes(pool)).toBe(1);
  expect(await notesFor('author')).toEqual([['1', true]]);
  await pool.query("delete from config where key = 'CUSTOMER_NOTE_MONTHS'");
});

test('notes of a user who is deleted go to who gets the uploads, and else with the user', async () => {
  await server.pool.query('delete from customer_notes');
  await note('author', 'Handed over');
  await note('colleague', 'Gone');
  const remove = (who: string, heir: string) =>
    fetch(`${server.url}/api/users/${ids[who]}?handOverTo=${heir}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${tokens.admin}` },
    }).then((answer) => answer.json());
  expect(await remove('author', String(ids.stranger))).toMatchObject({ notes: 1 });
  expect(await remove('colleague', 'nobody')).toMatchObject({ notes: 1 });
  expect(await notesFor('stranger')).toEqual([['Handed over', true]]);
  expect(await notesFor('admin')).toEqual([['Handed over', true]]);
});
