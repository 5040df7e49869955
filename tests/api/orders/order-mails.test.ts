import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createMailer } from '#server/mail/send-mail.ts';
import type { WaitingMails } from '#server/mail/waiting-mails.ts';
import { createOrderMails } from '#server/orders/mail-order.ts';
import { insertOrderMail, keepOrderFile } from '#server/orders/order-queries.ts';
import type { Order } from '#shared/schemas/order.ts';
import { type CartPortal, openCartPortal } from '#tests/support/cart-portal.ts';
import { freePort } from '#tests/support/free-port.ts';
import { type Mailbox, openMailbox } from '#tests/support/mailbox.ts';
import { rounds } from '#tests/support/rounds.ts';
import { provider } from '#tests/support/small-catalogue.ts';

const ORDERS = rounds({ short: 20, long: 200 });
const SENDERS = 4;
const to = 'orders@wholesaler.example';

let portal: CartPortal;
let port: number;
let base: string;
let key: string;
let mailbox: Mailbox | undefined;
let senders: WaitingMails[] = [];
let errors: unknown[] = [];
let packs = 0;

beforeAll(async () => {
  port = await freePort();
  // The portal's own sender is one more.
  portal = await openCartPortal(['1', '12'], { smtpUrl: `smtp://127.0.0.1:${port}` });
  key = (await portal.cart()).cartKey;
  base = `cart/from-statistic/${portal.link}/${key}`;
});
afterAll(() => portal.server.close());
afterEach(async () => {
  await Promise.all(senders.map((each) => each.end()));
  senders = [];
  errors = [];
  await mailbox?.close();
  mailbox = undefined;
  await portal.server.pool.query('delete from mails');
});

/** Senders as of several processes. */
function startSenders(number: number): void {
  senders = Array.from({ length: number }, () =>
    createOrderMails(
      portal.server.pool,
      createMailer(
        {
          smtpUrl: `smtp://127.0.0.1:${port}`,
          dataDir: '/nowhere',
        } as unknown as Parameters<typeof createMailer>[0],
        async () => ({
          provider: { name: 'Provider', companies: ['Provider AG'] },
          contact: { address: '', phone: '', email: 'portal@portal.example' },
          staging: null,
        }),
      ),
      (error) => errors.push(error),
    ),
  );
}

async function newOrder(): Promise<number> {
  packs++;
  await portal.json('PUT', `cart/${key}/${provider}/${packs}`);
  const { order } = await portal.json<Order>('POST', `${base}/orders`);
  await keepOrderFile(portal.server.pool, order, 'pdf', {
    fileName: 'order-form.pdf',
    contentType: 'application/pdf',
    content: Buffer.from(`%PDF order ${order}`),
  });
  return order;
}

const mail = (order: number) => ({
  cc: 'rep@portal.example',
  subject: `Order ${order}`,
  text: 'Please',
  files: ['pdf' as const],
});
const request = async (order: number) =>
  insertOrderMail(
    portal.server.pool,
    order,
    to,
    mail(order),
    (await portal.server.pool.query('select id from users limit 1')).rows[0].id,
  );
const waiting = async () =>
  (await portal.server.pool.query('select from mails where sent_at is null')).rowCount;

test('an order is sent with its files and a copy, once however often it is asked, and the order says so', async () => {
  mailbox = await openMailbox({ port });
  startSenders(SENDERS);
  const order = await newOrder();
  expect(await Promise.all([request(order), request(order), request(order)])).toEqual(
    expect.arrayContaining([true, false, false]),
  );
  for (const each of senders) each.look();
  const sent = await mailbox.next(to);
  expect(sent).toMatchObject({ subject: `Order ${order}`, cc: [{ address: 'rep@portal.example' }] });
  expect(sent.attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
    ['order-form.pdf', 'application/pdf'],
  ]);
  await expect.poll(waiting).toBe(0);
  expect(await request(order)).toBe(false);
  for (const each of senders) each.look();
  await sleep(200);
  expect(mailbox.waiting()).toEqual([]);
  expect(await portal.json<Order>('GET', `orders/${order}`)).toMatchObject({ sentTo: [to], files: ['pdf'] });
  expect(errors).toEqual([]);
});

test(`${ORDERS} orders go out once each through ${SENDERS} processes`, async () => {
  mailbox = await openMailbox({ port });
  startSenders(SENDERS);
  const orders: number[] = [];
  for (let each = 0; each < ORDERS; each++) {
    const order = await newOrder();
    orders.push(order);
    await request(order);
    senders[each % SENDERS]!.look();
  }
  await expect
    .poll(
      async () => {
        for (const each of senders) each.look();
        return waiting();
      },
      { timeout: 20_000 },
    )
    .toBe(0);
  const subjects = mailbox.waiting().map(({ subject }) => subject);
  expect(subjects.toSorted()).toEqual(orders.map((order) => `Order ${order}`).toSorted());
});

test('while the mail server is down an order waits longer and longer, and goes out when it is back', async () => {
  startSenders(1);
  const order = await newOrder();
  await request(order);
  senders[0]!.look();
  const waits = async () =>
    (
      await portal.server.pool.query(
        'select attempts, round(extract(epoch from next_attempt_at - now()) / 60)::integer as minutes from mails',
      )
    ).rows;
  await expect.poll(waits).toEqual([{ attempts: 1, minutes: 1 }]);
  expect(String(errors[0])).not.toContain(to);
  mailbox = await openMailbox({ port });
  await portal.server.pool.query('update mails set next_attempt_at = now()');
  senders[0]!.look();
  expect((await mailbox.next(to)).subject).toBe(`Order ${order}`);
  await expect.poll(waiting).toBe(0);
});
