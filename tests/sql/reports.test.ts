import { afterAll, beforeAll, expect, test } from 'vitest';
import { portfolioGaps, type ReportRow, scoutReport, shortageReport } from '#analytics/reports.ts';
import { gtin, type OpenWorld, openWorld } from '#tests/support/world.ts';

const today = '2026-06-15';
const revisions = { catalogue: 1, stockouts: 1, focusGroups: 1 };
const alpha = gtin('768010000001');
const second = gtin('768010000002');
const beta = gtin('768010000003');
const own = gtin('768010000004');
const ownGone = gtin('768010000005');
const stranger = gtin('768010000009');

let world: OpenWorld;
beforeAll(async () => {
  world = await openWorld({
    products: [
      {
        gtin: alpha,
        description: 'Alpha',
        manufacturer: 'Alpha AG',
        molecule: 'xanum',
        ex_factory_price: '5',
      },
      { gtin: second, description: 'Second', manufacturer: 'Alpha AG', molecule: 'yanum' },
      { gtin: beta, description: 'Beta', manufacturer: 'Beta AG', molecule: 'yanum', ex_factory_price: '2' },
      { gtin: own, description: 'Own', manufacturer: 'Provider AG', molecule: 'xanum' },
      { gtin: ownGone, description: 'Own gone', manufacturer: 'Provider AG', molecule: 'xanum' },
    ],
    alternatives: [
      { gtin: alpha, alternative: ownGone, rank: 2 },
      { gtin: alpha, alternative: own, rank: 1 },
    ],
    lines: [],
    stockouts: [
      {
        gtin: alpha,
        reported_on: '2026-01-10',
        back_in_stock_on: '2026-02-09',
        // Later by 16 days, words, earlier, later by 7.
        deliveries: [
          { said_on: '2026-01-12', expected_delivery: '2026-01-20' },
          { said_on: '2026-01-19', expected_delivery: 'unbestimmt' },
          { said_on: '2026-01-26', expected_delivery: '2026-02-05' },
          { said_on: '2026-02-02', expected_delivery: '2026-02-03' },
          { said_on: '2026-02-04', expected_delivery: '2026-02-10' },
        ],
      },
      {
        gtin: alpha,
        reported_on: '2026-03-01',
        back_in_stock_on: '2026-03-11',
        deliveries: [{ said_on: '2026-03-02', expected_delivery: '2026-03-11' }],
      },
      {
        gtin: second,
        reported_on: '2026-04-01',
        expected_delivery: '2026-05-01',
        deliveries: [{ said_on: '2026-04-01', expected_delivery: '2026-05-01' }],
      },
      { gtin: beta, reported_on: '2025-12-01', back_in_stock_on: '2026-01-01', first_list: true },
      {
        gtin: ownGone,
        reported_on: '2026-06-10',
        status: 'ausser Handel',
        expected_delivery: '2026-06-12',
        deliveries: [{ said_on: '2026-06-10', expected_delivery: '2026-06-12' }],
      },
      { gtin: stranger, reported_on: '2026-06-01' },
    ],
  });
});
afterAll(() => world.close());

function shortages() {
  return world.statistics.onMarket(revisions, undefined, (connection) => shortageReport(connection, today));
}

const pick = (rows: readonly ReportRow[], ...names: string[]) =>
  rows.map((row) => names.map((name) => row[name]));

test('episodes have their duration, open ones to today, and slips from date to later date', async () => {
  const { episodes } = await shortages();
  expect(pick(episodes, 'open', 'gtin', 'since', 'until', 'days', 'slips', 'slippedDays')).toEqual([
    // April 1 to June 15.
    [true, second, '2026-04-01', null, 75, 0, 0],
    [true, ownGone, '2026-06-10', null, 5, 0, 0],
    [true, stranger, '2026-06-01', null, 14, 0, 0],
    [false, alpha, '2026-03-01', '2026-03-11', 10, 0, 0],
    [false, alpha, '2026-01-10', '2026-02-09', 30, 2, 23],
    [false, beta, '2025-12-01', '2026-01-01', 31, 0, 0],
  ]);
  expect(pick(episodes, 'product', 'company', 'firstPromise', 'lastPromise', 'discontinued')).toEqual([
    ['Second', 'Alpha AG', '2026-05-01', '2026-05-01', false],
    ['Own gone', 'Provider AG', '2026-06-12', '2026-06-12', true],
    [null, null, null, null, false],
    ['Alpha', 'Alpha AG', '2026-03-11', '2026-03-11', false],
    ['Alpha', 'Alpha AG', '2026-01-20', '2026-02-10', false],
    ['Beta', 'Beta AG', null, null, false],
  ]);
});

test('episodes have their alternatives by rank, and how many of these are deliverable', async () => {
  const { episodes } = await shortages();
  const columns = [
    'alternative',
    'alternativeDeliverable',
    'alternatives',
    'alternativeCount',
    'deliverableCount',
  ];
  const of = (code: string) => pick([episodes.find((row) => row.gtin === code)!], ...columns)[0];
  expect(of(alpha)).toEqual(['Own', true, 'Own, Own gone', 2, 1]);
  expect(of(second)).toEqual([null, null, null, 0, 0]);
  expect(of(ownGone)).toEqual([null, null, null, null, null]);
});

test('companies are as reliable as their episodes: by those ended whose beginning is known, and by first dates', async () => {
  const { companies } = await shortages();
  const { company, ...counts } = companies[0]!;
  expect([company, counts]).toEqual([
    'Alpha AG',
    {
      missingProducts: 2,
      episodes: 3,
      openCount: 1,
      ended: 2,
      // 30 and 10 days.
      meanDays: 20,
      medianDays: 20,
      slips: 2,
      slippedDays: 23,
      // One by its first date, one after it, one that is overdue.
      promised: 3,
      kept: 1,
      keptShare: 1 / 3,
    },
  ]);
  expect(pick(companies.slice(1), 'company', 'ended', 'meanDays', 'promised', 'keptShare')).toEqual([
    ['Beta AG', 1, null, 0, null],
    ['Provider AG', 0, null, 0, null],
    [null, 0, null, 0, null],
  ]);
});

test('gaps are products that are neither the provider’s nor have an alternative', async () => {
  const { gaps, numbers } = await world.statistics.onMarket(revisions, undefined, async (connection) => ({
    gaps: await portfolioGaps(connection),
    numbers: await connection.rows('select gtin, name_order as product from products'),
  }));
  const gtins = gaps.map(({ product }) => numbers.find((row) => row.product === product)!.gtin);
  expect(new Set(gtins)).toEqual(new Set([second, beta]));
  expect(new Set(gaps.map(({ molecule }) => molecule)).size).toBe(1);
});

test('nothing bought is a report without rows', async () => {
  const nothing = { products: '', customers: '', packs: '', molecules: '', moleculeCustomers: '' };
  const report = await world.statistics.onMarket(revisions, undefined, (connection) =>
    scoutReport(connection, nothing),
  );
  expect(report).toEqual({ products: [], molecules: [] });
});
