import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LastOrder } from '#shared/schemas/customer-page.ts';
import { addCustomer, addUser, publishReferenceData, signIn } from '../../support/portal.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { generic, original, provider, smallCatalogue } from '../../support/small-catalogue.ts';
import { uploadRows } from '../../support/small-portal.ts';
import { gtin } from '../../support/world.ts';

/** Two more products of the provider; the first one is the alternative of a competitor's. */
const [second, third, competitor] = [4, 5, 6].map((last) => gtin(`76801000000${last}`)) as [
  string,
  string,
  string,
];

const line = (code: string, name: string, maker: string, price: string) =>
  `${code},,${name},${maker},C09AA05,ramiprilum,30,Tabl,Tabletten,10 mg,generic,1,0,0,0,${price},,10000,B\n`;

const small = smallCatalogue.catalogue;
const catalogue = {
  ...small,
  products:
    small.products +
    line(second, 'Second', 'Provider AG', '7') +
    line(third, 'Third', 'Provider AG', '8') +
    line(competitor, 'Competitor', 'Generic AG', '9'),
  portfolio: `${small.portfolio}${competitor},${second},1\n`,
};

let server: TestServer;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  server = await startTestServer();
  await publishReferenceData(server.pool, { ...smallCatalogue, catalogue });
  await addCustomer(server.pool, '4711', 'Pharmacy');
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
