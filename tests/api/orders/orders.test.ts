import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findOrder, findOrderFile, keepOrderFile } from '#server/orders/order-queries.ts';
import { purgeDeletedStatistics } from '#server/statistics/change-queries.ts';
import type { Cart } from '#shared/schemas/cart.ts';
import type { CustomerPage } from '#shared/schemas/customer-page.ts';
import type { Order, OrderListed, OrderMailPreview } from '#shared/schemas/order.ts';
import type { Team } from '#shared/schemas/team.ts';
import type { Today } from '#shared/schemas/today.ts';
import { zurichDay } from '#shared/zurich.ts';
import { type CartPortal, openCartPortal } from '#tests/support/cart-portal.ts';
import { addUser, publishReferenceData, signIn } from '#tests/support/portal.ts';
import { original, provider } from '#tests/support/small-catalogue.ts';

let portal: CartPortal;
let key: string;
let base: string;
let admin: string;
beforeAll(async () => {
  portal = await openCartPortal();
  await addUser(portal.server.pool, { email: 'admin@portal.example', role: 'Admin' });
  admin = await signIn(portal.server.url, 'admin@portal.example');
});
afterAll(() => portal.server.close());
beforeEach(async () => {
  const { pool } = portal.server;
  await pool.query('delete from orders');
  await pool.query('delete from carts');
  key = (await portal.cart()).cartKey;
  base = `cart/from-statistic/${portal.link}/${key}`;
  await portal.json('POST', base, { body: { deliveryDate: '2026-12-01' } });
});

const put = (quantity: number) => portal.json('PUT', `cart/${key}/${provider}/${quantity}`);
const save = (body: object) => portal.json<Cart>('POST', base, { body });
const order = (token = portal.token) => portal.json<Order>('POST', `${base}/orders`, { token });
const versions = () => portal.json<OrderListed[]>('GET', `${base}/orders`);

test('an order is the cart of that moment, with the hash of what it says', async () => {
  await put(3);
  const { content, ...head } = await order();
  expect(content).toEqual({
    format: 1,
    cartKey: key,
    statistic: {
      bezugsStatistikID: expect.any(Number),
      revision: 1,
      customerName: 'Pharmacy',
      customerExternalId: '4711',
      customerAddress: 'Hauptstrasse 1, 8000, Zürich ZH, Schweiz',
      salesRepresentative: 'rep@portal.example',
      timeMonthFrom: 1,
      timeYearFrom: 2025,
      timeMonthTo: 12,
      timeYearTo: 2025,
      months: 12,
    },
    catalogue: { revision: 1, priceDate: '2026-01-01' },
    multiplier: '1',
    wholesaler: null,
    deliveryType: 'Barcode',
    deliveryDate: '2026-12-01',
    signature: null,
    rows: [
      {
        gtin: provider,
        pharmacode: '0000003',
        productDescription: 'Provider 10 mg 30 Tabl',
        pack: '30',
        manufacturer: 'Provider AG',
        selectedExact: '3',
        packs: 3,
        exFactoryPrice: 10,
        lineTotal: 30,
      },
    ],
    sums: { rows: 1, packs: 3, exFactorySum: 30, withoutPrice: 0 },
  });
  expect(head).toEqual({
    order: expect.any(Number),
    cartKey: key,
    version: 1,
    madeAt: expect.stringMatching(/^\d{4}-/),
    madeBy: 'rep@portal.example',
    ownerName: 'rep@portal.example',
    customerName: 'Pharmacy',
    wholesalerName: null,
    sha256: createHash('sha256').update(JSON.stringify(content)).digest('hex'),
    signed: false,
    cartChanged: false,
    rows: 1,
    packs: 3,
    exFactorySum: 30,
    difference: null,
    files: [],
    sentTo: [],
    sendingTo: [],
    mails: [],
  });
});

test('asking again for the same version leaves no gap in the order numbers', async () => {
  await put(3);
  const first = await order();
  await order();
  await order();
  await put(4);
  expect((await order()).order).toBe(first.order + 1);
});

test('on another timeline orders go on above the numbers that were lost', async () => {
  await put(3);
  const { order: first } = await order();
  await portal.server.pool.query("update order_numbering set timeline = 'that of the primary'");
  await put(4);
  const { order: next } = await order();
  expect(next % 1000).toBe(1);
  expect(next).toBeGreaterThan(first + 1000);
  await put(5);
  expect((await order()).order).toBe(next + 1);
});

