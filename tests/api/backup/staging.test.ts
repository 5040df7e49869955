import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { writeBackup } from '#server/backup/write-backup.ts';
import { keepOrder } from '#server/orders/order-queries.ts';
import { inTransaction } from '#server/platform/database/query.ts';
import type { Held } from '#shared/schemas/held.ts';
import type { OperationState } from '#shared/schemas/operation.ts';
import type { Order, OrderMailPreview } from '#shared/schemas/order.ts';
import type { Portal } from '#shared/schemas/portal.ts';
import { type CartPortal, openCartPortal } from '#tests/support/cart-portal.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { type Mailbox, openMailbox } from '#tests/support/mailbox.ts';
import { pdfPages } from '#tests/support/pdf-pages.ts';
import { addUser, signIn } from '#tests/support/portal.ts';
import { startInstance } from '#tests/support/server.ts';
import { provider } from '#tests/support/small-catalogue.ts';
import { rowsBySheetJs } from '#tests/support/written-workbook.ts';

const to = 'orders@wholesaler.example';
const first = 1_000_000_001;

let folder: string;
let backup: string;
let mailbox: Mailbox;
let production: CartPortal;
let key: string;
let restored: TestDatabase;
/** Two processes on the restored database. */
let processes: { url: string; rep: string; admin: string; close: () => Promise<void> }[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-staging-'));
  backup = join(folder, 'portal.backup');
  mailbox = await openMailbox();
  production = await openCartPortal(['1', '12'], { smtpUrl: mailbox.url });
  const { pool, databaseUrl } = production.server;
  await addUser(pool, { email: 'admin@portal.example', role: 'Admin' });
  const { rows } = await pool.query(
    `insert into wholesalers (name, enabled_for_online_orders, transfer_order_contact)
     values ('Grosshandel', true, $1) returning id`,
    [to],
  );
  key = (await production.cart()).cartKey;
  await production.json('POST', `cart/from-statistic/${production.link}/${key}`, {
    body: { deliveryDate: '2026-12-01', deliveryType: 'TransferOrder', wholesaler: rows[0].id },
  });
  await production.json('PUT', `cart/${key}/${provider}/3`);
  expect(await production.json('POST', orders())).toMatchObject({ order: 1 });
  await writeBackup(databaseUrl, backup, 0);
});

beforeAll(async () => {
  restored = await testDatabase({ template: 'none' });
  await restoreBackup(restored.url, backup);
  processes = await Promise.all(
    [1, 2].map(async () => {
      const { url, close } = await startInstance(restored, { smtpUrl: mailbox.url, dataDir: folder });
      const [rep, admin] = await Promise.all(
        ['rep', 'admin'].map((name) => signIn(url, `${name}@portal.example`)),
      );
      return { url, rep: rep!, admin: admin!, close };
    }),
  );
});
beforeEach(() => rm(join(folder, 'outbox'), { recursive: true, force: true }));
afterAll(async () => {
  await Promise.all(processes.map(({ close }) => close()));
  await restored.close();
  await production.server.close();
  await mailbox.close();
  await rm(folder, { recursive: true });
});

const orders = () => `cart/from-statistic/${production.link}/${key}/orders`;

