import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { countMails } from '#server/mail/waiting-mail-queries.ts';
import type { Order, OrderMailPreview } from '#shared/schemas/order.ts';
import { type CartPortal, openCartPortal } from '#tests/support/cart-portal.ts';
import { freePort } from '#tests/support/free-port.ts';
import { type Mailbox, openMailbox } from '#tests/support/mailbox.ts';
import { addUser, signIn } from '#tests/support/portal.ts';
import { long } from '#tests/support/rounds.ts';
import { startInstance } from '#tests/support/server.ts';
import { startServerProcess } from '#tests/support/server-process.ts';
import { provider } from '#tests/support/small-catalogue.ts';

const to = 'orders@wholesaler.example';

let portal: CartPortal;
let mailbox: Mailbox;
let port: number;
let base: string;
let key: string;
let wholesaler: number;
/** Addresses of which the mail server says that there is nobody. */
const nobody = new Set<string>();
/** What the mail server does before it takes a mail. */
let beforeTaking: () => Promise<void> = async () => {};
/** And once it has taken it, before it says so. */
let afterTaking: () => Promise<void> = async () => {};

beforeAll(async () => {
  port = await freePort();
  mailbox = await openMailbox({
    port,
    unknown: nobody,
    beforeTaking: () => beforeTaking(),
    afterTaking: () => afterTaking(),
  });
  portal = await openCartPortal(['1', '12'], { smtpUrl: smtpUrl() });
  const { rows } = await portal.server.pool.query(
    `insert into wholesalers (name, enabled_for_online_orders, transfer_order_contact)
     values ('Grosshandel', true, $1) returning id`,
    [to],
  );
  wholesaler = rows[0].id;
});
afterAll(async () => {
  await portal.server.close();
  await mailbox.close();
});
beforeEach(async () => {
  beforeTaking = async () => {};
  afterTaking = async () => {};
  nobody.clear();
  const { pool } = portal.server;
  await pool.query('delete from orders');
  await pool.query('delete from carts');
  await setContact(to);
  key = (await portal.cart()).cartKey;
  base = `cart/from-statistic/${portal.link}/${key}`;
  await save({ deliveryDate: '2026-12-01', deliveryType: 'TransferOrder', wholesaler });
  await portal.json('PUT', `cart/${key}/${provider}/3`);
});

/** With less patience than is usual. */
const smtpUrl = () => `smtp://127.0.0.1:${port}?socketTimeout=3000`;
const save = (body: object) => portal.json('POST', base, { body });
const setContact = (contact: string) =>
  portal.server.pool.query('update wholesalers set transfer_order_contact = $1 where id = $2', [
    contact,
    wholesaler,
  ]);
const newOrder = async () => (await portal.json<Order>('POST', `${base}/orders`)).order;
const preview = (order: number) => portal.json<OrderMailPreview>('GET', `orders/${order}/mail`);
const send = (order: number, address = to, token = portal.token) =>
  portal.call('POST', `orders/${order}/mail`, { body: { to: address }, token });
const refusalOf = async (response: Response) => [
  response.status,
  ((await response.json()) as { code: string }).code,
];

test('what is sent is what the preview shows, with the files that are handed out, and a copy goes to the sender', async () => {
  const order = await newOrder();
  const shown = await preview(order);
  expect(shown).toMatchObject({
    obstacle: null,
    message: null,
    contact: to,
    to,
    cc: 'rep@portal.example',
    subject: `Bestellung ${order} von Pharmacy, 4711`,
    files: [
      { kind: 'pdf', name: `Bestellung ${order} Pharmacy.pdf` },
      { kind: 'excel', name: `Bestellung ${order} Pharmacy.xlsx` },
      { kind: 'csv', name: `Bestellung ${order} Pharmacy.csv` },
    ],
    signed: false,
  });
  expect(shown.text).toContain('Positionen: 1, Packungen: 3, Total: CHF 30.00');
  expect(shown.text).toContain('Gewünschtes Lieferdatum: 01.12.2026');
  expect((await send(order)).status).toBe(200);
  const mail = await mailbox.next(to);
  expect(mail).toMatchObject({
    subject: shown.subject,
    cc: [{ address: 'rep@portal.example' }],
    replyTo: [{ address: 'rep@portal.example' }],
  });
  expect(mail.text?.trim()).toBe(shown.text);
  const sent = mail.attachments.map(({ filename, content }) => [
    filename,
    Buffer.from(content as ArrayBuffer),
  ]);
  const handedOut = [];
  for (const { kind, name } of shown.files) {
    const response = await portal.call('GET', `orders/${order}/files/${kind}`);
    handedOut.push([name, Buffer.from(await response.arrayBuffer())]);
  }
  expect(sent).toEqual(handedOut);
  const recorded = () => portal.json<Order>('GET', `orders/${order}`);
  await expect.poll(recorded).toMatchObject({ sentTo: [to], sendingTo: [], files: ['csv', 'excel', 'pdf'] });
});