test('the same content is the same version, another one the next, and going back is the first again', async () => {
  await put(3);
  const first = await order();
  expect(await order()).toEqual(first);
  await put(5);
  expect(await order()).toMatchObject({ version: 2, exFactorySum: 50, difference: 20 });
  await put(3);
  expect((await order()).order).toBe(first.order);
  expect((await versions()).map(({ version, difference }) => [version, difference])).toEqual([
    [2, 20],
    [1, null],
  ]);
});

test('an order without a price is worth nobody knows what, and differs by that from the one before', async () => {
  await put(3);
  await order();
  await put(0);
  // As one that the catalogue has lost since it was selected.
  await portal.server.pool.query(
    `insert into cart_rows (cart_id, gtin, description, quantity, version)
     select id, '7680999999990', 'Lost', '2', version from carts`,
  );
  const priceless = await order();
  expect(priceless).toMatchObject({ version: 2, rows: 1, packs: 2, exFactorySum: null, difference: null });
  const page = await portal.json<CustomerPage>('GET', 'customers/4711');
  expect(page.orders[0]).toMatchObject({ order: priceless.order, exFactorySum: null });
  const { customers } = await portal.json<Today>('GET', 'today');
  expect(customers[0]!.reasons).toContainEqual(
    expect.objectContaining({ kind: 'unsent', order: priceless.order, exFactorySum: null }),
  );
  // The last version of a month counts.
  const month = zurichDay(new Date()).slice(0, 7);
  const team = await portal.json<Team>('GET', `team?from=${month}&to=${month}`, { token: admin });
  expect(team.totals).toMatchObject({ orders: 1, orderValue: null });
});

test('what counts of a cart that was set back is the version that it was set back to', async () => {
  const { pool } = portal.server;
  const handedAgain = async () =>
    (await pool.query('select handed_again_at is not null as again from orders order by version')).rows.map(
      ({ again }) => again,
    );
  await put(3);
  const first = await order();
  await order();
  expect(await handedAgain()).toEqual([false]);
  await put(5);
  await order();
  await put(3);
  const figures = async () => (await pool.query('select xmin::text from statistic_figures')).rows;
  const kept = await figures();
  expect((await order()).order).toBe(first.order);
  expect(await handedAgain()).toEqual([true, false]);
  // What its customer's statistics tell of orders is reckoned anew.
  expect(await figures()).not.toEqual(kept);
  await pool.query(
    `insert into mails (kind, guarantee, recipient, content, order_id, sent_at)
     values ('order', 'at most once', 'orders@wholesaler.example', '{}', $1, now())`,
    [first.order],
  );
  // Both where the month may have changed meanwhile.
  const [from, to] = [Date.now() - 60_000, Date.now()].map((time) => zurichDay(new Date(time)).slice(0, 7));
  const team = await portal.json<Team>('GET', `team?from=${from}&to=${to}`, { token: admin });
  expect(team.totals).toMatchObject({ orders: 1, ordersSent: 1, orderValue: 30 });
  const customer = () => portal.json<CustomerPage>('GET', 'customers/4711');
  const { orders, carts } = await customer();
  expect(orders.map(({ version, packs }) => [version, packs])).toEqual([
    [1, 3],
    [2, 5],
  ]);
  expect(carts).toEqual([]);
  const { customers } = await portal.json<Today>('GET', 'today');
  expect(customers.flatMap(({ reasons }) => reasons).filter(({ kind }) => kind === 'unsent')).toEqual([]);
  // Changed and set back, and handed out as it was.
  await put(4);
  await put(3);
  expect((await customer()).carts).toHaveLength(1);
  await order();
  expect((await customer()).carts).toEqual([]);
  // Who may look at it is no part of what is ordered.
  const handed = async () =>
    (await pool.query('select handed_again_at::text as at from orders order by id')).rows;
  const before = await handed();
  await save({ visible: true });
  expect((await customer()).carts).toEqual([]);
  await order();
  expect(await handed()).toEqual(before);
});

test('many that ask at once make one version', async () => {
  await put(3);
  const made = await Promise.all(Array.from({ length: 8 }, () => order()));
  expect(new Set(made.map((each) => each.order)).size).toBe(1);
  expect(await versions()).toHaveLength(1);
});