async function call(
  place: number,
  method: string,
  path: string,
  body?: object,
  who: 'rep' | 'admin' = 'rep',
) {
  const { url, [who]: token } = processes[place]!;
  const answer = await fetch(`${url}/api/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
}

const stage = async (place: number) => ((await call(place, 'GET', 'portal')).body as Portal).staging;
const order = async (place = 0) => (await call(place, 'POST', orders())).body as Order;
const release = (place: number, who: 'rep' | 'admin' = 'admin') =>
  call(place, 'POST', 'held/staging/release', {}, who);
const selectPacks = (place: number, packs: number) => call(place, 'PUT', `cart/${key}/${provider}/${packs}`);
const preview = async (id: number) =>
  (await call(0, 'GET', `orders/${id}/mail`)).body as OrderMailPreview & { code?: string };

async function outbox(): Promise<Email[]> {
  const names = await readdir(join(folder, 'outbox')).catch(() => []);
  return Promise.all(
    names.map(async (name) => PostalMime.parse(await readFile(join(folder, 'outbox', name)))),
  );
}

test('what was ordered in production is another order in a restored copy, with a number that production never gives', async () => {
  expect(await Promise.all([stage(0), stage(1)])).toEqual(['restored', 'restored']);
  const made = await order();
  expect(made).toMatchObject({ order: first, version: 2, content: { test: true } });
  // Nothing has changed since: the same.
  expect((await order(1)).order).toBe(first);
  await selectPacks(0, 4);
  expect((await order(1)).order).toBe(first + 1);
  const { rows } = await restored.pool.query(
    'select last_value::integer as last, is_called from orders_id_seq',
  );
  expect(rows).toEqual([{ last: 2000, is_called: true }]);
});

test('test orders that are kept at once have numbers of their own', async () => {
  const sha256 = (text: string) => createHash('sha256').update(text).digest();
  const { rows } = await restored.pool.query('select * from orders where id = 1');
  const [{ cart_id: cartId, statistic_id: statisticId, owner_id: ownerId }] = rows;
  const kept = await Promise.all(
    Array.from({ length: 6 }, (_, index) => {
      const content = JSON.stringify({ statistic: {}, index });
      const contentSha256 = sha256(content);
      const about = {
        isTest: true,
        cartId,
        cartKey: `${key}${index}`,
        statisticId,
        ownerId,
        madeBy: ownerId,
      };
      const sums = { rows: 1, packs: 1, exFactorySum: 1 };
      const unsigned = { selectionSha256: contentSha256, signed: false, signatureImage: null };
      return inTransaction(restored.pool, (client) =>
        keepOrder(client, { ...about, content, contentSha256, ...unsigned, ...sums }, '0/0'),
      );
    }),
  );
  // Two were made before.
  expect(kept.toSorted()).toEqual([2, 3, 4, 5, 6, 7].map((n) => first + n));
});

test('a test order says so on paper, in its workbook and in its mail, which goes to the outbox whatever SMTP_URL says', async () => {
  const { order: id } = await order();
  const shown = await preview(id);
  expect(shown).toMatchObject({
    obstacle: null,
    to,
    subject: `TEST-Bestellung ${id} von Pharmacy, 4711`,
    files: [{ name: `TEST-Bestellung ${id} Pharmacy.pdf` }, { kind: 'excel' }, { kind: 'csv' }],
  });
  expect(shown.text).toContain('gilt nicht. Bitte nicht ausführen.');
  expect((await call(1, 'POST', `orders/${id}/mail`, { to })).status).toBe(200);
  await expect.poll(async () => (await outbox()).map(({ subject }) => subject)).toEqual([shown.subject]);
  const [mail] = await outbox();
  const pdf = Buffer.from(mail!.attachments[0]!.content as ArrayBuffer);
  const { pages } = await pdfPages(pdf, 50);
  const words = pages.flatMap(({ texts }) => texts.map(({ text }) => text)).join(' ');
  expect(words).toContain(`TEST-Bestellung ${id}`);
  expect(words).toContain('gilt nicht');
  const { Angaben: facts } = rowsBySheetJs(new Uint8Array(mail!.attachments[1]!.content as ArrayBuffer));
  expect([facts![0]![0], facts![1]![1]]).toEqual([
    `TEST-Bestellung ${id}`,
    expect.stringMatching(/^TEST: .* gilt nicht/),
  ]);
  await expect.poll(() => call(0, 'GET', `orders/${id}`)).toMatchObject({ body: { sentTo: [to] } });
  expect(mailbox.waiting()).toEqual([]);
});

test('an order of production is not sent from a copy, where it would count as sent', async () => {
  expect(await preview(1)).toMatchObject({ obstacle: 'order_of_production', to: null });
  expect(await call(0, 'POST', 'orders/1/mail', { to })).toMatchObject({
    status: 409,
    body: { code: 'order_of_production' },
  });
  // Nor is it where nobody knows whether it was sent before; that it has arrived can be said.
  const unknownAt = '2026-01-01T00:00:00.000Z';
  await restored.pool.query(
    `insert into mails (kind, guarantee, recipient, content, order_id, unknown_at)
     values ('order', 'at most once', $1, '{}', 1, $2)`,
    [to, unknownAt],
  );
  const settle = async (outcome: string) =>
    (await call(0, 'POST', 'orders/1/mail/outcome', { to, unknownAt, outcome })).status;
  expect([await settle('again'), await settle('arrived')]).toEqual([409, 200]);
  expect([await outbox(), mailbox.waiting()]).toEqual([[], []]);
});

test('mails to users and test mails go to the outbox too, and what is found says so', async () => {
  expect(await call(0, 'POST', 'setup/test-mail', undefined, 'admin')).toMatchObject({
    status: 200,
    body: { outcome: 'written', detail: join(folder, 'outbox') },
  });
  const { findings } = (await call(0, 'GET', 'operation/state', undefined, 'admin')).body as OperationState;
  expect(findings.find(({ name }) => name === 'mailServer')).toEqual({
    name: 'mailServer',
    state: 'warning',
    code: 'restored',
    params: { folder: join(folder, 'outbox') },
  });
  await fetch(`${processes[1]!.url}/api/users/send-reset-link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'rep@portal.example' }),
  });
  await expect.poll(async () => (await outbox()).length).toBe(2);
  expect(mailbox.waiting()).toEqual([]);
});

