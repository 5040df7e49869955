import { tableFromIPC } from 'apache-arrow';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ARROW_STREAM } from '#analytics/arrow.ts';
import { publishReferenceData, signIn } from '#tests/support/portal.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { generic, original } from '#tests/support/small-catalogue.ts';
import { fillSmallPortal, uploadRows } from '#tests/support/small-portal.ts';

const since = 'stockOutSince=2026-01-01';
const date = 'date=2025-12-01';

let server: TestServer;
let token: string;
let statistic: number;

beforeAll(async () => {
  server = await startTestServer();
  await fillSmallPortal(server.pool);
  // The original is missing, the generic back.
  const csv = `gtin,reportedOn,updatedOn,expectedDelivery,backInStockOn
${original},2026-01-02,2026-01-04,,
${generic},2025-11-01,2025-12-01,,2025-12-20
`;
  await publishReferenceData(server.pool, { stockouts: { csv } });
  token = await signIn(server.url, 'rep@portal.example');
  const rows = [
    [original, 3],
    [generic, 2],
  ] as const;
  statistic = (await uploadRows(server.url, token, rows)).bezugsStatistikID;
}, 60_000);
afterAll(() => server.close());

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/api/portfolio${path}`, { headers });

const signedIn = () => ({ authorization: `Bearer ${token}` });

async function json<Answer = Record<string, unknown>[]>(path: string, headers = {}): Promise<Answer> {
  const response = await ask(path, headers);
  expect(response.status, path).toBe(200);
  return (await response.json()) as Answer;
}

const choose = (value: number | null) =>
  server.pool.query(
    `insert into config values ('STOCKOUT_BEZUGS_STATISTIK_ID', $1)
     on conflict (key) do update set value = excluded.value`,
    [String(value)],
  );

const feeding = async () => (await json<{ feeding: boolean }>('/totals', signedIn())).feeding;

test('hundreds of manufacturers can be asked for at once; more than a thousand are refused with the reason', async () => {
  const named = (count: number) => {
    const query = new URLSearchParams({ stockOutSince: '2026-01-01', manufacturer: 'Original AG' });
    for (let number = 2; number <= count; number++)
      query.append('manufacturer', `Hersteller für Präparate ${number}`);
    return `?${query}`;
  };
  expect(named(999).length).toBeGreaterThan(50_000);
  const answered = await ask(named(999));
  expect(answered.status).toBe(200);
  expect(await answered.json()).toMatchObject([{ gtin: original }]);
  const refused = await ask(named(1001));
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain('more than 1000 parameters');
});

test('while no statistic feeds the market its rows are there, without packs and CHF', async () => {
  expect(await json(`?${since}`)).toMatchObject([
    { gtin: original, qty: null, turnoverPotential: null, hersteller1: 'Original AG', stockOutCount: 1 },
  ]);
  expect(await json(`/back-in-stock?${date}`, signedIn())).toMatchObject([
    { gtin: generic, swissmedicNo1: '0000002', qty: null, turnover: null },
  ]);
  expect(await json(`/full/totals?${since}`)).toEqual({
    rowCount: 1,
    manufacturers: 1,
    available: 1,
    qty: null,
    turnoverPotential: null,
    potentialsUnknown: null,
    feeding: false,
    feedingFrom: null,
    feedingTo: null,
    feedingOfCustomer: null,
    priceDate: '2026-01-01',
    stockOutDate: '2026-01-04',
  });
});

test('as soon as one does, answers that were kept are no longer good', async () => {
  const tag = (await ask(`?${since}`, signedIn())).headers.get('etag')!;
  const known = { ...signedIn(), 'if-none-match': tag, 'cache-control': 'max-age=0' };
  expect((await ask(`?${since}`, known)).status).toBe(304);
  await choose(statistic);
  await expect.poll(feeding, { timeout: 10_000 }).toBe(true);
  expect((await ask(`?${since}`, known)).status).toBe(200);
  // 3 packs at 10.00
  expect(await json(`?${since}`, signedIn())).toMatchObject([
    { gtin: original, qty: 3, turnoverPotential: 30 },
  ]);
});

test('the turnover of the market is for signed-in users, and nothing that tells it either', async () => {
  const path = `/back-in-stock?${date}`;
  // 2 packs at 12.00
  expect(await json(path, signedIn())).toMatchObject([{ gtin: generic, qty: 2, turnover: 24 }]);
  const [row] = await json(path);
  expect(Object.keys(row!)).not.toEqual(expect.arrayContaining(['turnover']));
  expect(Object.keys(row!)).not.toEqual(expect.arrayContaining(['qty']));
  const totals = await json<object>(`/back-in-stock/totals?${date}`);
  expect(Object.keys(totals)).toEqual(['rowCount', 'priceDate', 'stockOutDate']);
  expect(await json(`/back-in-stock/totals?${date}`, signedIn())).toMatchObject({ qty: 2, turnover: 24 });

  const arrow = await ask(path, { accept: ARROW_STREAM });
  const { fields } = tableFromIPC(new Uint8Array(await arrow.arrayBuffer())).schema;
  expect(fields.map(({ name }) => name)).toEqual(Object.keys(row!));

  const sorted = await ask(`${path}&sortBy=turnover`);
  expect([sorted.status, await sorted.json()]).toMatchObject([401, { code: 'unauthenticated' }]);
  expect(await json(`${path}&sortBy=turnover`, signedIn())).toHaveLength(1);
  expect(await json(`${path}&sortBy=date`)).toHaveLength(1);
});

test.each([
  '?general=stock_out',
  '?type=others',
  '?stockOutSince=2026-13-01',
  '?stockOutSince=yesterday',
  '?sortBy=turnover',
  '?date=2026-01-01',
  '/competitor?general=match',
  '/competitor?sortBy=manufacturer',
  '/full?sortBy=turnoverPotential',
  '/back-in-stock?general=available_match',
  '/back-in-stock?date=1.2.2026',
  '/summary?atc=c09',
])('%s is refused', async (path) => {
  expect((await ask(path, signedIn())).status).toBe(400);
});

test('when its statistic is disabled the market has no packs again', async () => {
  await server.pool.query('update statistics set active = false where id = $1', [statistic]);
  await expect.poll(feeding, { timeout: 10_000 }).toBe(false);
  expect(await json(`/full?${since}`)).toMatchObject([
    { qty: null, turnoverPotential: null, manufacturerPotential: null, manufacturerCount: 1 },
  ]);
});
