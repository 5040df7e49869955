import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Cart } from '#shared/schemas/cart.ts';
import type { Order } from '#shared/schemas/order.ts';
import { addCustomer, addUser, publishReferenceData, signIn } from '#tests/support/portal.ts';
import { seeded } from '#tests/support/seeded.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { smallCatalogue } from '#tests/support/small-catalogue.ts';
import { uploadRows } from '#tests/support/small-portal.ts';
import { gtin } from '#tests/support/world.ts';

/** As many rows as a long cart has. */
const PRODUCTS = 3000;
const MONTHS = 7;

/** A product of the provider, and the one bought that it could replace. Pack sizes of tablets, price in centimes. */
type Pair = {
  own: string;
  bought: string;
  ownSize: number;
  boughtSize: number;
  packs: number;
  price: number | null;
};

const random = seeded(20261206);
const pairs: Pair[] = Array.from({ length: PRODUCTS }, (_, index) => ({
  own: gtin(`76801${String(index).padStart(7, '0')}`),
  bought: gtin(`76802${String(index).padStart(7, '0')}`),
  ownSize: 1 + random.below(120),
  boughtSize: 1 + random.below(120),
  packs: 1 + random.below(60),
  price: random.below(20) === 0 ? null : 1 + random.below(500_000),
}));

let server: TestServer;
let token: string;
let link: string;

beforeAll(async () => {
  server = await startTestServer();
  const [heading] = smallCatalogue.catalogue.products.split('\n');
  const line = (code: string, name: string, maker: string, size: number, price: number | null) =>
    `${code},,${name} ${code},${maker},C09AA05,ramiprilum,${size},Tabl,Tabletten,10 mg,generic,1,0,0,0,${price === null ? '' : price / 100},,,B`;
  await publishReferenceData(server.pool, {
    catalogue: {
      products: [
        heading,
        ...pairs.flatMap((pair) => [
          line(pair.own, 'Own', 'Provider AG', pair.ownSize, pair.price),
          line(pair.bought, 'Other', 'Other AG', pair.boughtSize, 100),
        ]),
        '',
      ].join('\n'),
      portfolio: [
        'gtin,alternativeGTIN,rank',
        ...pairs.map(({ own, bought }) => `${bought},${own},1`),
        '',
      ].join('\n'),
      exclusive: `gtin\n${pairs[0]!.own}\n`,
      priceDate: '2026-01-01',
    },
    stockouts: smallCatalogue.stockouts,
  });
  await addCustomer(server.pool, '4711', 'Pharmacy');
  await addUser(server.pool, { email: 'rep@portal.example' });
  token = await signIn(server.url, 'rep@portal.example');
  const rows = pairs.map(({ bought, packs }) => [bought, packs] as const);
  ({ directLinkId: link } = await uploadRows(server.url, token, rows, { timeMonthTo: String(MONTHS) }));
}, 120_000);
afterAll(() => server.close());

async function ask<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const response = await fetch(`${server.url}/api/cart/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  expect(response.status, path).toBe(200);
  return (await response.json()) as Answer;
}

/** numerator ÷ denominator, half up. */
const halfUp = (numerator: bigint, denominator: bigint) =>
  (2n * numerator + denominator) / (2n * denominator);

test(`the sums of ${PRODUCTS} rows are on screen and in the order what they are reckoned by hand`, async () => {
  const { cartKey } = await ask<Cart>('POST', `from-statistic/${link}`, {});
  const base = `from-statistic/${link}/${cartKey}`;
  await ask('POST', `${base}/bulk-update`, {});
  const typed = pairs.slice(0, 40).map((pair) => ({ ...pair, typed: 1 + random.below(500) }));
  await ask('POST', base, { quantityMultiplier: 12 / MONTHS });
  for (const { own, typed: packs } of typed) await ask('PUT', `${cartKey}/${own}/${packs / (12 / MONTHS)}`);

  for (const months of [12, 6, 1]) {
    const cart = await ask<Cart>('POST', base, { quantityMultiplier: months / MONTHS });
    const expected = new Map(
      pairs.map((pair, index): [string, bigint] => {
        const available = halfUp(10_000n * BigInt(pair.packs * pair.boughtSize), BigInt(pair.ownSize));
        return [
          pair.own,
          index < typed.length
            ? halfUp(BigInt(typed[index]!.typed * months), 12n)
            : halfUp(available * BigInt(months), 10_000n * BigInt(MONTHS)),
        ];
      }),
    );
    expect(cart.rows.map(({ gtin: own, packs }) => [own, BigInt(packs)]).toSorted()).toEqual(
      [...expected].toSorted(),
    );
    const ordered = pairs.filter(({ own }) => expected.get(own)! > 0n);
    const sums = {
      rows: ordered.length,
      packs: Number(ordered.reduce((sum, { own }) => sum + expected.get(own)!, 0n)),
      exFactorySum:
        Number(ordered.reduce((sum, { own, price }) => sum + expected.get(own)! * BigInt(price ?? 0), 0n)) /
        100,
      withoutPrice: ordered.filter(({ price }) => price === null).length,
    };
    expect(sums.withoutPrice).toBeGreaterThan(0);
    expect(cart.sums).toEqual(sums);
    const { content, exFactorySum, packs, rows } = await ask<Order>('POST', `${base}/orders`);
    expect(content.sums).toEqual(sums);
    expect({ exFactorySum, packs, rows }).toEqual({
      exFactorySum: sums.exFactorySum,
      packs: sums.packs,
      rows: sums.rows,
    });
    expect(content.rows).toHaveLength(sums.rows);
  }
});
