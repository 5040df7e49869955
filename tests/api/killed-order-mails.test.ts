import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Cart } from '#server/answers/cart.ts';
import type { Order } from '#server/answers/order.ts';
import { type KilledPortal, openKilledPortal } from '../support/killed-portal.ts';
import { type Mailbox, openMailbox } from '../support/mailbox.ts';
import { rounds } from '../support/rounds.ts';
import { provider } from '../support/small-catalogue.ts';

const KILLS = rounds({ short: 3, long: 200 });
/** Connections broken off by the client while it asks that an order be sent, beside the kills. */
const HANG_UPS = rounds({ short: 5, long: 200 });
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

test(`${KILLS} killed processes and ${HANG_UPS} broken connections while orders are sent: each goes out, and again only as the same mail, whose sender was killed`, async ({
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
    await sleep(((kill * 37) % KILLS) * (LAST_MILLISECONDS / KILLS));
    await portal.killNext();
  }
  over = true;
  await sold;

  await expect
    .poll(
      async () => {
        // Processes look again after a minute: no test waits for that.
        await pool.query('update order_mails set next_attempt_at = now() where sent_at is null');
        const { rows: waiting } = await pool.query<{ id: number }>(
          'select order_id as id from order_mails where sent_at is null',
        );
        if (waiting[0]) await insist('POST', `orders/${waiting[0].id}/mail`, { body: { to } });
        return waiting.length;
      },
      { timeout: 60_000, interval: 200 },
    )
    .toBe(0);
  const mails = Map.groupBy(mailbox.waiting(), ({ subject }) => Number(/ (\d+) /.exec(subject!)![1]));
  expect([...mails.keys()].toSorted((one, other) => one - other)).toEqual([...asked.keys()]);
  for (const [order, same] of mails) {
    expect(new Set(same.map(({ messageId }) => messageId)).size, `different mails of order ${order}`).toBe(1);
    const said = same.map(({ text, attachments }) =>
      JSON.stringify([
        text,
        attachments.map(({ content }) => Buffer.from(content as ArrayBuffer).toString('base64')),
      ]),
    );
    expect(new Set(said).size, `different words or files of order ${order}`).toBe(1);
    const csv = Buffer.from(same[0]!.attachments[2]!.content as ArrayBuffer).toString();
    expect(csv.trim().split(/\s+/).at(-1)?.split(',').at(-1)).toBe(String(asked.get(order)));
  }
  // A process sends one mail at a time: each kill can keep one from being noted as sent, after it was.
  const again = mailbox.waiting().length - mails.size;
  expect(again).toBeLessThanOrEqual(KILLS);
  await annotate(`${mails.size} orders sent, ${again} of them again under the same Message-ID`);
}, 2_400_000);
