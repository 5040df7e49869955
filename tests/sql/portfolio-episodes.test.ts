import { afterAll, beforeAll, expect, test } from 'vitest';
import { gtin, type OpenWorld, openWorld } from '#tests/support/world.ts';

const pack = gtin('768010000001');
const other = gtin('768010000002');

let world: OpenWorld;
beforeAll(async () => {
  world = await openWorld({
    products: [{ gtin: pack }],
    lines: [],
    sources: [
      { source: 'Grossist', firstListOn: '2026-01-01', lastListOn: '2026-03-20' },
      { source: 'Register', firstListOn: '2024-01-01', lastListOn: '2026-03-01' },
    ],
    stockouts: [
      {
        gtin: pack,
        source: 'Register',
        reported_on: '2026-02-01',
        updated_on: '2026-02-20',
        expected_delivery: '2026-05-01',
        deliveries: [
          { said_on: '2026-02-02', expected_delivery: '2026-03-20' },
          { said_on: '2026-02-09', expected_delivery: '2026-05-15' },
          { said_on: '2026-02-23', expected_delivery: '2026-05-01' },
        ],
      },
      {
        gtin: pack,
        source: 'Grossist',
        reported_on: '2026-02-01',
        first_list: true,
        status: 'ausser Handel',
        comment: 'Nachfolger folgt',
      },
      {
        gtin: pack,
        source: 'Register',
        reported_on: '2024-03-01',
        back_in_stock_on: '2024-04-01',
        expected_delivery: 'unbestimmt',
        deliveries: [
          { said_on: '2024-03-04', expected_delivery: 'unbestimmt' },
          { said_on: '2024-03-11', expected_delivery: '2024-04-05' },
        ],
      },
      // On no list of the catalogue.
      { gtin: other, source: 'Grossist', reported_on: '2026-03-01' },
    ],
  });
});
afterAll(() => world.close());

test('a product has an episode of each source that misses it and those that are over, newest first', async () => {
  const rows = await world.view('portfolio/episodes', { gtin: pack });
  expect(rows).toEqual([
    {
      episode: `${pack} 2026-02-01 Grossist`,
      gtin: pack,
      source: 'Grossist',
      reportedOn: '2026-02-01',
      knownSinceAtLeast: true,
      updatedOn: null,
      listDate: '2026-03-20',
      status: 'ausser Handel',
      expectedDelivery: null,
      expectedWeek: false,
      comment: 'Nachfolger folgt',
      backInStockOn: null,
      discontinued: true,
      open: true,
      sourceEndedOn: null,
      moves: 0,
      movedDays: null,
    },
    {
      episode: `${pack} 2026-02-01 Register`,
      gtin: pack,
      source: 'Register',
      reportedOn: '2026-02-01',
      knownSinceAtLeast: false,
      updatedOn: '2026-02-20',
      listDate: '2026-03-01',
      status: null,
      expectedDelivery: '2026-05-01',
      expectedWeek: false,
      comment: null,
      backInStockOn: null,
      discontinued: false,
      open: true,
      sourceEndedOn: null,
      moves: 2,
      // 11 days left in March, 30 in April, 1 in May.
      movedDays: 42,
    },
    {
      episode: `${pack} 2024-03-01 Register`,
      gtin: pack,
      source: 'Register',
      reportedOn: '2024-03-01',
      knownSinceAtLeast: false,
      updatedOn: null,
      listDate: '2026-03-01',
      status: null,
      expectedDelivery: 'unbestimmt',
      expectedWeek: false,
      comment: null,
      backInStockOn: '2024-04-01',
      discontinued: false,
      open: false,
      sourceEndedOn: null,
      moves: 1,
      movedDays: null,
    },
  ]);
});

test('each change of the expected delivery has the day of its list and the days that it moved by', async () => {
  const rows = await world.view('portfolio/deliveries', { gtin: pack });
  expect(
    rows.map(({ source, reportedOn, saidOn, expectedDelivery, movedDays }) => [
      source,
      reportedOn,
      saidOn,
      expectedDelivery,
      movedDays,
    ]),
  ).toEqual([
    ['Grossist', '2026-02-01', '2026-02-01', null, null],
    ['Register', '2026-02-01', '2026-02-02', '2026-03-20', null],
    // 11 + 30 + 15
    ['Register', '2026-02-01', '2026-02-09', '2026-05-15', 56],
    ['Register', '2026-02-01', '2026-02-23', '2026-05-01', -14],
    ['Register', '2024-03-01', '2024-03-04', 'unbestimmt', null],
    ['Register', '2024-03-01', '2024-03-11', '2024-04-05', null],
  ]);
});

test('a product that the catalogue does not know has its episodes; one that nobody misses has none', async () => {
  expect(await world.view('portfolio/episodes', { gtin: other })).toMatchObject([
    { gtin: other, open: true },
  ]);
  expect(await world.view('portfolio/deliveries', { gtin: other })).toHaveLength(1);
  expect(await world.view('portfolio/episodes', { gtin: gtin('768010000003') })).toEqual([]);
  expect(await world.view('portfolio/episodes')).toHaveLength(4);
  await expect(world.view('portfolio/episodes', { gtin: '768' })).rejects.toThrow();
});
