import ExcelJS from 'exceljs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ordersToldBy } from '#server/statistics/statistic-metrics.ts';
import type { Brought, LastOrder } from '#shared/schemas/customer-page.ts';
import { addCustomer, addUser, publishReferenceData, signIn } from '#tests/support/portal.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { generic, original, provider, smallCatalogue } from '#tests/support/small-catalogue.ts';
import { uploadRows } from '#tests/support/small-portal.ts';
import { gtin } from '#tests/support/world.ts';

/**
 * Two more products of the provider, the first one being the alternative of a competitor's, and another size of the one that
 * the small catalogue has.
 */
const [second, third, competitor, larger] = ['04', '05', '06', '07'].map((last) =>
  gtin(`7680100000${last}`),
) as [string, string, string, string];

const line = (code: string, name: string, maker: string, price: string, size = '30', strength = '20 mg') =>
  `${code},,${name},${maker},C09AA05,ramiprilum,${size},Tabl,Tabletten,${strength},generic,1,0,0,0,${price},,10000,B\n`;

const small = smallCatalogue.catalogue;
const catalogue = {
  ...small,
  products:
    small.products +
    line(second, 'Second', 'Provider AG', '7') +
    line(third, 'Third', 'Provider AG', '8', '30', '40 mg') +
    line(competitor, 'Competitor', 'Generic AG', '9') +
    line(larger, 'Provider 10 mg 100 Tabl', 'Provider AG', '30', '100', '10 mg'),
  portfolio: `${small.portfolio}${competitor},${second},1\n`,
};

let server: TestServer;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  server = await startTestServer();
  await publishReferenceData(server.pool, { ...smallCatalogue, catalogue });
  await addCustomer(server.pool, '4711', 'Pharmacy');
  await addCustomer(server.pool, '4712', 'Other');
  for (const name of ['rep', 'stranger', 'admin']) {
    const email = `${name}@portal.example`;
    await addUser(server.pool, { email, role: name === 'admin' ? 'Admin' : 'User' });
    tokens[name] = await signIn(server.url, email);
  }
}, 60_000);
afterAll(() => server.close());