test('nothing to order is no order; rows that round to no pack are left out', async () => {
  const empty = await portal.call('POST', `${base}/orders`);
  expect([empty.status, await empty.json()]).toMatchObject([409, { code: 'order_empty' }]);
  await put(0.4);
  expect((await portal.call('POST', `${base}/orders`)).status).toBe(409);
});

/** The day in three days; both where midnight may have passed meanwhile. */
function inThreeDays(): string[] {
  const zurich = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Zurich' });
  return [0, 60_000].map((ago) => {
    const [year, month, day] = zurich
      .format(Date.now() - ago)
      .split('-')
      .map(Number);
    return new Date(Date.UTC(year!, month! - 1, day! + 3)).toISOString().slice(0, 10);
  });
}

test('without a chosen day delivery is in three days', async () => {
  await save({ deliveryDate: null });
  await put(1);
  const { content } = await order();
  expect(inThreeDays()).toContain(content.deliveryDate);
});

describe('a signature', () => {
  const png =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

  test('is for the day of delivery that was meant when it was given, also where none was chosen', async () => {
    await save({ deliveryDate: null });
    await put(3);
    const { deliveryDate, signatureVoid } = await save({ signature: 'typed', signatureName: 'Ada' });
    expect(inThreeDays()).toContain(deliveryDate);
    expect(signatureVoid).toBe(false);
    expect((await order()).content).toMatchObject({ deliveryDate, signature: { name: 'Ada' } });
    await portal.json('POST', `${base}/undo`, { body: {} });
    expect(await portal.cart()).toMatchObject({ deliveryDate: null, signature: null });
  });

  test('belongs to the version that was signed and stays so, while the changed cart counts as not signed', async () => {
    await put(3);
    await save({ signature: png, signatureName: 'Ada' });
    const signed = await order();
    expect(signed).toMatchObject({ signed: true, cartChanged: false });
    const image = Buffer.from(png.split(',')[1]!, 'base64');
    expect(signed.content.signature).toMatchObject({
      name: 'Ada',
      imageSha256: createHash('sha256').update(image).digest('hex'),
    });
    expect((await findOrder(portal.server.pool, signed.order))?.signatureImage).toEqual(image);
    await put(4);
    expect(await versions()).toMatchObject([{ version: 1, signed: true, cartChanged: true }]);
    expect(await portal.cart()).toMatchObject({ signatureVoid: true, signedOrder: signed.order });
    // What was not signed is not taken for signed.
    expect(await order()).toMatchObject({ version: 2, signed: false, content: { signature: null } });
    await portal.json('POST', `${base}/undo`, { body: {} });
    expect((await versions()).map(({ cartChanged }) => cartChanged)).toEqual([false, false]);
  });
});

describe('orders outlive', () => {
  test('a link that is disabled, a statistic that is deleted, and its end', async () => {
    const { pool } = portal.server;
    const link = await portal.upload([[original, 2]]);
    const cart = await portal.json<{ cartKey: string }>('POST', `cart/from-statistic/${link}`, { body: {} });
    await portal.json('PUT', `cart/${cart.cartKey}/${provider}/2`);
    const made = await portal.json<Order>('POST', `cart/from-statistic/${link}/${cart.cartKey}/orders`);
    await keepOrderFile(pool, made.order, 'csv', file('a'));
    const still = async (token = portal.token) => {
      const found = await portal.json<Order>('GET', `orders/${made.order}`, { token });
      expect(found).toEqual({ ...made, files: ['csv'] });
      expect((await findOrderFile(pool, made.order, 'csv'))?.content.toString()).toBe('a');
    };
    await pool.query('update statistics set active = false where direct_link_id = $1', [link]);
    await still();
    await pool.query(
      "update statistics set deleted_at = now() - interval '1 year' where direct_link_id = $1",
      [link],
    );
    await still();
    expect(await purgeDeletedStatistics(pool)).toBe(1);
    expect((await pool.query('select 1 from carts where cart_key = $1', [cart.cartKey])).rowCount).toBe(0);
    await still();
    await still(admin);
    expect((await portal.json<OrderListed[]>('GET', 'orders')).map((each) => each.order)).toContain(
      made.order,
    );
  });
});

