import { afterAll, beforeAll, expect, test } from 'vitest';
import { packs, pharmacy, today } from '#tests/support/pharmacy.ts';
import { type OpenWorld, openWorld, type World } from '#tests/support/world.ts';

/**
 * Three months in which all but Beloc is missing now; p3 has lost its price. CHF.
 *
 * | article | packs | alternative | potential | per month |
 * | --- | --- | --- | --- | --- |
 * | Meto-Gen | 3 | p1 at 6.00, missing too | 18.00 | 6.00 |
 * | Triatec | 1 | p2 at 8.00, missing too, factor 30/28 | 8.57 | 2.86 |
 * | Rami-Gen | 1 | p2 | 8.00 | 2.67 |
 * | Brufen | 2 | p3 without a price, deliverable | unknown | unknown |
 * | Humira | 1 | none | 0 | 0 |
 * | p1, the provider's own | 10 | none | 0 | 0 |
 * | in all | 18 | | 34.57 | 11.52, not the 11.53 of the rounded ones |
 */
const missingWorld: World = {
  ...pharmacy,
  head: { timeMonthFrom: 11, timeYearFrom: 2025, timeMonthTo: 1, timeYearTo: 2026 },
  products: pharmacy.products.map(({ ex_factory_price: price = '', ...product }) => ({
    ...product,
    ex_factory_price: product.gtin === packs.p3 ? '' : price,
  })),
  stockouts: [
    ...pharmacy.stockouts!,
    { gtin: packs.triatec, reported_on: '2025-12-01', status: 'quality' },
    { gtin: packs.ramiGen, reported_on: '2026-01-19', expected_delivery: 'week of 5 June' },
    { gtin: packs.brufen, reported_on: '2025-06-01' },
    { gtin: packs.humira, reported_on: '2024-06-01', first_list: true },
    { gtin: packs.p1, reported_on: '2026-01-02', comment: 'our own' },
    { gtin: packs.returned, reported_on: '2026-01-02' },
  ],
  lines: [
    { gtin: packs.beloc, quantity: 5 },
    { gtin: packs.metoGen, quantity: 4 },
    { gtin: packs.metoGen, quantity: -1 },
    { gtin: packs.triatec, quantity: 1 },
    { gtin: packs.ramiGen, quantity: 1 },
    { gtin: packs.brufen, quantity: 2 },
    { gtin: packs.humira, quantity: 1 },
    { pharmacode: '1000001', quantity: 10 },
    { gtin: packs.unknown, quantity: 6 },
    { gtin: packs.returned, quantity: 3 },
    { gtin: packs.returned, quantity: -3 },
  ],
};

type Row = Record<string, unknown>;

let world: OpenWorld;
beforeAll(async () => {
  world = await openWorld(missingWorld);
});
afterAll(() => world.close());

const ask = (parameters: Record<string, unknown> = {}, of = world) =>
  of.view<Row[]>('not_deliverable', parameters, { today });

test('articles bought that cannot be delivered, by potential per month, unknown ones last', async () => {
  const rows = await ask();
  expect(
    rows.map((row) => [
      row.gtin,
      row.qtySum1,
      row.packsPerMonth,
      row.turnoverPotential,
      row.potentialPerMonth,
    ]),
  ).toEqual([
    [packs.metoGen, 3, 1, 18, 6],
    [packs.triatec, 1, 1 / 3, 8.57, 2.86],
    [packs.ramiGen, 1, 1 / 3, 8, 2.67],
    [packs.humira, 1, 1 / 3, 0, 0],
    [packs.p1, 10, 10 / 3, 0, 0],
    [packs.brufen, 2, 2 / 3, null, null],
  ]);
});

test('a row says since when, what is expected, and how it is with the alternative', async () => {
  const rows = await ask({ sortBy: 'alphabetical' });
  expect(rows.map(({ productName }) => productName)).toEqual([
    'Brufen 400 mg 50',
    'Humira 40 mg 2',
    'Meto-Gen 50 mg 30',
    'Rami-Gen 10 mg 28',
    'Sandolol 50 mg 30',
    'Triatec 10 mg 30',
  ]);
  const row = (gtin: string) => rows.find((each) => each.gtin === gtin);
  expect(row(packs.metoGen)).toMatchObject({
    deliverabilityReportingDate1: '2026-01-10',
    deliverabilityUpdate1: '2026-01-12',
    deliverabilityStatus1: 'supply chain',
    deliverability1: '2026-02-01',
    deliverabilityComment1: 'not shown',
    newStockout1: true,
    knownSinceAtLeast1: false,
    alternativeGTIN: packs.p1,
    alternativeProductName: 'Sandolol 50 mg 30',
    qtySum2: 10,
    efPreis2: 6,
    stockOut2: true,
    deliverabilityReportingDate2: '2026-01-02',
    deliverabilityComment2: 'our own',
    newStockout2: false,
    provider1: false,
  });
  expect(row(packs.brufen)).toMatchObject({ stockOut2: false, backInStock2: true, efPreis2: null });
  expect(row(packs.humira)).toMatchObject({
    alternativeGTIN: null,
    stockOut2: null,
    qtySum2: null,
    knownSinceAtLeast1: true,
  });
  expect(row(packs.p1)).toMatchObject({ provider1: true, alternativeGTIN: null });
});

