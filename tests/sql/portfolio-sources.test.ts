import { afterAll, beforeAll, expect, test } from 'vitest';
import { gtin, type OpenWorld, openWorld, type World } from '#tests/support/world.ts';

const today = '2026-06-15';
const pack = (number: number) => gtin(`76805000000${number}`);
const [twice, firstList, begun, disagreeing, gone, half, own] = [1, 2, 3, 4, 5, 6, 7].map(pack) as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
];

/** Six competitors' packs by name A to F and one of the provider's, and what two sources say of them. */
const told: World = {
  products: [
    ...[twice, firstList, begun, disagreeing, gone, half].map((each, index) => ({
      gtin: each,
      description: `Pack ${'ABCDEF'[index]}`,
      manufacturer: 'Other AG',
    })),
    { gtin: own, description: 'Own', manufacturer: 'Provider AG', ex_factory_price: '5.00' },
  ],
  alternatives: [{ gtin: twice, alternative: own }],
  stockouts: [
    // On the same day by both: the newer word is shown. It moved from 1.7. by 14 days and then to words.
    {
      gtin: twice,
      source: 'State',
      reported_on: '2026-06-10',
      updated_on: '2026-06-11',
      expected_delivery: '2026-07-01',
      status: 'old word',
    },
    {
      gtin: twice,
      source: 'Wholesaler',
      reported_on: '2026-06-10',
      updated_on: '2026-06-14',
      expected_delivery: '2026-07-15',
      status: 'new word',
      deliveries: [
        { said_on: '2026-06-10', expected_delivery: '2026-07-01' },
        { said_on: '2026-06-12', expected_delivery: 'unknown' },
        { said_on: '2026-06-14', expected_delivery: '2026-07-15' },
      ],
    },
    // Of a first list: nobody knows since when.
    { gtin: firstList, source: 'State', reported_on: '2026-06-10', first_list: true },
    // One knew before the other's first list came.
    { gtin: begun, source: 'State', reported_on: '2026-06-09' },
    { gtin: begun, source: 'Wholesaler', reported_on: '2026-06-10', first_list: true },
    // Missing for one, back for the other; the same once before it went missing.
    { gtin: disagreeing, source: 'State', reported_on: '2026-05-01' },
    { gtin: disagreeing, source: 'Wholesaler', reported_on: '2026-05-02', back_in_stock_on: '2026-06-01' },
    { gtin: begun, source: 'Third', reported_on: '2026-02-01', back_in_stock_on: '2026-03-01' },
    // Never to come back, says one; the other only that it is on its list no more.
    {
      gtin: gone,
      source: 'State',
      reported_on: '2026-03-01',
      status: 'ausser Handel',
      back_in_stock_on: '2026-06-01',
    },
    { gtin: gone, source: 'Wholesaler', reported_on: '2026-03-02', back_in_stock_on: '2026-06-02' },
    // Back for both, on different days.
    { gtin: half, source: 'State', reported_on: '2026-03-01', back_in_stock_on: '2026-06-01' },
    { gtin: half, source: 'Wholesaler', reported_on: '2026-03-05', back_in_stock_on: '2026-06-08' },
  ],
  lines: [{ gtin: twice, quantity: 2 }],
};

let world: OpenWorld;
beforeAll(async () => {
  world = await openWorld(told);
});
afterAll(() => world.close());

const ask = (name: string, parameters = {}) => world.view(name, parameters, { today, newStockoutDays: 14 });

test('a product is one row and one potential however many sources report it, in the newest words of its day', async () => {
  const rows = await ask('portfolio', { sortBy: 'productName' });
  expect(rows.map(({ gtin: code }) => code)).toEqual([twice, firstList, begun, disagreeing]);
  expect(rows[0]).toMatchObject({
    deliverabilityStatus1: 'new word',
    deliverability1: '2026-07-15',
    sources1: 2,
    sourcesDisagree1: true,
    // 1.7. to 15.7., by way of words
    moves1: 2,
    movedDays1: 14,
    newStockout1: true,
    turnoverPotential: 10,
  });
  const [totals] = [await world.view<Record<string, unknown>>('portfolio/totals', {}, { today })];
  expect(totals).toMatchObject({ rowCount: 4, qty: 2, turnoverPotential: 10 });
});

test('what a first list has is known since then at least, and never new', async () => {
  const rows = await ask('portfolio', { sortBy: 'productName' });
  const shown = rows.map(({ reportedOn1, knownSinceAtLeast1, newStockout1, sources1 }) => [
    reportedOn1,
    knownSinceAtLeast1,
    newStockout1,
    sources1,
  ]);
  expect(shown).toEqual([
    ['2026-06-10', false, true, 2],
    ['2026-06-10', true, false, 1],
    // The first report counts, and is no first list's.
    ['2026-06-09', false, true, 2],
    ['2026-05-01', false, false, 1],
  ]);
});

test('sources disagree where one expects another delivery, or has it back since', async () => {
  const rows = await ask('portfolio', { sortBy: 'productName' });
  expect(rows.map(({ sourcesDisagree1 }) => sourcesDisagree1)).toEqual([true, false, false, true]);
});

test('a source contradicts neither itself nor one that names no delivery', async () => {
  const other = await openWorld({
    ...told,
    stockouts: [
      { gtin: begun, source: 'State', reported_on: '2026-05-01', expected_delivery: '2026-07-01' },
      { gtin: begun, source: 'State', reported_on: '2026-05-09', expected_delivery: '2026-08-01' },
      { gtin: half, source: 'State', reported_on: '2026-05-01', expected_delivery: '2026-07-01' },
      { gtin: half, source: 'Wholesaler', reported_on: '2026-05-01', status: 'indefinite' },
    ],
  });
  const rows = await other.view('portfolio', { sortBy: 'productName' }, { today, newStockoutDays: 14 });
  await other.close();
  expect(rows.map((row) => [row.gtin, row.sources1, row.sourcesDisagree1])).toEqual([
    [begun, 1, false],
    [half, 2, false],
  ]);
});

test('a customer’s page says of a product what the lists say', async () => {
  const of = (rows: Record<string, unknown>[]) => {
    const { deliverabilityReportingDate1, deliverability1, deliverabilityStatus1, sourcesDisagree1 } =
      rows.find((row) => row.gtin === twice)!;
    return [deliverabilityReportingDate1, deliverability1, deliverabilityStatus1, sourcesDisagree1];
  };
  const said = ['2026-06-10', '2026-07-15', 'new word', true];
  expect(of(await ask('portfolio'))).toEqual(said);
  expect(of(await ask('not_deliverable'))).toEqual(said);
});

test('back is what every source has back, on the last day of them, and what none calls discontinued', async () => {
  const rows = await ask('portfolio/back-in-stock');
  expect(rows.map((row) => [row.gtin, row.backInStockDate, row.reportedOn1])).toEqual([
    [half, '2026-06-08', '2026-03-05'],
  ]);
});
