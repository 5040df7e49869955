import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Cart } from '#shared/schemas/cart.ts';
import type { Order } from '#shared/schemas/order.ts';
import { type KilledPortal, openKilledPortal } from '#tests/support/killed-portal.ts';
import { type Mailbox, openMailbox } from '#tests/support/mailbox.ts';
import { provider } from '#tests/support/small-catalogue.ts';

const KILLS = 200;
/** Connections broken off by the client while it asks that an order be sent, beside the kills. */
const HANG_UPS = 200;
/** Milliseconds that the mail server takes for a mail, so that many kills fall into that; and a kill waits at most. */
const LONGEST_TAKING = 60;
const LAST_MILLISECONDS = 900;
const to = 'orders@wholesaler.example';

let mailbox: Mailbox;
let portal: KilledPortal;

beforeAll(async () => {
  let taken = 0;
  mailbox = await openMailbox({ beforeTaking: () => sleep((taken++ * 17) % LONGEST_TAKING) });
  portal = await openKilledPortal({ SMTP_URL: mailbox.url });
}, 60_000);
afterAll(async () => {
  await portal.close();
  await mailbox.close();
});

test(`${KILLS} killed processes and ${HANG_UPS} broken connections while orders are sent: none is lost, and none is sent twice unless its sender says so`, async ({
  annotate,
}) => {
  const { pool, insist, link } = portal;
  const { rows } = await pool.query<{ id: number }>(
    `insert into wholesalers (name, enabled_for_online_orders, transfer_order_contact)
     values ('Grosshandel', true, $1) returning id`,
    [to],
  );
  const { cartKey: key } = await insist<Cart>('POST', `cart/from-statistic/${link}`);
  await insist('POST', `cart/from-statistic/${link}/${key}`, {
    body: { deliveryType: 'TransferOrder', wholesaler: rows[0]!.id },
  });
  let over = false;
  /** Packs by order that somebody was told is on its way. */
  const asked = new Map<number, number>();
  const selling = async () => {
    for (let packs = 1; !over || packs <= HANG_UPS; packs++) {
      await insist('PUT', `cart/${key}/${provider}/${packs}?edit=e${packs}`);
      const { order } = await insist<Order>('POST', `cart/from-statistic/${link}/${key}/orders`);
      const hangUp = new AbortController();
      // Spread over the time that it takes; no chance in it, so that a failure repeats.
      if (packs <= HANG_UPS) setTimeout(() => hangUp.abort(), (packs * 37) % 300);
      const { mails } = await insist<Order>('POST', `orders/${order}/mail`, {
        body: { to },
        first: hangUp.signal,
      });
      expect(mails, `of order ${order}`).toMatchObject([{ to }]);
      asked.set(order, packs);
    }
  };
  const sold = selling();
  for (let kill = 0; kill < KILLS; kill++) {
    await sleep((((kill * 37) % KILLS) + 0.5) * (LAST_MILLISECONDS / KILLS));
    await portal.killNext();
  }
  over = true;
  await sold;

  const waiting = async () => {
    // Processes look again after a minute: no test waits for that.
    await pool.query('update mails set next_attempt_at = now() where sent_at is null and unknown_at is null');
    const found = await pool.query<{ id: number }>(
      'select order_id as id from mails where sent_at is null and unknown_at is null',
    );
    const [first] = found.rows;
    if (first) await insist('POST', `orders/${first.id}/mail`, { body: { to } });
    return found.rows.length;
  };
  await expect.poll(waiting, { timeout: 60_000, interval: 200 }).toBe(0);

  const arrivedOf = () =>
    Map.groupBy(mailbox.waiting(), ({ subject }) => Number(/ (\d+) /.exec(subject!)![1]));
  const arrived = arrivedOf();
  for (const [order, same] of arrived) expect(same.length, `mails of order ${order}`).toBe(1);
  // What did not arrive is told: nobody knows of it, and it waits for its sender.
  let unknown = 0;
  for (const order of asked.keys()) {
    const [mail] = (await insist<Order>('GET', `orders/${order}`)).mails;
    if (mail!.unknownAt === null) {
      expect(arrived.has(order), `order ${order}, sent at ${mail!.sentAt}`).toBe(true);
      continue;
    }
    unknown++;
    const outcome = arrived.has(order) ? 'arrived' : 'again';
    const body = { to, unknownAt: mail!.unknownAt, outcome };
    // Said twice, as a client does whose answer was lost.
    await insist('POST', `orders/${order}/mail/outcome`, { body });
    await insist('POST', `orders/${order}/mail/outcome`, { body });
  }
  expect(unknown, 'mails of which nobody knew').toBeLessThanOrEqual(KILLS);
  await expect.poll(waiting, { timeout: 60_000, interval: 200 }).toBe(0);
  const mails = arrivedOf();
  expect([...mails.keys()].toSorted((one, other) => one - other)).toEqual([...asked.keys()]);
  for (const [order, same] of mails) {
    expect(same.length, `mails of order ${order}`).toBe(1);
    const csv = Buffer.from(same[0]!.attachments[2]!.content as ArrayBuffer).toString();
    expect(csv.trim().split(/\s+/).at(-1)?.split(',').at(-1)).toBe(String(asked.get(order)));
  }
  await annotate(`${mails.size} orders sent once each, ${unknown} of them waited for their sender's word`);
});