test('stock-outs reported last come first where they are asked by date', async () => {
  const rows = await ask({ sortBy: 'reportedOn' });
  expect(rows.map(({ deliverabilityReportingDate1 }) => deliverabilityReportingDate1)).toEqual([
    '2026-01-19',
    '2026-01-10',
    '2026-01-02',
    '2025-12-01',
    '2025-06-01',
    '2024-06-01',
  ]);
});

test('totals are divided by the months once, and add what is known', async () => {
  expect(await world.view('not_deliverable/totals')).toEqual({
    rowCount: 6,
    qtySum1: 18,
    packsPerMonth: 6,
    turnoverPotential: 34.57,
    // Meto-Gen 16.50 − 18, Triatec 9.99 − 8.571…, Rami-Gen 4 − 8.
    customersGain: -4.08,
    // Meto-Gen 33 − 36, Rami-Gen 8 − 15; Triatec and Brufen have no public price.
    publicPriceDifference: -10,
    // Meto-Gen alone: 33 × 10 % and 36 × 10 %.
    deductibleBefore: 3.3,
    deductibleAfter: 3.6,
    // 33 ÷ 1.026 − 16.50 and 36 ÷ 1.026 − 18.
    distributionShareBefore: 15.66,
    distributionShareAfter: 17.09,
    potentialPerMonth: 11.52,
  });
});

test('filters narrow the list and its totals alike', async () => {
  const available = await ask({ general: 'available_match' });
  expect(available.map(({ gtin }) => gtin)).toEqual([packs.brufen]);
  const originals = { type: 'original', molecule: 'ramipril' };
  expect((await ask(originals)).map(({ gtin }) => gtin)).toEqual([packs.triatec]);
  expect(await world.view('not_deliverable/totals', originals)).toMatchObject({
    rowCount: 1,
    potentialPerMonth: 2.86,
  });
});

test('what will not come back is marked and can be asked for alone, with the other filters', async () => {
  const gone = 'ausser Handel';
  const opened = await openWorld({
    ...missingWorld,
    stockouts: [
      ...missingWorld.stockouts!.filter(({ gtin }) => gtin !== packs.triatec && gtin !== packs.brufen),
      // One of two sources suffices, though the other's words are told.
      { gtin: packs.triatec, source: 'One', reported_on: '2025-12-01', expected_delivery: '2026-03-01' },
      { gtin: packs.triatec, source: 'Two', reported_on: '2025-12-05', status: gone },
      { gtin: packs.brufen, reported_on: '2025-06-01', expected_delivery: gone },
      // It is back nevertheless.
      { gtin: packs.beloc, reported_on: '2025-06-01', back_in_stock_on: '2025-07-01', status: gone },
    ],
  });
  const marked = (rows: Row[]) => rows.filter((row) => row.discontinued1).map(({ gtin }) => gtin);
  const all = await ask({}, opened);
  expect(all).toHaveLength(6);
  expect(marked(all)).toEqual([packs.triatec, packs.brufen]);
  expect(all.find(({ gtin }) => gtin === packs.triatec)).toMatchObject({ deliverability1: '2026-03-01' });
  const asked = (general: string | string[]) => ask({ general }, opened);
  expect(await asked('discontinued')).toEqual(all.filter((row) => row.discontinued1));
  expect(marked(await asked(['discontinued', 'available_match']))).toEqual([packs.brufen]);
  // 1 pack of 8.57 and 2 without a price, in three months.
  expect(await opened.view('not_deliverable/totals', { general: 'discontinued' })).toEqual({
    rowCount: 2,
    qtySum1: 3,
    packsPerMonth: 1,
    turnoverPotential: 8.57,
    customersGain: 1.42,
    publicPriceDifference: 0,
    deductibleBefore: 0,
    deductibleAfter: 0,
    distributionShareBefore: 0,
    distributionShareAfter: 0,
    potentialPerMonth: 2.86,
  });
  // The product analysis, in which figures are explained, marks and filters alike.
  const articles = await opened.view<Row[]>('product', {}, { today });
  expect(marked(articles).toSorted()).toEqual([packs.triatec, packs.brufen].toSorted());
  const chosen = await opened.view<Row[]>('product', { general: ['discontinued', 'stock_out'] }, { today });
  expect(chosen.map(({ gtin }) => gtin)).toEqual([packs.triatec, packs.brufen]);
  await opened.close();
});

test('the summary counts them', async () => {
  expect(await world.view('summary')).toMatchObject({ notDeliverable: 6 });
});

test.each([
  ['missing', { timeMonthFrom: null, timeYearFrom: null, timeMonthTo: null, timeYearTo: null }],
  ['turned round', { timeMonthFrom: 2, timeYearFrom: 2026, timeMonthTo: 1, timeYearTo: 2026 }],
])('twelve months count where they are %s', async (_what, head) => {
  const opened = await openWorld({ ...missingWorld, head });
  expect((await ask({}, opened))[0]).toMatchObject({ packsPerMonth: 0.25, potentialPerMonth: 1.5 });
  await opened.close();
});
