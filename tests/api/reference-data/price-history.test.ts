import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProductPrices } from '#shared/schemas/product.ts';
import { adminCalls } from '#tests/support/admin-calls.ts';
import { publishReferenceData } from '#tests/support/portal.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { generic, original, provider, smallCatalogue } from '#tests/support/small-catalogue.ts';

let server: TestServer;
let call: Awaited<ReturnType<typeof adminCalls>>;

beforeAll(async () => {
  server = await startTestServer();
  call = await adminCalls(server.url, server.pool);
});
afterAll(() => server.close());

const { catalogue } = smallCatalogue;
const [heading = '', ...rows] = catalogue.products.trim().split('\n');

/** Publishes the small catalogue with other prices; null: without the product. */
async function publish(
  prices: Record<string, [exFactory: string, publicPrice: string] | null>,
): Promise<void> {
  const products = rows.flatMap((row) => {
    const cells = row.split(',');
    const said = prices[cells[0]!];
    if (said === undefined) return [row];
    return said ? [[...cells.slice(0, 15), ...said, ...cells.slice(17)].join(',')] : [];
  });
  const known = (text: string) =>
    text
      .split('\n')
      .filter((line) => !Object.entries(prices).some(([gtin, said]) => said === null && line.includes(gtin)))
      .join('\n');
  await publishReferenceData(server.pool, {
    catalogue: {
      ...catalogue,
      products: [heading, ...products, ''].join('\n'),
      portfolio: known(catalogue.portfolio),
      exclusive: known(catalogue.exclusive),
    },
  });
}

async function pricesOf(gtin: string): Promise<(number | null)[][]> {
  const { status, body } = await call('GET', `product/gtin/${gtin}/prices`);
  expect(status).toBe(200);
  return (body as ProductPrices).map(({ exFactoryPrice, publicPrice }) => [exFactoryPrice, publicPrice]);
}

test('before anything is published a product has no prices', async () => {
  expect(await pricesOf(original)).toEqual([]);
});

test('every revision has the prices that its catalogue says, none where it says none or has no such product', async () => {
  await publish({});
  await publish({ [original]: ['19.5', '35.5'], [generic]: ['', ''] });
  await publish({ [original]: ['19.5', '35.5'], [generic]: null });
  await publish({ [original]: null, [generic]: ['12', '22.25'] });
  await publish({});
  expect(await pricesOf(original)).toEqual([
    [20, 35.5],
    [19.5, 35.5],
    [19.5, 35.5],
    [null, null],
    [20, 35.5],
  ]);
  expect(await pricesOf(generic)).toEqual([
    [12, 22.25],
    [null, null],
    [null, null],
    [12, 22.25],
    [12, 22.25],
  ]);
  expect(await pricesOf(provider)).toEqual(Array.from({ length: 5 }, () => [10, 19.9]));
  expect(await pricesOf('7680000000019')).toEqual(Array.from({ length: 5 }, () => [null, null]));
});

test('a catalogue is read once for all products and clicks, and one that is published later too', async () => {
  await pricesOf(original);
  // What would be read again could not be.
  await server.pool.query('update all_catalogue_revisions set products = $1', [Buffer.from('none')]);
  expect((await pricesOf(provider)).at(-1)).toEqual([10, 19.9]);
  await publish({ [provider]: ['9', '18'] });
  expect((await pricesOf(provider)).slice(-2)).toEqual([
    [10, 19.9],
    [9, 18],
  ]);
  expect((await pricesOf(generic)).at(-1)).toEqual([12, 22.25]);
});

test('many who ask at once are all answered, and the newest 36 revisions are shown', async () => {
  await server.pool.query(
    `insert into all_catalogue_revisions (price_date, products, alternatives, exclusives, product_count, report)
     select price_date, products, alternatives, exclusives, product_count, report
     from (select * from all_catalogue_revisions order by revision desc limit 1) newest, generate_series(1, 36)`,
  );
  const answers = await Promise.all(Array.from({ length: 12 }, () => pricesOf(provider)));
  for (const prices of answers) expect(prices).toEqual(Array.from({ length: 36 }, () => [9, 18]));
});
