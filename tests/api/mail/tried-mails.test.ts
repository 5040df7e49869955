import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { insertMail } from '#server/mail/waiting-mail-queries.ts';
import { insertOrderMail, keepOrderFile } from '#server/orders/order-queries.ts';
import type { Order } from '#shared/schemas/order.ts';
import { type AdminCall, adminCalls } from '#tests/support/admin-calls.ts';
import { type CartPortal, openCartPortal } from '#tests/support/cart-portal.ts';
import { freePort } from '#tests/support/free-port.ts';
import { type Mailbox, openMailbox } from '#tests/support/mailbox.ts';
import { addUser } from '#tests/support/portal.ts';
import { provider } from '#tests/support/small-catalogue.ts';

const to = 'orders@wholesaler.example';

let portal: CartPortal;
let call: AdminCall;
let userId: number;
let port: number;
let mailbox: Mailbox | undefined;

beforeAll(async () => {
  port = await freePort();
  portal = await openCartPortal(['1', '12'], { smtpUrl: `smtp://127.0.0.1:${port}` });
  call = await adminCalls(portal.server.url, portal.server.pool);
  userId = await addUser(portal.server.pool, { email: 'user@portal.example' });
});
afterEach(async () => {
  await mailbox?.close();
  mailbox = undefined;
  await portal.server.pool.query('delete from mails');
});
afterAll(() => portal.server.close());

const tryAll = async () => (await call('POST', 'operation/waiting-mails/try')).body;

const notice = (subject: string) =>
  insertMail(portal.server.pool, {
    kind: 'notice',
    guarantee: 'at least once',
    userId,
    recipient: 'user@portal.example',
    content: { subject, text: subject },
  });

async function orderMail(to: string): Promise<void> {
  const { cartKey } = await portal.cart();
  await portal.json('PUT', `cart/${cartKey}/${provider}/3`);
  const { order } = await portal.json<Order>('POST', `cart/from-statistic/${portal.link}/${cartKey}/orders`);
  const file = { fileName: 'order.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF') };
  await keepOrderFile(portal.server.pool, order, 'pdf', file);
  const mail = { cc: 'rep@portal.example', subject: 'Order', text: 'Please', files: ['pdf' as const] };
  await insertOrderMail(portal.server.pool, order, to, mail, userId);
}

/** As after the mail server has refused them several times. */
const putOff = () =>
  portal.server.pool.query(
    `update mails set claims = 9, attempts = 9, next_attempt_at = now() + interval '6 hours'`,
  );

test('mails of every kind that were put off go out at once when the mail server is back, and the answer counts them', async () => {
  await notice('A notice');
  await orderMail(to);
  await insertMail(portal.server.pool, {
    kind: 'link',
    guarantee: 'at least once',
    userId,
    content: { reason: 'invitation', minutes: 60, portalUrl: 'https://portal.example' },
  });
  await portal.server.pool.query(
    `insert into alert_subscriptions (user_id, frequency, replaceable, own, back, told_stockouts, next_at)
     values ($1, 'daily', true, true, true, 0, now() + interval '1 year')`,
    [userId],
  );
  await insertMail(portal.server.pool, {
    kind: 'alert',
    guarantee: 'at least once',
    subscriberId: userId,
    content: { subject: 'An alert', text: 'What is new' },
  });
  await putOff();
  expect(await tryAll()).toEqual({ sent: 0, waiting: 4 });
  mailbox = await openMailbox({ port });
  expect(await tryAll()).toEqual({ sent: 4, waiting: 0 });
  expect((await mailbox.next(to)).subject).toBe('Order');
  const others = mailbox.waiting().map(({ subject }) => subject);
  expect(others).toHaveLength(3);
  expect(others).toEqual(expect.arrayContaining(['A notice', 'An alert']));
  expect(await tryAll()).toEqual({ sent: 0, waiting: 0 });
});

test('an order that another process has under way, one of unknown fate and one that was refused stay as they are', async () => {
  const { pool } = portal.server;
  mailbox = await openMailbox({ port });
  await orderMail(to);
  const { rows } = await pool.query(
    `update mails set claims = 1, end_given_at = now(), next_attempt_at = now() + interval '110 seconds'
     returning end_given_at, next_attempt_at`,
  );
  expect(await tryAll()).toEqual({ sent: 0, waiting: 1 });
  expect((await pool.query('select end_given_at, next_attempt_at from mails')).rows).toEqual(rows);

  await pool.query('update mails set attempts = 1, unknown_at = end_given_at, end_given_at = null');
  expect(await tryAll()).toEqual({ sent: 0, waiting: 0 });
  await pool.query("update mails set unknown_at = null, next_attempt_at = 'infinity'");
  expect(await tryAll()).toEqual({ sent: 0, waiting: 0 });
  expect(mailbox.waiting()).toEqual([]);
});

test('a mail that a killed process had claimed is tried as well once it was put off again', async () => {
  mailbox = await openMailbox({ port });
  await notice('Claimed twice');
  await putOff();
  await portal.server.pool.query('update mails set claims = 11');
  expect(await tryAll()).toEqual({ sent: 1, waiting: 0 });
});

test('asked twice at once, every mail goes out once', async () => {
  mailbox = await openMailbox({ port });
  for (let each = 0; each < 10; each++) await notice(`Notice ${each}`);
  await putOff();
  const answers = (await Promise.all([tryAll(), tryAll(), tryAll()])) as { waiting: number }[];
  expect(answers.map(({ waiting }) => waiting)).toEqual([0, 0, 0]);
  const subjects = mailbox.waiting().map(({ subject }) => subject);
  expect(subjects.toSorted()).toEqual(Array.from({ length: 10 }, (_, each) => `Notice ${each}`));
});