test('a row that cannot be delivered by the delivery date is marked with what was known then, in files and mail', async () => {
  const { pool } = portal.server;
  const head = 'gtin,reportedOn,updatedOn,expectedDelivery,backInStockOn\n';
  const originalMissing = `${original},2026-01-02,2026-01-03,,\n`;
  const stockouts = (csv: string) =>
    publishReferenceData(pool, { stockouts: { csv: head + csv, force: 'a test' } });
  await put(3);
  await stockouts(`${originalMissing}${provider},2026-01-02,2026-01-04,2090-12-02,\n`);
  await expect.poll(async () => (await order()).content.rows[0]!.late).toEqual({ expected: '2090-12-02' });
  const { order: number } = await order();
  const { text } = await portal.json<OrderMailPreview>('GET', `orders/${number}/mail`);
  expect(text).toContain('Provider 10 mg 30 Tabl, Packungen: 3; erwartet am 02.12.2090');
  await save({ deliveryDate: '2090-12-02' });
  expect((await order()).content.rows[0]).not.toHaveProperty('late');
  await stockouts(`${original},2026-01-02,2026-01-05,,\n`);
});

describe('whose orders', () => {
  test('are listed: one’s own, admins everyone’s', async () => {
    await put(3);
    const { order: number } = await order();
    const list = async (token: string) =>
      (await portal.json<OrderListed[]>('GET', 'orders', { token })).map((each) => each.order);
    expect(await list(portal.token)).toEqual([number]);
    expect(await list(admin)).toEqual([number]);
    expect(await list(portal.colleague)).toEqual([]);
    expect(await portal.json('GET', `orders?before=${number}`)).toEqual([]);
  });

  test('may be read: one’s own, and those of statistics that one may see, whose visible carts’ versions one may make too', async () => {
    const { server } = portal;
    await addUser(server.pool, { email: 'reader@portal.example', fullDataAccess: true });
    const reader = await signIn(server.url, 'reader@portal.example');
    await put(3);
    const { order: number } = await order();
    const read = async (token: string) => (await portal.call('GET', `orders/${number}`, { token })).status;
    expect([await read(reader), await read(portal.colleague)]).toEqual([200, 404]);
    await save({ visible: true });
    expect([await read(reader), await read(portal.colleague)]).toEqual([200, 404]);
    expect(await order(reader)).toMatchObject({ order: number, madeBy: 'rep@portal.example' });
    await put(4);
    expect(await order(reader)).toMatchObject({
      version: 2,
      madeBy: 'reader@portal.example',
      ownerName: 'rep@portal.example',
    });
  });

  test('are no longer those of a statistic that is closed, but for their owner and admins', async () => {
    const { server } = portal;
    await addUser(server.pool, { email: 'observer@portal.example', fullDataAccess: true });
    const observer = await signIn(server.url, 'observer@portal.example');
    await put(3);
    const { order: number } = await order();
    const read = async (token: string) => (await portal.call('GET', `orders/${number}`, { token })).status;
    const setActive = (active: boolean) =>
      server.pool.query('update statistics set active = $2 where direct_link_id = $1', [portal.link, active]);
    await setActive(false);
    expect([await read(observer), await read(portal.token), await read(admin)]).toEqual([404, 200, 200]);
    await setActive(true);
    expect(await read(observer)).toBe(200);
  });
});

describe('what was handed out', () => {
  test('does not change, whoever tries', async () => {
    await put(3);
    const { order: number } = await order();
    const { pool } = portal.server;
    await expect(
      pool.query('update orders set content = $1 where id = $2', ['{}', number]),
    ).rejects.toThrow();
    await keepOrderFile(pool, number, 'pdf', file('first'));
    await expect(pool.query('update order_files set content = $1', [Buffer.from('x')])).rejects.toThrow();
  });

  test('is the file that was made first, of however many that make it at once', async () => {
    await put(3);
    const { order: number } = await order();
    const kept = await Promise.all(
      ['a', 'b', 'c', 'd'].map((each) => keepOrderFile(portal.server.pool, number, 'pdf', file(each))),
    );
    expect(new Set(kept.map(({ content }) => content.toString())).size).toBe(1);
    expect(await keepOrderFile(portal.server.pool, number, 'pdf', file('later'))).toEqual(kept[0]);
    expect(await findOrderFile(portal.server.pool, number, 'excel')).toBeUndefined();
    expect((await versions())[0]!.files).toEqual(['pdf']);
  });
});

function file(text: string) {
  return { fileName: 'order-form.pdf', contentType: 'application/pdf', content: Buffer.from(text) };
}
