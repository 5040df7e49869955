import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hourlyCosts } from '#server/config.ts';
import { countLockWaits, type TestDatabase, testDatabase } from '#tests/support/database.ts';
import {
  addCustomer,
  addUser,
  postStatistic,
  publishReferenceData,
  signIn,
  uploadForm,
} from '#tests/support/portal.ts';
import { rounds } from '#tests/support/rounds.ts';
import { seeded } from '#tests/support/seeded.ts';
import { startInstance } from '#tests/support/server.ts';
import { generic, original, provider, smallCatalogue, workbook } from '#tests/support/small-catalogue.ts';
import { uploadRows } from '#tests/support/small-portal.ts';
import { templateFileCalls } from '#tests/support/template-files.ts';

const ROUNDS = rounds({ short: 4, long: 600 });

let database: TestDatabase;
let one: { url: string; close: () => Promise<void> };
let other: { url: string; close: () => Promise<void> };
let admin: { id: number; token: string };
let heir: number;
let file: Uint8Array;

beforeAll(async () => {
  database = await testDatabase();
  // More than one may upload in an hour.
  one = await startInstance(database, { hourlyCosts: { ...hourlyCosts, upload: 2 * ROUNDS + 1000 } });
  other = await startInstance(database);
  await publishReferenceData(database.pool, smallCatalogue);
  await addCustomer(database.pool, '4711', 'Pharmacy');
  const id = await addUser(database.pool, { email: 'ada@portal.example', role: 'Admin' });
  admin = { id, token: await signIn(other.url, 'ada@portal.example') };
  heir = await addUser(database.pool, { email: 'hanna@portal.example' });
  file = await workbook([
    [original, 9],
    [generic, 3],
  ]);
});
afterAll(async () => {
  await one.close();
  await other.close();
  await database.close();
});

let users = 0;

/** A user who uploads, or for whom an administrator does who reports to them. */
async function addUploader(by: 'themselves' | 'an administrator') {
  const email = `leo${++users}@portal.example`;
  const id = await addUser(database.pool, { email });
  if (by === 'themselves') return { id, token: await signIn(one.url, email), fields: {} };
  await database.pool.query('update users set parent_user_id = $1 where id = $2', [id, admin.id]);
  return { id, token: admin.token, fields: { uploader: String(id) } };
}

type Outcome = { status: number; code: string | undefined };

async function outcomeOf(response: Response): Promise<Outcome> {
  const { code } = (await response.json()) as { code?: string };
  return { status: response.status, code };
}

const deletion = (id: number) =>
  fetch(`${other.url}/api/users/${id}?handOverTo=${heir}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${admin.token}` },
  }).then(outcomeOf);

/** Whose the statistics are, the newest first. */
async function uploaders(): Promise<(number | null)[]> {
  const { rows } = await database.pool.query<{ id: number | null }>(
    'select uploader_id as id from statistics order by statistics.id desc',
  );
  return rows.map(({ id }) => id);
}

async function waiting(condition: string): Promise<void> {
  await expect
    .poll(() => countLockWaits(database.pool, condition), { timeout: 10_000, interval: 10 })
    .toBeGreaterThan(0);
}

test.each(['themselves', 'an administrator'] as const)(
  'a user whose statistic %s is storing is deleted when it is stored, and it is handed over',
  async (by) => {
    const { id, token, fields } = await addUploader(by);
    const before = await uploaders();
    const blocker = await database.pool.connect();
    await blocker.query('begin; lock table identifiers in access exclusive mode');
    const upload = postStatistic(one.url, token, uploadForm(file, fields)).then(outcomeOf);
    // Purchases that are loaded ahead wait there too.
    await waiting("l.relation = 'identifiers'::regclass and a.query ilike '%insert into identifiers%'");
    const deleted = deletion(id);
    await waiting("l.locktype in ('transactionid', 'tuple')");
    await blocker.query('commit');
    blocker.release();
    expect(await Promise.all([upload, deleted])).toEqual([
      { status: 200, code: undefined },
      { status: 200, code: undefined },
    ]);
    expect(await uploaders()).toEqual([heir, ...before]);
  },
);

test('a statistic whose header image is deleted while it is being stored is there without', async () => {
  const { token } = await addUploader('themselves');
  const { rows } = await database.pool.query<{ id: number }>(
    "insert into template_images (name, content_type, content) values ('Berge', 'image/png', '') returning id",
  );
  const image = rows[0]!.id;
  const blocker = await database.pool.connect();
  await blocker.query('begin; lock table statistics in share mode');
  const upload = postStatistic(one.url, token, uploadForm(file, { headerImageId: String(image) }));
  await waiting("l.relation = 'statistics'::regclass and a.query ilike '%insert into statistics%'");
  await blocker.query('delete from template_images where id = $1', [image]);
  await blocker.query('commit');
  blocker.release();
  expect(await (await upload).json()).toMatchObject({ bezugsStatistik: { headerImage: null } });
});