test('a mail says nothing of a customer where nobody knows one, as of a test upload', async () => {
  const { pool } = portal.server;
  const customer = (name: string | null, number: string | null) =>
    pool.query('update statistics set customer_name = $1, customer_external_id = $2', [name, number]);
  await customer(null, null);
  onTestFinished(async () => void (await customer('Pharmacy', '4711')));
  const order = await newOrder();
  const { subject, text } = await preview(order);
  expect(subject).toBe(`Bestellung ${order}`);
  expect(text).toContain(`die Bestellung ${order} als PDF, Excel- und CSV-Datei.`);
});

test('a mail says how many of its rows are not in its total, for want of a price', async () => {
  // As one that the catalogue has lost since it was selected.
  await portal.server.pool.query(
    `insert into cart_rows (cart_id, gtin, description, quantity, version)
     select id, '7680999999990', 'Lost', '2', version from carts`,
  );
  const { text } = await preview(await newOrder());
  expect(text).toContain(
    'Positionen: 2, Packungen: 5, Total: CHF 30.00 (Fabrikabgabepreise ohne MWST)\n1 Position ohne Preis, im Total nicht enthalten.\n',
  );
});

test('a mail is taken for no other, though a restored portal counts orders and mails from earlier numbers again', async () => {
  const { pool } = portal.server;
  const sent = async () => {
    const order = await newOrder();
    expect((await send(order)).status).toBe(200);
    const { messageId } = await mailbox.next(to);
    const { rows } = await pool.query<{ id: number }>('select id from mails where order_id = $1', [order]);
    return { order, mail: rows[0]!.id, messageId };
  };
  const before = await sent();
  await pool.query('delete from orders');
  await pool.query(`alter table orders alter column id restart with ${before.order}`);
  await pool.query(`alter table mails alter column id restart with ${before.mail}`);
  const { messageId, ...after } = await sent();
  expect(after).toEqual({ order: before.order, mail: before.mail });
  expect(messageId).not.toBe(before.messageId);
});

test('what was sent before another version was is a new order, which can be sent', async () => {
  const order = async (packs: string) => {
    await portal.json('PUT', `cart/${key}/${provider}/${packs}`);
    return newOrder();
  };
  const first = await order('3');
  await send(first);
  await mailbox.next(to);
  // Of which nobody was sent anything.
  await order('5');
  expect(await order('3')).toBe(first);
  const second = await order('4');
  await send(second);
  await mailbox.next(to);
  const third = await order('3');
  expect(third).toBeGreaterThan(second);
  expect(await newOrder()).toBe(third);
  await send(third);
  expect((await mailbox.next(to)).subject).toContain(`Bestellung ${third} `);
  const fourth = await order('4');
  await send(fourth);
  await mailbox.next(to);
  expect(await order('3')).toBeGreaterThan(fourth);
});

test('an order that the mail server refuses the wholesaler for good is not sent, nor the copy, nor tried again until it is asked for', async () => {
  const { pool } = portal.server;
  nobody.add(to);
  const order = await newOrder();
  await send(order);
  const kept = () => portal.json<Order>('GET', `orders/${order}`);
  const refused = { sentAt: null, nextAttemptAt: null, unknownAt: null };
  await expect.poll(kept).toMatchObject({ sentTo: [], sendingTo: [], mails: [{ attempts: 1, ...refused }] });
  expect(mailbox.waiting()).toEqual([]);
  expect(await countMails(pool)).toEqual([]);
  nobody.clear();
  await pool.query("update users set email = 'new@portal.example' where email = 'rep@portal.example'");
  onTestFinished(async () => {
    await pool.query("update users set email = 'rep@portal.example' where email = 'new@portal.example'");
  });
  // As its sender does who has asked at the wholesaler's: the copy goes where the preview says now.
  await send(order);
  expect(await mailbox.next(to)).toMatchObject({ cc: [{ address: 'new@portal.example' }] });
  await expect.poll(kept).toMatchObject({ sentTo: [to], mails: [{ attempts: 1 }] });
});

