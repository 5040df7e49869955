import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Cart, CartChange } from '#shared/schemas/cart.ts';
import type { Order } from '#shared/schemas/order.ts';
import { type KilledPortal, openKilledPortal } from '../support/killed-portal.ts';
import { rounds } from '../support/rounds.ts';
import { provider } from '../support/small-catalogue.ts';

const KILLS = rounds({ short: 2, long: 200 });
/** Connections broken off by the client in the middle of an edit, beside the kills. */
const HANG_UPS = rounds({ short: 10, long: 200 });
const LAST_MILLISECONDS = 400;

let portal: KilledPortal;

beforeAll(async () => {
  portal = await openKilledPortal();
}, 60_000);
afterAll(() => portal.close());

/** Every edit as the log has it, oldest first. */
async function wholeLog(key: string): Promise<CartChange[]> {
  const log: CartChange[] = [];
  for (;;) {
    const before = log.length > 0 ? `?before=${log.at(-1)!.change}` : '';
    const page = await portal.insist<CartChange[]>(
      'GET',
      `cart/from-statistic/${portal.link}/${key}/log${before}`,
    );
    if (page.length === 0) return log.reverse();
    log.push(...page);
  }
}

test(`${KILLS} killed processes and ${HANG_UPS} broken connections lose no acknowledged edit and make none twice`, async () => {
  const { cartKey: key } = await portal.insist<Cart>('POST', `cart/from-statistic/${portal.link}`);
  let over = false;
  let edits = 0;
  const orders = new Set<number>();
  const typing = async () => {
    while (!over || edits < HANG_UPS) {
      edits++;
      const hangUp = new AbortController();
      // Spread over the time that an edit takes; no chance in it, so that a failure repeats.
      if (edits <= HANG_UPS) setTimeout(() => hangUp.abort(), (edits * 7) % 23);
      await portal.insist('PUT', `cart/${key}/${provider}/${edits}?edit=e${edits}`, { first: hangUp.signal });
      const { rows } = await portal.insist<Cart>('POST', `cart/from-statistic/${portal.link}`);
      expect(rows[0], `after edit ${edits}`).toMatchObject({ selectedExact: String(edits), packs: edits });
      if (edits % 10 === 0) {
        const { order } = await portal.insist<Order>(
          'POST',
          `cart/from-statistic/${portal.link}/${key}/orders`,
        );
        orders.add(order);
      }
    }
  };
  const typed = typing();
  for (let kill = 0; kill < KILLS; kill++) {
    await sleep((((kill * 37) % KILLS) + 0.5) * (LAST_MILLISECONDS / KILLS));
    await portal.killNext();
  }
  over = true;
  await typed;

  const log = await wholeLog(key);
  expect(log.map(({ rows }) => [rows[0]?.old, rows[0]?.new])).toEqual(
    Array.from({ length: edits }, (_, index) => [String(index), String(index + 1)]),
  );
  const { rows } = await portal.pool.query<{ packs: string }>('select packs from orders order by version');
  // One for every tenth edit, each of another content.
  expect(rows.map(({ packs }) => Number(packs))).toEqual(
    Array.from({ length: Math.floor(edits / 10) }, (_, index) => 10 * (index + 1)),
  );
  expect(orders.size).toBe(rows.length);

  // Undone and done again through broken connections each step is taken once.
  const steps = Math.min(edits - 1, 20);
  for (const [kind, expected] of [
    ['undo', edits - steps],
    ['redo', edits],
  ] as const) {
    for (let step = 0; step < steps; step++) {
      const hangUp = new AbortController();
      setTimeout(() => hangUp.abort(), (step * 5) % 17);
      await portal.insist('POST', `cart/from-statistic/${portal.link}/${key}/${kind}?edit=${kind}${step}`, {
        first: hangUp.signal,
      });
    }
    const cart = await portal.insist<Cart>('POST', `cart/from-statistic/${portal.link}`);
    expect(cart.rows[0]).toMatchObject({ packs: expected });
  }
});
