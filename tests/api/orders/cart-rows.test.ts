import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { CartChange, CartRowsChange } from '#shared/schemas/cart.ts';
import { type Cart, type CartPortal, openCartPortal } from '#tests/support/cart-portal.ts';
import { publishReferenceData } from '#tests/support/portal.ts';
import { provider, smallCatalogue } from '#tests/support/small-catalogue.ts';
import { gtin } from '#tests/support/world.ts';

/** Two more products of the provider, and one that nobody offers. */
const second = gtin('768010000004');
const third = gtin('768010000005');
const nobody = gtin('768010000006');
const product = (code: string, pharmacode: string) =>
  `${code},${pharmacode},Provider ${pharmacode},Provider AG,C09AA05,ramiprilum,30,Tabl,Tabletten,10 mg,generic,1,0,0,0,10,19.9,10002,B\n`;

let portal: CartPortal;
let key: string;
let base: string;

beforeAll(async () => {
  portal = await openCartPortal(['1', '7']);
  const { catalogue } = smallCatalogue;
  await publishReferenceData(portal.server.pool, {
    catalogue: {
      ...catalogue,
      products: catalogue.products + product(second, '0000004') + product(third, '0000005'),
    },
  });
  const { cartKey } = await portal.cart();
  await vi.waitUntil(async () => (await portal.call('PUT', `cart/${cartKey}/${third}/1`)).status === 200, {
    timeout: 20_000,
    interval: 50,
  });
}, 60_000);
afterAll(() => portal.server.close());
beforeEach(async () => {
  await portal.server.pool.query('delete from carts');
  key = (await portal.cart()).cartKey;
  base = `cart/from-statistic/${portal.link}/${key}`;
});

type Row = { gtin: string; quantity: string; version?: number };
const putRows = (rows: Row[], edit = 'e1') =>
  portal.json<CartRowsChange>('POST', `${base}/rows?edit=${edit}`, { body: { rows } });
const log = () => portal.json<CartChange[]>('GET', `${base}/log`);
const packs = ({ rows, hidden }: Cart) =>
  Object.fromEntries([...rows, ...hidden].filter((row) => row.packs > 0).map((row) => [row.gtin, row.packs]));

test('many quantities are one change and one step to undo', async () => {
  const { cart, conflicts, unknown } = await putRows([
    { gtin: provider, quantity: '3', version: 0 },
    { gtin: second, quantity: '1200', version: 0 },
    { gtin: third, quantity: '0', version: 0 },
  ]);
  expect([packs(cart), conflicts, unknown]).toEqual([{ [provider]: 3, [second]: 1200 }, [], []]);
  expect(await log()).toMatchObject([{ kind: 'row', rowCount: 2, state: 'done' }]);
  expect(packs(await portal.json<Cart>('POST', `${base}/undo`, { body: {} }))).toEqual({});
  expect(packs(await portal.json<Cart>('POST', `${base}/redo`, { body: {} }))).toEqual({
    [provider]: 3,
    [second]: 1200,
  });
});

test('packs that were divided by a multiplier come back as typed, whatever it is by now', async () => {
  await portal.json('POST', base, { body: { quantityMultiplier: 2 } });
  // 5 ÷ 12/7 = 35/12
  const body = { rows: [{ gtin: second, quantity: '2.9166666666666666666666666' }], multiplier: '12/7' };
  const { cart } = await portal.json<CartRowsChange>('POST', `${base}/rows`, { body });
  expect(cart.hidden[0]).toMatchObject({ gtin: second, selectedExact: '35/12', packs: 6 });
});

test('rows of somebody else’s change are told with both values, unknown products with the reason, and the rest is made', async () => {
  await portal.json('PUT', `cart/${key}/${provider}/8`);
  const { cart, conflicts, unknown } = await putRows([
    { gtin: provider, quantity: '3', version: 0 },
    { gtin: second, quantity: '4', version: 0 },
    { gtin: nobody, quantity: '5', version: 0 },
  ]);
  expect(packs(cart)).toEqual({ [provider]: 8, [second]: 4 });
  expect(conflicts).toEqual([
    {
      theirs: {
        cartRowID: provider,
        gtin: provider,
        selectedQuantity: 8,
        selectedExact: '8',
        packs: 8,
        version: 1,
      },
      yours: { selectedQuantity: 3 },
    },
  ]);
  expect(unknown).toEqual([{ gtin: nobody, message: expect.stringMatching(/\w+ .*\.$/) }]);
});

test('asked again under its name it is made once, and tells the same', async () => {
  await portal.json('PUT', `cart/${key}/${provider}/8`);
  const rows = [
    { gtin: provider, quantity: '3', version: 0 },
    { gtin: second, quantity: '4', version: 0 },
    { gtin: third, quantity: '7', version: 0 },
    { gtin: nobody, quantity: '5', version: 0 },
  ];
  const first = await putRows(rows);
  // Somebody changes one of them before the answer is asked for again: that stays.
  await portal.json('PUT', `cart/${key}/${third}/9`);
  const again = await putRows(rows);
  expect([again.conflicts, again.unknown]).toEqual([first.conflicts, first.unknown]);
  expect(packs(again.cart)).toEqual({ [provider]: 8, [second]: 4, [third]: 9 });
  expect(await log()).toHaveLength(3);
  // Where nothing of it could be made it is not made later either.
  const none = [{ gtin: provider, quantity: '1', version: 0 }];
  await putRows(none, 'e2');
  await portal.json('PUT', `cart/${key}/${provider}/0`);
  expect((await putRows(none, 'e2')).conflicts).toHaveLength(1);
  expect(packs(await portal.cart())).toEqual({ [second]: 4, [third]: 9 });
});

test('as many rows as a call takes fit into its body, with the longest quantities', async () => {
  const rows = Array.from({ length: 5000 }, (_, place) => ({
    gtin: gtin(String(768_020_000_000 + place)),
    quantity: '1234567.1234567890123456789012345',
    version: 2_147_483_647,
  }));
  const { conflicts } = await putRows(rows);
  expect(conflicts).toHaveLength(5000);
});

test('a product that is named twice is refused', async () => {
  const body = { rows: [1, 2].map((quantity) => ({ gtin: provider, quantity: String(quantity) })) };
  const answer = await portal.call('POST', `${base}/rows`, { body });
  expect(answer.status).toBe(400);
});