test('an order that was refused at an address of before says nothing of it once it is sent to the right one', async () => {
  nobody.add(to);
  const order = await newOrder();
  await send(order);
  const mails = async () => (await portal.json<Order>('GET', `orders/${order}`)).mails;
  await expect.poll(mails).toMatchObject([{ to, attempts: 1, nextAttemptAt: null }]);
  const right = 'right@wholesaler.example';
  await setContact(right);
  await send(order, right);
  await mailbox.next(right);
  await expect.poll(mails).toMatchObject([{ to: right, sentAt: expect.any(String) }]);
});

test('an order whose mail is refused for good as a whole is not tried again; one that is put off, or that the portal may not send, is', async () => {
  const refusal =
    (responseCode: number, words = 'not this one') =>
    async () => {
      throw Object.assign(new Error(words), { responseCode });
    };
  const mailOf = async (order: number) => (await portal.json<Order>('GET', `orders/${order}`)).mails[0]!;
  beforeTaking = refusal(554);
  const refused = await newOrder();
  await send(refused);
  await expect.poll(() => mailOf(refused)).toMatchObject({ attempts: 1, nextAttemptAt: null });
  beforeTaking = refusal(451);
  await portal.json('PUT', `cart/${key}/${provider}/4`);
  const putOff = await newOrder();
  await send(putOff);
  await expect.poll(() => mailOf(putOff)).toMatchObject({ attempts: 1, nextAttemptAt: expect.any(String) });
  beforeTaking = refusal(554, '5.7.1 Relay access denied');
  await portal.json('PUT', `cart/${key}/${provider}/5`);
  const notAllowed = await newOrder();
  await send(notAllowed);
  await expect
    .poll(() => mailOf(notAllowed))
    .toMatchObject({ attempts: 1, nextAttemptAt: expect.any(String) });
});

test('an order goes to the wholesaler also where the mail server does not take the copy', async () => {
  nobody.add('rep@portal.example');
  const order = await newOrder();
  await send(order);
  await mailbox.next(to);
  await expect.poll(async () => (await portal.json<Order>('GET', `orders/${order}`)).sentTo).toEqual([to]);
});

test('many that send at once send one mail', async () => {
  const order = await newOrder();
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(order)));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect((await mailbox.next(to)).subject).toContain(`Bestellung ${order} `);
  await expect.poll(async () => (await portal.json<Order>('GET', `orders/${order}`)).sentTo).toEqual([to]);
  expect((await send(order)).status).toBe(200);
  await sleep(200);
  expect(mailbox.waiting()).toEqual([]);
});

