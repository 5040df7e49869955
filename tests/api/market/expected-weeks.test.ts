import { afterAll, beforeAll, expect, test } from 'vitest';
import { callsOf } from '#tests/support/admin-calls.ts';
import { addUser, publishReferenceData, signIn } from '#tests/support/portal.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { generic, original, smallCatalogue } from '#tests/support/small-catalogue.ts';

let server: TestServer;
let token: string;
let call: ReturnType<typeof callsOf>;

/** A Friday of the third week of 2025, whose first began on 30 December: long passed, so that its year is always said. */
const friday = '2025-01-17';
const listOf = (gtin: string) =>
  `gtin,reportedOn,updatedOn,expectedDelivery,backInStockOn\n${gtin},2025-01-01,2025-01-01,${friday},\n`;

beforeAll(async () => {
  server = await startTestServer();
  await addUser(server.pool, { email: 'admin@portal.example', role: 'Admin', language: 'de' });
  token = await signIn(server.url, 'admin@portal.example');
  call = callsOf(server.url, token);
  expect((await call('POST', 'stockout-sources', { name: 'Nord AG' })).status).toBe(200);
  const date = '2025-01-10';
  await publishReferenceData(server.pool, {
    catalogue: smallCatalogue.catalogue,
    stockouts: [
      { csv: listOf(original), date, source: 'Grossist' },
      { csv: listOf(original), date, source: 'Nord AG' },
      { csv: listOf(generic), date, source: 'Engpassradar' },
    ],
  });
});
afterAll(() => server.close());

async function get<Body>(address: string): Promise<Body> {
  const answer = await fetch(`${server.url}/api/${address}`, {
    headers: { authorization: `Bearer ${token}`, 'accept-language': 'de' },
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Body;
}

test('lists say which days stand for their weeks: those of wholesalers, named ones too', async () => {
  const rows = await get<Record<string, unknown>[]>('portfolio?stockOutSince=2025-01-01');
  expect(
    rows.map(({ gtin, deliverability1, deliverabilityWeek1 }) => [
      gtin,
      deliverability1,
      deliverabilityWeek1,
    ]),
  ).toEqual(
    expect.arrayContaining([
      [original, friday, true],
      [generic, friday, false],
    ]),
  );
  const episodes = await get<Record<string, unknown>[]>('portfolio/episodes');
  expect(episodes.map(({ source, expectedWeek }) => [source, expectedWeek]).toSorted()).toEqual([
    ['Engpassradar', false],
    ['Grossist', true],
    ['Nord AG', true],
  ]);
});

test('the page of a product and a feed say the week of the one and the day of the other', async () => {
  const product = await get<{ episodes: { expectedDelivery: string; expectedWeek: boolean }[] }>(
    `product/gtin/${original}`,
  );
  expect(product.episodes).toMatchObject([
    { expectedDelivery: friday, expectedWeek: true },
    { expectedDelivery: friday, expectedWeek: true },
  ]);
  const { body } = await call('POST', 'feeds', {
    name: 'Alles',
    view: 'portfolio',
    parameters: { stockOutSince: '2025-01-01' },
  });
  const feed = await fetch(`${server.url}/api/feeds/${(body as { token: string }).token}/atom`);
  const text = await feed.text();
  const entries = text.split('<entry>').slice(1);
  const entryOf = (gtin: string) => entries.find((entry) => entry.includes(`GTIN ${gtin}`));
  expect(entryOf(original)).toContain('War erwartet KW 3, 2025 (Liste vom 10.01.2025');
  expect(entryOf(generic)).toContain('War erwartet am 17.01.2025 (Liste vom 10.01.2025');
});

test('a source that is named once its lists are there says weeks at once', async () => {
  await publishReferenceData(server.pool, {
    stockouts: { csv: listOf(generic), date: '2025-01-10', source: 'Ost AG' },
  });
  const weekOfEast = async () => {
    const episodes = await get<Record<string, unknown>[]>(`portfolio/episodes?gtin=${generic}`);
    return episodes.find(({ source }) => source === 'Ost AG')?.expectedWeek;
  };
  await expect.poll(weekOfEast).toBe(false);
  expect((await call('POST', 'stockout-sources', { name: 'ost ag' })).body).toMatchObject({ name: 'Ost AG' });
  expect(await weekOfEast()).toBe(true);
});