async function send<Answer>(who: string, method: string, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(`${server.url}/api/${path}`, {
    method,
    headers: { authorization: `Bearer ${tokens[who]}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.json() as Promise<Answer>;
}

const lastOrderFor = (who: string) => send<LastOrder>(who, 'GET', 'customers/4711/last-order');

const half = { timeMonthFrom: '7', timeMonthTo: '12' };

test('what an order brought is told by the newest statistic that reaches beyond it', async () => {
  const upload = (who: string, rows: [string, number][], fields: Record<string, string> = half) =>
    uploadRows(server.url, tokens[who]!, rows, fields);
  // Half a year: 5 × 10, 4 packs of what could be it, and 3 of what could be the second.
  const { directLinkId } = await upload('rep', [
    [provider, 5],
    [generic, 4],
    [competitor, 3],
  ]);
  await upload('stranger', [[original, 1]]);
  expect(await lastOrderFor('rep')).toEqual({ order: null, result: null });

  const path = `cart/from-statistic/${directLinkId}`;
  const { cartKey } = await send<{ cartKey: string }>('rep', 'POST', path, {});
  for (const [code, packs] of [
    [provider, 6],
    [second, 7],
    [third, 8],
  ] as const)
    await send('rep', 'PUT', `cart/${cartKey}/${code}/${packs}`);
  const { order } = await send<{ order: number }>('rep', 'POST', `${path}/${cartKey}/orders`, {});
  // Made now, which no statistic reaches beyond.
  expect(await lastOrderFor('rep')).toMatchObject({ order: { order }, result: null });

  const inJuly = await copyOrder(order, '2025-06-30T22:30:00Z');
  // Half past midnight of the first of July in Zurich: the period begins in that month.
  expect(await lastOrderFor('rep')).toMatchObject({
    order: { order: inJuly },
    result: { beginsBefore: true },
  });
  const inJune = await copyOrder(order, '2025-06-29T22:30:00Z');
  expect((await lastOrderFor('rep')).order?.order).toBe(inJuly);
  await server.pool.query('delete from orders where id = $1', [inJuly]);

  const { result } = await lastOrderFor('rep');
  expect((await lastOrderFor('admin')).order?.order).toBe(inJune);
  // 2 × 50 a year
  expect(result).toMatchObject({
    statistic: { directLinkId, months: 6 },
    beginsBefore: false,
    ordered: 3,
    bought: 1,
    competitor: 1,
    turnoverPerYear: 100,
    withoutPrice: 0,
  });
  const products = Object.fromEntries(result!.products.map(({ gtin: code, ...rest }) => [code, rest]));
  expect(products).toMatchObject({
    [provider]: {
      state: 'bought',
      packsOrdered: 6,
      packsBought: 5,
      turnoverPerYear: 100,
      competitorArticles: 1,
      competitorPacks: 4,
    },
    [second]: {
      state: 'competitor',
      packsOrdered: 7,
      packsBought: 0,
      turnoverPerYear: 0,
      competitorPacks: 3,
    },
    [third]: { state: 'neither', packsOrdered: 8, packsBought: 0, competitorArticles: 0 },
  });
  // Who uploads under the number of a customer is not told what others ordered.
  expect(await lastOrderFor('stranger')).toEqual({ order: null, result: null });
});

/** The same order, made at another time from another cart; gives its number. */
async function copyOrder(order: number, madeAt: string): Promise<number> {
  const { rows } = await server.pool.query<{ id: number }>(
    `insert into orders (cart_key, version, statistic_id, owner_id, made_by, made_at, content, content_sha256,
       selection_sha256, signed, row_count, packs, ex_factory_sum)
     select $2::text, 1, statistic_id, owner_id, made_by, $2::timestamptz, content, content_sha256, selection_sha256, signed, row_count, packs,
       ex_factory_sum
     from orders where id = $1 returning id`,
    [order, madeAt],
  );
  return rows[0]!.id;
}

test('what scenarios proposed is told of as orders are, by what they proposed when they were kept', async () => {
  await addCustomer(server.pool, '4713', 'Third');
  const upload = (from: string, to: string, rows: [string, number][]) =>
    uploadRows(server.url, tokens.rep!, rows, {
      timeMonthFrom: from,
      timeMonthTo: to,
      customerExternalId: '4713',
    });
  const first = await upload('1', '6', [
    [generic, 4],
    [competitor, 3],
  ]);
  const newest = await upload('7', '12', [
    [provider, 5],
    [competitor, 2],
  ]);
  const keep = async (name: string, choice: object, madeAt: string) => {
    await send('rep', 'POST', `what-if/from-statistic/${first.directLinkId}`, { name, ...choice });
    const { rows } = await server.pool.query<{ id: number }>(
      'update scenarios set made_at = $2 where name = $1 returning id',
      [name, madeAt],
    );
    return rows[0]!.id;
  };
  const everything = [`product:${generic}`, `product:${competitor}`];
  const both = await keep('Both', { chosen: everything }, '2025-07-03T10:00:00Z');
  // Half of 3 packs, half up.
  const less = await keep('=Less', { chosen: everything.slice(1), share: '0.5' }, '2025-08-03T10:00:00Z');
  await keep('None', { chosen: ['none'] }, '2025-08-04T10:00:00Z');
  // In the last month of the newest statistic.
  await keep('Late', { chosen: everything }, '2025-12-01T10:00:00Z');
  const ask = async (who: string) =>
    (await send<Brought>(who, 'GET', 'customers/4713/brought?of=scenarios')).results;

  // 2 × 5 × 10 a year, and 2 × 2 × 9 from a competitor.
  expect(await ask('rep')).toMatchObject([
    {
      statistic: { directLinkId: newest.directLinkId, months: 6 },
      beginsBefore: true,
      sources: [
        { id: less, name: '=Less', madeAt: '2025-08-03T10:00:00.000Z' },
        { id: both, name: 'Both' },
      ],
      ordered: 2,
      bought: 1,
      competitor: 1,
      turnoverPerYear: 100,
      competitorTurnoverPerYear: 36,
      products: [
        {
          gtin: second,
          productDescription: 'Second',
          sources: [less, both],
          packsOrdered: 2,
          state: 'competitor',
          competitorPacks: 2,
        },
        { gtin: provider, sources: [both], packsOrdered: 4, state: 'bought', packsBought: 5 },
      ],
    },
  ]);
  expect((await send<Brought>('rep', 'GET', 'customers/4713/brought')).results).toEqual([]);
  const file = await fetch(`${server.url}/api/customers/4713/brought/excel?of=scenarios`, {
    headers: { authorization: `Bearer ${tokens.rep}` },
  });
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(await file.arrayBuffer());
  expect((book.worksheets[0]!.getRow(2).values as unknown[]).slice(1, 7)).toEqual([
    '07.2025 – 12.2025',
    'Second',
    second,
    '=Less, 03.08.2025, Both, 03.07.2025',
    2,
    'vom Mitbewerber',
  ]);

  // Others see what is shown to them, and nobody what is of a statistic that can't be opened.
  expect(await ask('admin')).toEqual([]);
  await server.pool.query('update scenarios set visible = true where id = $1', [both]);
  expect(await ask('admin')).toMatchObject([{ sources: [{ id: both }], ordered: 2 }]);
  await server.pool.query('update statistics set active = false where id = $1', [first.bezugsStatistikID]);
  expect(await ask('rep')).toEqual([]);
  const refused = await fetch(`${server.url}/api/customers/4713/brought?of=both`, {
    headers: { authorization: `Bearer ${tokens.rep}` },
  });
  expect(refused.status).toBe(400);
});

test('what all orders brought counts each product once, by statistic, at the prices and alternatives of today', async () => {
  const upload = (from: string, to: string, rows: [string, number][], who = 'rep') =>
    uploadRows(server.url, tokens[who]!, rows, {
      timeMonthFrom: from,
      timeMonthTo: to,
      customerExternalId: '4712',
    });
  const first = await upload('1', '6', [
    [generic, 4],
    [competitor, 3],
    [larger, 2],
  ]);
  const newest = await upload('7', '12', [
    [provider, 5],
    [generic, 1],
    [third, 1],
  ]);
  await upload('7', '12', [[original, 1]], 'stranger');
  const order = (cart: string, version: number, madeAt: string, rows: [string, number][]) =>
    keepOrder(first.bezugsStatistikID, cart, version, madeAt, rows);
  await order('a', 1, '2025-01-15T10:00:00Z', [[provider, 6]]);
  // The same cart in the same month: instead of the former.
  const inJanuary = await order('a', 2, '2025-01-16T10:00:00Z', [
    [provider, 10],
    [second, 7],
  ]);
  const inAugust = await order('b', 1, '2025-08-10T10:00:00Z', [
    [provider, 4],
    [third, 8],
  ]);
  const ask = async (who: string) => (await send<Brought>(who, 'GET', 'customers/4712/brought')).results;

  const [now, before, ...more] = await ask('rep');
  expect(more).toEqual([]);
  // 2 × (5 × 10 + 1 × 8) a year, of which the provider's product counts once; 2 × 12 from competitors.
  expect(now).toMatchObject({
    statistic: { directLinkId: newest.directLinkId, months: 6 },
    beginsBefore: true,
    sources: [
      { id: inAugust, name: String(inAugust) },
      { id: inJanuary, name: String(inJanuary) },
    ],
    ordered: 3,
    bought: 2,
    competitor: 0,
    turnoverPerYear: 116,
    competitorTurnoverPerYear: 24,
    withoutPrice: 0,
  });
  expect(now!.products.map((each) => [each.gtin, each.sources, each.packsOrdered, each.state])).toEqual([
    [provider, [inAugust, inJanuary], 14, 'bought'],
    [third, [inAugust], 8, 'bought'],
    [second, [inJanuary], 7, 'neither'],
  ]);
  // That does not tell of August: 2 × 4 × 12 and 2 × 3 × 9 from competitors; 100 tablets are no 30.
  expect(before).toMatchObject({
    sources: [{ id: inJanuary }],
    ordered: 2,
    bought: 0,
    competitor: 2,
    turnoverPerYear: 0,
    competitorTurnoverPerYear: 150,
    products: [
      {
        gtin: provider,
        packsOrdered: 10,
        state: 'competitor',
        packsBought: 0,
        otherPacks: 2,
        competitorPacks: 4,
      },
      { gtin: second, state: 'competitor', otherPacks: 0, competitorPacks: 3, competitorTurnoverPerYear: 54 },
    ],
  });
  expect(await ask('stranger')).toEqual([]);
  // With the stranger's.
  expect((await ask('admin')).length).toBe(3);

  const file = await fetch(`${server.url}/api/customers/4712/brought/excel`, {
    headers: { authorization: `Bearer ${tokens.rep}` },
  });
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(await file.arrayBuffer());
  const cells = (sheet: number, row: number) =>
    (book.worksheets[sheet]!.getRow(row).values as unknown[]).slice(1);
  expect(cells(0, 2)).toEqual([
    '07.2025 – 12.2025',
    `Product ${provider}`,
    provider,
    `${inAugust}, ${inJanuary}`,
    14,
    'gekauft',
    5,
    100,
    0,
    1,
    24,
  ]);
  expect(cells(1, 3)).toEqual(['01.2025 – 06.2025', 1, 2, 0, 2, 0, 0, 150]);
  const forAdmin = await fetch(`${server.url}/api/customers/4712/brought/excel`, {
    headers: { authorization: `Bearer ${tokens.admin}` },
  });
  await book.xlsx.load(await forAdmin.arrayBuffer());
  const oneOfTwo = expect.stringMatching(/^07\.2025 – 12\.2025, Upload vom \d\d\.\d\d\.\d{4}, \d\d:\d\d$/);
  expect([2, 3, 4].map((row) => cells(1, row)[0])).toEqual([oneOfTwo, oneOfTwo, '01.2025 – 06.2025']);

  // From now on the provider's product costs 11 and is the alternative of the competitor's, and the third one is no more.
  await publishReferenceData(server.pool, {
    catalogue: {
      ...catalogue,
      products: catalogue.products
        .replace(',10,19.9,', ',11,19.9,')
        .replace(line(third, 'Third', 'Provider AG', '8', '30', '40 mg'), ''),
      portfolio: catalogue.portfolio.replace(`${competitor},${second}`, `${competitor},${provider}`),
    },
  });
  await expect.poll(async () => (await ask('rep'))[0]!.turnoverPerYear).toBe(110);
  const [since, earlier] = await ask('rep');
  expect(since).toMatchObject({ ordered: 3, bought: 2, withoutPrice: 1 });
  expect(since!.products[1]).toMatchObject({
    gtin: third,
    productDescription: `Product ${third}`,
    state: 'bought',
    packsBought: 1,
    turnoverPerYear: null,
  });
  expect(earlier!.products.map(({ state, competitorPacks }) => [state, competitorPacks])).toEqual([
    ['competitor', 7],
    ['neither', 0],
  ]);
});

test('a version that a cart was set back to and that was handed out again is the order that is told of', async () => {
  const { rows } = await server.pool.query<{ id: number }>(
    `update orders set handed_again_at = '2025-01-17T10:00:00Z' where cart_key = 'a' and version = 1 returning id`,
  );
  const before = (await send<Brought>('rep', 'GET', 'customers/4712/brought')).results[1]!;
  expect(before.sources).toMatchObject([{ id: rows[0]!.id, madeAt: '2025-01-17T10:00:00.000Z' }]);
  expect(before.products.map((each) => [each.gtin, each.packsOrdered])).toEqual([[provider, 6]]);
});

test('an order is not lost among any number of versions of a later one', async () => {
  await addCustomer(server.pool, '4714', 'Fourth');
  const upload = async (from: string, to: string) => {
    const fields = { timeMonthFrom: from, timeMonthTo: to, customerExternalId: '4714' };
    return (await uploadRows(server.url, tokens.rep!, [[generic, 1]], fields)).bezugsStatistikID;
  };
  const first = await upload('1', '6');
  const made = await upload('7', '12');
  const order = (cart: string, version: number, day: string, code: string) =>
    keepOrder(first, cart, version, day, [[code, 2]], '4714');
  const old = await order('old', 1, '2025-03-03T10:00:00Z', second);
  for (let version = 1; version < 201; version++)
    await order('many', version, new Date(Date.UTC(2025, 6, 3, 10, 0, version)).toISOString(), provider);
  // A file can say so of a product, and an order can't be taken back.
  const many = 3_000_000_000;
  const newest = await keepOrder(first, 'many', 201, '2025-07-04T10:00:00Z', [[generic, many]], '4714');
  const [now, before] = (await send<Brought>('rep', 'GET', 'customers/4714/brought')).results;
  expect(now!.sources.map(({ id }) => id)).toEqual([newest, old]);
  expect(now!.products.map((each) => [each.gtin, each.packsOrdered])).toEqual([
    [generic, many],
    [second, 2],
  ]);
  expect(before!.sources.map(({ id }) => id)).toEqual([old]);
  const told = { timeYearTo: 2025, importDate: new Date() };
  const toldBy = (customerExternalId: string, timeMonthTo: number) =>
    ordersToldBy(server.pool, { ...told, customerExternalId, timeMonthTo });
  expect(await toldBy('4714', 12)).toEqual([
    { order: newest, gtins: [generic] },
    { order: old, gtins: [second] },
  ]);
  // Without the newest statistic, what the last order brought is told of the old one.
  await server.pool.query('update statistics set active = false where id = $1', [made]);
  const { order: last } = await send<LastOrder>('rep', 'GET', 'customers/4714/last-order');
  expect(last).toMatchObject({ order: old });
});

/** An order for a customer from a statistic; gives its number. */
async function keepOrder(
  statistic: number,
  cart: string,
  version: number,
  madeAt: string,
  rows: [string, number][],
  customerExternalId = '4712',
): Promise<number> {
  const content = {
    statistic: { customerExternalId },
    rows: rows.map(([code, packs]) => ({ gtin: code, productDescription: `Product ${code}`, packs })),
  };
  const { rows: kept } = await server.pool.query<{ id: number }>(
    `insert into orders (cart_key, version, statistic_id, owner_id, made_at, content, content_sha256, selection_sha256,
       signed, row_count, packs, ex_factory_sum)
     select $2::text, $3, id, uploader_id, $4::text::timestamptz, $5, sha256(convert_to($4, 'UTF8')), sha256('a'), false, 1, 1, 1
     from statistics where id = $1 returning id`,
    [statistic, cart, version, madeAt, JSON.stringify(content)],
  );
  return kept[0]!.id;
}