if (long)
  test('mails of which the mail server gave no word are not sent again until their sender says so, and then once, or count as sent if he says so', async () => {
    const order = await newOrder();
    await portal.json('PUT', `cart/${key}/${provider}/4`);
    const arrived = await newOrder();
    const kept = (number: number) => portal.json<Order>('GET', `orders/${number}`);
    const unknownAtOf = async (number: number) => (await kept(number)).mails[0]!.unknownAt;
    // It has the mails and says nothing: the portal hangs up after three seconds.
    afterTaking = () => new Promise(() => {});
    await send(order);
    const first = await mailbox.next(to);
    // By another process, since each sends its orders one after the other.
    const { pool, databaseUrl } = portal.server;
    const other = await startInstance(
      { url: databaseUrl, pool, close: async () => {} },
      { smtpUrl: smtpUrl() },
    );
    onTestFinished(other.close);
    await fetch(`${other.url}/api/orders/${arrived}/mail`, {
      method: 'POST',
      headers: { authorization: `Bearer ${portal.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ to }),
    });
    await mailbox.next(to);
    for (const number of [order, arrived])
      await expect.poll(() => unknownAtOf(number), { timeout: 30_000 }).toMatch(/^20/);
    afterTaking = async () => {};
    const [{ unknownAt, ...unknown }] = (await kept(order)).mails as [Order['mails'][number]];
    expect(unknown).toMatchObject({ to, sentAt: null, nextAttemptAt: null, attempts: 1 });
    expect(await kept(order)).toMatchObject({ sentTo: [], sendingTo: [] });
    // Asking to send it, as a client does whose answer was lost, is no word about it.
    expect((await send(order)).status).toBe(200);
    await sleep(300);
    expect(mailbox.waiting()).toEqual([]);

    const settle = (number: number, outcome: string, at: string | null, token = portal.token) =>
      portal.call('POST', `orders/${number}/mail/outcome`, { body: { to, unknownAt: at, outcome }, token });
    expect((await settle(order, 'again', unknownAt, portal.colleague)).status).toBe(404);
    expect((await settle(order, 'again', '2026-01-01T00:00:00.000Z')).status).toBe(200);
    expect(await unknownAtOf(order)).toBe(unknownAt);
    const again = () => settle(order, 'again', unknownAt);
    const answers = await Promise.all([again(), again(), again()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await mailbox.next(to)).messageId).toBe(first.messageId);
    await expect.poll(async () => (await kept(order)).sentTo).toEqual([to]);
    expect((await again()).status).toBe(200);

    const handedOver = await unknownAtOf(arrived);
    expect((await settle(arrived, 'arrived', handedOver)).status).toBe(200);
    expect(await kept(arrived)).toMatchObject({
      sentTo: [to],
      mails: [{ sentAt: handedOver, unknownAt: null }],
    });
    await sleep(300);
    expect(mailbox.waiting()).toEqual([]);
  });

test('a mail that broke off before its end is sent again by itself', async () => {
  const order = await newOrder();
  const { pool } = portal.server;
  await pool.query(
    `create trigger nothing_noted before update of end_given_at on mails for each row
     when (new.end_given_at is not null) execute function refuse_change()`,
  );
  try {
    await send(order);
    // Its end could not be noted, and so was not given.
    await expect
      .poll(async () => (await portal.json<Order>('GET', `orders/${order}`)).mails[0], { timeout: 30_000 })
      .toMatchObject({ attempts: 1, sentAt: null, unknownAt: null });
    expect(mailbox.waiting()).toEqual([]);
  } finally {
    await pool.query('drop trigger nothing_noted on mails');
  }
  await pool.query('update mails set next_attempt_at = now() where order_id = $1', [order]);
  await send(order);
  expect((await mailbox.next(to)).subject).toContain(`Bestellung ${order} `);
});

test('an order says that it is on its way while the mail server does not take it', async () => {
  const order = await newOrder();
  beforeTaking = () => Promise.reject(new Error('not now'));
  expect(await (await send(order)).json()).toMatchObject({ sentTo: [], sendingTo: [to] });
  const mails = async () => (await portal.json<Order>('GET', `orders/${order}`)).mails;
  await expect.poll(mails, { timeout: 15_000 }).toMatchObject([{ to, attempts: 1, sentAt: null }]);
  const [{ askedAt, nextAttemptAt }] = (await mails()) as [Order['mails'][number]];
  // Tried again a minute after the first try, which follows at once.
  expect(Date.parse(nextAttemptAt!) - Date.parse(askedAt)).toBeGreaterThanOrEqual(60_000);
  beforeTaking = async () => {};
  await portal.server.pool.query('update mails set next_attempt_at = now()');
  // Asked again it is looked for again, and is still one.
  expect((await send(order)).status).toBe(200);
  expect((await mailbox.next(to)).subject).toContain(`Bestellung ${order} `);
  await expect.poll(mails).toEqual([
    {
      to,
      askedAt,
      attempts: 2,
      sentAt: expect.stringMatching(/^20/),
      nextAttemptAt: null,
      unknownAt: null,
    },
  ]);
});

test('what can’t be sent says why and what to do', async () => {
  const refused = async (code: string) => {
    const order = await newOrder();
    const { obstacle, message, to: nobody } = await preview(order);
    expect([obstacle, nobody]).toEqual([code, null]);
    expect(message).toMatch(/\w{3}.*\.$/);
    expect(await refusalOf(await send(order))).toEqual([409, code]);
  };
  for (const contact of ['', 'Fax 041 000 00 00', 'a@b.example, c@d.example']) {
    await setContact(contact);
    await refused('order_no_mail_address');
  }
  const retire = (since: string) =>
    portal.server.pool.query(`update wholesalers set retired_at = ${since} where id = $1`, [wholesaler]);
  await retire('now()');
  await refused('order_wholesaler_retired');
  await retire('null');
  await save({ wholesaler: null });
  await refused('order_no_wholesaler');
  await save({ deliveryType: 'Barcode' });
  await refused('order_not_for_wholesaler');
  expect(mailbox.waiting()).toEqual([]);
});

test('an address that has changed since it was shown gets nothing', async () => {
  const order = await newOrder();
  expect(await refusalOf(await send(order, 'other@wholesaler.example'))).toEqual([
    409,
    'order_contact_changed',
  ]);
  await setContact('new@wholesaler.example');
  expect(await refusalOf(await send(order))).toEqual([409, 'order_contact_changed']);
  expect((await portal.server.pool.query('select 1 from mails')).rowCount).toBe(0);
});

test('an address that only its capitals were changed of is not sent the order once more', async () => {
  const order = await newOrder();
  expect((await send(order)).status).toBe(200);
  await mailbox.next(to);
  await setContact('Orders@Wholesaler.example');
  expect(await preview(order)).toMatchObject({ to, contact: 'Orders@Wholesaler.example' });
  expect(await refusalOf(await send(order, 'Orders@Wholesaler.example'))).toEqual([
    409,
    'order_contact_changed',
  ]);
  expect(await (await send(order)).json()).toMatchObject({ mails: [{ to }] });
  expect((await portal.server.pool.query('select 1 from mails')).rowCount).toBe(1);
});

test('who may only read an order sends nothing in its owner’s name', async () => {
  const { server } = portal;
  await addUser(server.pool, { email: 'reader@portal.example', fullDataAccess: true });
  const reader = await signIn(server.url, 'reader@portal.example');
  await save({ visible: true });
  const order = await newOrder();
  expect(await refusalOf(await send(order, to, reader))).toEqual([403, 'forbidden']);
  expect(await refusalOf(await send(order, to, portal.colleague))).toEqual([404, 'not_found']);
  const path = `orders/${order}/mail`;
  expect((await portal.call('GET', path, { token: reader })).status).toBe(403);
});

test('the mail is in the customer’s language', async () => {
  const { pool } = portal.server;
  await pool.query("update customers set language = 'fr' where external_id = '4711'");
  const order = await newOrder();
  expect((await preview(order)).subject).toBe(`Commande ${order} (Pharmacy, 4711)`);
  await pool.query("update customers set language = null where external_id = '4711'");
});

if (long)
  test('a mail whose sender was killed after its end waits for its sender’s word, and asking again sends nothing twice', async () => {
    let reached = () => {};
    const sending = new Promise<void>((resolve) => {
      reached = resolve;
    });
    beforeTaking = async () => {
      reached();
      // Never taken: whoever sent it is killed.
      await sleep(60_000, undefined, { ref: false });
    };
    const order = await newOrder();
    const killed = await startServerProcess({
      DATABASE_URL: portal.server.databaseUrl,
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      PROVIDER_NAME: 'Provider',
      PROVIDER_COMPANIES: 'Provider AG',
      LOG_LEVEL: 'fatal',
    });
    const asked = await fetch(`${killed.url}/api/orders/${order}/mail`, {
      method: 'POST',
      headers: { authorization: `Bearer ${portal.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ to }),
    });
    expect(await asked.json()).toMatchObject({ sentTo: [], sendingTo: [to] });
    await sending;
    beforeTaking = async () => {};
    killed.kill('SIGKILL');
    expect(await killed.ended).toBeNull();
    // What a process left behind is another one's after two minutes: no test waits for that.
    await portal.server.pool.query('update mails set next_attempt_at = now() where order_id = $1', [order]);
    const { pool, databaseUrl } = portal.server;
    const survivor = await startInstance(
      { url: databaseUrl, pool, close: async () => {} },
      { smtpUrl: smtpUrl() },
    );
    const kept = () => portal.json<Order>('GET', `orders/${order}`);
    await expect.poll(async () => (await kept()).mails[0]!.unknownAt, { timeout: 30_000 }).toMatch(/^20/);
    expect((await send(order)).status).toBe(200);
    await sleep(300);
    expect(mailbox.waiting()).toEqual([]);
    const { unknownAt } = (await kept()).mails[0]!;
    const body = { to, unknownAt, outcome: 'again' };
    expect((await portal.call('POST', `orders/${order}/mail/outcome`, { body })).status).toBe(200);
    const mail = await mailbox.next(to);
    expect(mail.attachments).toHaveLength(3);
    await expect.poll(async () => (await portal.json<Order>('GET', `orders/${order}`)).sentTo).toEqual([to]);
    expect((await send(order)).status).toBe(200);
    await survivor.close();
    expect(mailbox.waiting()).toEqual([]);
  });