test.each([
  ['themselves', { status: 401, code: 'session_ended' }],
  ['an administrator', { status: 400, code: 'uploader_unknown' }],
] as const)(
  'a statistic that %s uploads is refused when its uploader was deleted first, and nothing is stored',
  async (by, refusal) => {
    const { id, token, fields } = await addUploader(by);
    const before = await uploaders();
    const blocker = await database.pool.connect();
    await blocker.query('begin; lock table audit_entries in access exclusive mode');
    const deleted = deletion(id);
    await waiting("l.relation = 'audit_entries'::regclass");
    const upload = postStatistic(one.url, token, uploadForm(file, fields)).then(outcomeOf);
    await waiting("l.locktype in ('transactionid', 'tuple')");
    await blocker.query('commit');
    blocker.release();
    expect(await Promise.all([upload, deleted])).toEqual([refusal, { status: 200, code: undefined }]);
    expect(await uploaders()).toEqual(before);
  },
);

test.each([
  ['first', 'template_file_parts', { status: 200 }],
  ['second', 'audit_entries', { status: 401, body: { code: 'session_ended' } }],
] as const)(
  'a template file whose check comes %s is stored before its administrator is deleted, or refused',
  async (order, blocked, expected) => {
    const email = `adam${++users}@portal.example`;
    const id = await addUser(database.pool, { email, role: 'Admin' });
    const { check } = templateFileCalls(one.url, await signIn(one.url, email));
    const steps = {
      check: () => check('exclusives', `gtin\n${provider}\n`, 'exclusives.csv'),
      deletion: () => deletion(id),
    };
    const blocker = await database.pool.connect();
    await blocker.query(`begin; lock table ${blocked} in access exclusive mode`);
    const [begun, next] = order === 'first' ? [steps.check, steps.deletion] : [steps.deletion, steps.check];
    const first = begun();
    await waiting(`l.relation = '${blocked}'::regclass`);
    const second = next();
    await waiting("l.locktype in ('transactionid', 'tuple')");
    await blocker.query('commit');
    blocker.release();
    const [checked, deleted] = order === 'first' ? [await first, await second] : [await second, await first];
    expect(checked).toMatchObject(expected);
    expect(deleted.status).toBe(200);
  },
);

test('a user is deleted while they delete a statistic of theirs, which waits for the user as the user for it', async () => {
  const { id, token } = await addUploader('themselves');
  const { bezugsStatistikID } = await uploadRows(one.url, token, [[original, 9]]);
  const blocker = await database.pool.connect();
  await blocker.query('begin');
  await blocker.query('select from statistics where id = $1 for update', [bezugsStatistikID]);
  const own = fetch(`${one.url}/api/statistics/${bezugsStatistikID}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
  });
  await waiting("l.locktype = 'transactionid' and a.query ilike 'update statistics%'");
  const deleted = deletion(id);
  await waiting("l.locktype = 'tuple'");
  await blocker.query('commit');
  blocker.release();
  expect(await deleted).toEqual({ status: 200, code: undefined });
  // Which of the two is first is PostgreSQL's to say; whoever is gone deletes nothing.
  expect([204, 400]).toContain((await own).status);
});

test('at whatever moment a user is deleted, an upload of theirs is handed over whole or not stored', async () => {
  const { below, pick } = seeded(7);
  const outcomes = { stored: 0, refused: 0 };
  // Until both have happened. How long an upload takes depends on what else the machine does; the moments follow it.
  let whole = 150;
  for (let round = 0; round < ROUNDS || Math.min(outcomes.stored, outcomes.refused) < 2; round++) {
    const { id, token, fields } = await addUploader(pick(['themselves', 'an administrator'] as const));
    const before = await uploaders();
    const upload = postStatistic(one.url, token, uploadForm(file, fields)).then(outcomeOf);
    const moment = below(Math.round(1.5 * whole));
    await sleep(moment);
    const deleted = await deletion(id);
    const atTheEnd = await uploaders();
    const { status, code } = await upload;
    expect(deleted, `round ${round}`).toEqual({ status: 200, code: undefined });
    whole = status === 200 ? (whole + moment) / 2 : Math.max(whole, 1.1 * moment);
    if (status === 200) outcomes.stored++;
    else {
      expect(['session_ended', 'uploader_unknown'], `round ${round}: ${status}`).toContain(code);
      outcomes.refused++;
    }
    const after = status === 200 ? [heir, ...before] : before;
    expect(await uploaders(), `round ${round}: ${status}`).toEqual(after);
    expect(atTheEnd, `round ${round}: ${status}`).toEqual(after);
  }
});
