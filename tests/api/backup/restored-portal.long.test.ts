import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Restored, restoreBackup } from '#server/backup/restore-backup.ts';
import { writeBackup } from '#server/backup/write-backup.ts';
import { insertMail } from '#server/mail/waiting-mail-queries.ts';
import { dueProposals } from '#server/reference-data/publishing/proposal-queries.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { type Mailbox, openMailbox } from '#tests/support/mailbox.ts';
import { addUser, publishReferenceData, signIn } from '#tests/support/portal.ts';
import { startInstance } from '#tests/support/server.ts';
import { generic, original, smallCatalogue } from '#tests/support/small-catalogue.ts';
import { openSmallPortal, type SmallPortal, uploadRows } from '#tests/support/small-portal.ts';

let before: SmallPortal;
let link: string;
let feed: string;
let restored: TestDatabase;
let outcome: Restored;
let mailbox: Mailbox;
let after: Awaited<ReturnType<typeof startInstance>>;
let rep: string;
let admin: string;
let stranger: string;

const views = ['atc', 'product', 'summary', 'short-summary'];

beforeAll(async () => {
  before = await openSmallPortal();
  const { pool, url } = before.server;
  await addUser(pool, { email: 'admin@portal.example', role: 'Admin' });
  await addUser(pool, { email: 'stranger@portal.example' });
  link = await before.upload([
    [original, 9],
    [generic, 4],
  ]);
  const saved = await fetch(`${url}/api/feeds`, {
    method: 'POST',
    headers: { authorization: `Bearer ${before.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Every morning', view: 'portfolio/full' }),
  });
  feed = ((await saved.json()) as { token: string }).token;
  await pool.query(
    `insert into alert_subscriptions (user_id, frequency, replaceable, own, back, told_stockouts, next_at)
     select id, 'daily', true, true, true, 1, now() + interval '1 day' from users where email = 'rep@portal.example'`,
  );
  const rows = await pool.query("select id from users where email = 'rep@portal.example'");
  const repId: number = rows.rows[0].id;
  await pool.query(
    `insert into orders (cart_key, version, owner_id, made_by, content, content_sha256, selection_sha256, signed, row_count, packs, ex_factory_sum)
     values ('k', 1, $1, $1, '{}', sha256('a'), sha256('b'), false, 1, 1, 1)`,
    [repId],
  );
  await pool.query(
    `insert into catalogue_proposals (built_by_name, price_date, built_from, product_count, counts, report, products, publish_on)
     values ('', '2026-01-01', '[]', 0, '{}', '{}', '', '2026-01-02')`,
  );
  // Not due before the backup: the portal that it is of goes on, and sends them itself.
  const content = { subject: 'Waiting', text: 'Waiting' };
  await insertMail(pool, {
    kind: 'order',
    guarantee: 'at most once',
    orderId: 1,
    recipient: 'w@sale.example',
    content: { ...content, files: [] },
  });
  await insertMail(pool, { kind: 'alert', guarantee: 'at least once', subscriberId: repId, content });
  await insertMail(pool, {
    kind: 'link',
    guarantee: 'at least once',
    userId: repId,
    content: { reason: 'invitation', minutes: 60, portalUrl: '' },
  });
  const folder = await mkdtemp(join(tmpdir(), 'portal-restored-'));
  const file = join(folder, 'portal.backup');
  await writeBackup(before.server.databaseUrl, file, 0);
  restored = await testDatabase({ template: 'none' });
  outcome = await restoreBackup(restored.url, file);
  await rm(folder, { recursive: true });
  mailbox = await openMailbox();
  after = await startInstance(restored, { smtpUrl: mailbox.url });
  [rep, admin, stranger] = (await Promise.all(
    ['rep', 'admin', 'stranger'].map((name) => signIn(after.url, `${name}@portal.example`)),
  )) as [string, string, string];
});

afterAll(async () => {
  await after.close();
  await mailbox.close();
  await restored.close();
  await before.server.close();
});

async function get(path: string, token?: string, url = after.url) {
  const headers = new Headers({ 'accept-language': 'en' });
  if (token) headers.set('authorization', `Bearer ${token}`);
  const answer = await fetch(`${url}/api/${path}`, { headers });
  return { status: answer.status, body: await answer.text(), retryAfter: answer.headers.get('retry-after') };
}

async function release(kind: string, body = {}, token = admin) {
  const answer = await fetch(`${after.url}/api/held/${kind}/release`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as { kind: string }[] };
}

test('sessions of before have ended, and passwords count as before', async () => {
  expect((await get('users/current', before.token)).status).toBe(401);
  expect((await get('users/current', rep)).status).toBe(200);
});

test('the restoration says what it ended and what it holds', () => {
  expect(outcome.ended).toEqual({ sessions: 1, linkMails: 1, orderMails: 1, nextOrder: 2001 });
  expect(outcome.held.map(({ kind, count, mails }) => [kind, count, mails])).toEqual([
    ['staging', 0, 0],
    ['links', 1, 0],
    ['feeds', 1, 0],
    ['publications', 1, 0],
    ['alerts', 1, 1],
  ]);
});

test('an order takes no number that one may have that was made after the backup', async () => {
  const { rows } = await restored.pool.query(
    `insert into orders (cart_key, version, content, content_sha256, selection_sha256, signed, row_count, packs, ex_factory_sum)
     values ('k', 2, '{}', sha256('c'), sha256('d'), false, 1, 1, 1) returning id`,
  );
  expect(rows).toEqual([{ id: 2001 }]);
});

test('a mail of an order that was on its way waits for its sender’s word, and none is sent', async () => {
  const { rows } = await restored.pool.query(
    `select kind, unknown_at is not null as unknown from mails order by id`,
  );
  expect(rows).toEqual([
    { kind: 'order', unknown: true },
    { kind: 'alert', unknown: false },
  ]);
  expect(mailbox.waiting()).toEqual([]);
});

test('a scheduled catalogue is not due while it is held', async () => {
  expect(await dueProposals(restored.pool, '2026-06-01')).toEqual([]);
  expect((await release('publications')).status).toBe(200);
  expect(await dueProposals(restored.pool, '2026-06-01')).toEqual([1]);
});

test('a feed answers that it is held until it is released', async () => {
  const path = `feeds/${feed}/atom`;
  const { status, body, retryAfter } = await get(path);
  expect({ status, retryAfter }).toEqual({ status: 503, retryAfter: '3600' });
  expect(JSON.parse(body)).toMatchObject({ code: 'feed_held' });
  await release('feeds');
  expect((await get(path)).status).toBe(200);
});

test('a link opens for those alone who may see its statistic, until it is released', async () => {
  const path = `statistics/${link}/atc`;
  for (const token of [undefined, stranger]) {
    const { status, body } = await get(path, token);
    expect(status).toBe(403);
    expect(JSON.parse(body)).toMatchObject({
      code: 'link_held',
      message:
        'This link is held since the portal was restored from a backup. An administrator can release it.',
    });
  }
  expect((await get(path, rep)).status).toBe(200);
  const later = await uploadRows(after.url, rep, [[original, 1]]);
  expect((await get(`statistics/${later.directLinkId}/atc`)).status).toBe(200);
  expect((await release('links', {}, rep)).status).toBe(403);
  expect((await release('links')).body.map(({ kind }) => kind)).not.toContain('links');
  expect((await release('links')).status).toBe(404);
  expect((await get(path)).status).toBe(200);
});

test('once released it answers views as before, byte for byte', async () => {
  await release('links');
  for (const view of views) {
    const path = `statistics/${link}/${view}`;
    const answer = await get(path);
    expect(answer.status, view).toBe(200);
    expect(answer).toEqual(await get(path, undefined, before.server.url));
  }
});

test('of alerts the mails that waited go out, or not, as whoever releases them says', async () => {
  const waiting = "select count(*)::integer as count from mails where kind = 'alert'";
  expect((await restored.pool.query(waiting)).rows).toEqual([{ count: 1 }]);
  const left = (await release('alerts', { dropMails: true })).body;
  expect(left.map(({ kind }) => kind)).toEqual(['staging']);
  expect((await restored.pool.query(waiting)).rows).toEqual([{ count: 0 }]);
  expect(mailbox.waiting()).toEqual([]);
});

test('what a browser has kept of a revision that was lost is not that of the same number that came after it', async () => {
  const priced = (chf: number) => ({
    catalogue: {
      ...smallCatalogue.catalogue,
      products: smallCatalogue.catalogue.products.replace('generic,1,0,0,0,12,', `generic,1,0,0,0,${chf},`),
    },
  });
  await release('links');
  const lost = await publishReferenceData(before.server.pool, priced(13));
  const later = await publishReferenceData(restored.pool, priced(14));
  expect(later.catalogue?.revision).toBe(lost.catalogue?.revision);

  const path = `/api/statistics/${link}/summary`;
  const kept = await fetch(before.server.url + path);
  const { turnoverGenericum } = (await kept.json()) as { turnoverGenericum: number };
  const answer = await fetch(after.url + path, {
    headers: { 'if-none-match': kept.headers.get('etag')!, 'cache-control': 'max-age=0' },
  });
  expect(turnoverGenericum).toBe(4 * 13);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ turnoverGenericum: 4 * 14 });
  expect(answer.headers.get('x-data-version')).not.toBe(kept.headers.get('x-data-version'));
});