test('once an administrator says that it is production, it is that in every process, and test orders are gone', async () => {
  const { order: test } = await order();
  await call(0, 'POST', `orders/${test}/mail`, { to });
  const count = async (what: string) =>
    (await restored.pool.query(`select count(*)::integer as count from ${what}`)).rows[0].count as number;
  const held = (await call(0, 'GET', 'held', undefined, 'admin')).body as Held[];
  expect(held[0]).toMatchObject({ kind: 'staging', count: await count('orders where id > 1'), mails: 0 });
  expect((await release(1, 'rep')).status).toBe(403);

  let made = 0;
  let isOver = false;
  const ordering = (async () => {
    for (; !isOver; made++) {
      await selectPacks(made % 2, 20 + made);
      await order(made % 2);
    }
  })();
  await expect.poll(() => made).toBeGreaterThan(2);
  expect((await release(1)).status).toBe(200);
  expect(await Promise.all([stage(0), stage(1)])).toEqual([null, null]);
  isOver = true;
  await ordering;
  expect((await release(0)).status).toBe(404);
  expect(await count(`orders where id >= ${first}`)).toBe(0);
  expect((await call(0, 'GET', `orders/${test}`)).status).toBe(404);
  expect([await count('order_files'), await count('mails where order_id > 1')]).toEqual([0, 0]);

  // What was ordered in production is that order again, and another one goes on above all that may have been made since.
  await selectPacks(0, 3);
  expect((await order()).order).toBe(1);
  await selectPacks(1, 5);
  const { order: next, content } = await order(1);
  expect(content.test).toBe(undefined);
  expect(next).toBeGreaterThan(2000);
  expect(next).toBeLessThan(2100);
  const before = (await outbox()).length;
  await call(0, 'POST', `orders/${next}/mail`, { to });
  expect((await mailbox.next(to)).subject).toBe(`Bestellung ${next} von Pharmacy, 4711`);
  expect(await outbox()).toHaveLength(before);
});

test('STAGE=staging makes it so on any database, and its numbers mix with none of production', async () => {
  const { url, close } = await startInstance({ url: production.server.databaseUrl } as TestDatabase, {
    stage: 'staging',
    smtpUrl: mailbox.url,
    dataDir: folder,
  });
  try {
    const headers = { authorization: `Bearer ${production.token}` };
    const json = async <Answer>(path: string, method = 'GET') =>
      (await (await fetch(`${url}/api/${path}`, { method, headers })).json()) as Answer;
    expect((await json<Portal>('portal')).staging).toBe('environment');
    expect((await json<Order>(orders(), 'POST')).order).toBe(first);
    await production.json('PUT', `cart/${key}/${provider}/6`);
    const { order: next } = await production.json<Order>('POST', orders());
    expect(next).toBe(2);
    // Neither is sent by the other.
    expect(await production.json(`GET`, `orders/${first}/mail`)).toMatchObject({ obstacle: 'order_is_test' });
    expect(await json(`orders/${next}/mail`)).toMatchObject({ obstacle: 'order_of_production' });
  } finally {
    await close();
  }
});
