import { afterEach, expect, test } from 'vitest';
import { gtin, type OpenWorld, openWorld, type World } from '../support/world.ts';

/** A competitor's pack of 30 at CHF 12, the provider's pack of 28 at CHF 10.45, an unrelated product without price. */
const competitor = gtin('768000000001');
const provider = gtin('768000000002');
const priceless = gtin('768000000003');
/** Of the provider, with a public price only. */
const unpricedProvider = gtin('768000000006');
const unknown = gtin('768099999999');

const base: World = {
  products: [
    {
      gtin: competitor,
      pharmacode: '0000001',
      pack_size: '30',
      unit: 'Tabl',
      ex_factory_price: '12',
      origin: 'generic',
    },
    {
      gtin: provider,
      pharmacode: '0000002',
      manufacturer: 'Provider AG',
      pack_size: '28',
      unit: 'Tabl',
      ex_factory_price: '10.45',
      origin: 'generic',
    },
    { gtin: priceless, pharmacode: '0000003' },
  ],
  alternatives: [{ gtin: competitor, alternative: provider }],
  lines: [],
};

let world: OpenWorld | undefined;
afterEach(() => world?.close());

async function assortmentOf(changes: Partial<World>) {
  world = await openWorld({ ...base, ...changes });
  return world.sql(
    'select article, quantity, ex_factory_sum, turnover_potential, pack_factor, matched from assortment order by article',
  );
}

async function potentialOf(changes: Partial<World>): Promise<string> {
  world = await openWorld({ ...base, ...changes });
  const [row] = await world.sql('select sum(turnover_potential)::varchar as potential from assortment');
  return String(row!.potential);
}

test('lines of an article are summed whether they name its GTIN or its Pharmacode, and returns deducted', async () => {
  const rows = await assortmentOf({
    lines: [
      { gtin: competitor, quantity: 5 },
      { pharmacode: '0000001', quantity: 3 },
      { gtin: competitor, pharmacode: '0000001', quantity: -2 },
    ],
  });
  expect(rows).toMatchObject([{ article: competitor, quantity: 6n, matched: true }]);
});

test('the GTIN decides when the Pharmacode says otherwise; an unknown GTIN falls back on the Pharmacode', async () => {
  const rows = await assortmentOf({
    lines: [
      { gtin: competitor, pharmacode: '0000002', quantity: 1 },
      { gtin: unknown, pharmacode: '0000003', quantity: 1 },
    ],
  });
  expect(rows.map(({ article }) => article)).toEqual([competitor, priceless]);
});

test('an article whose net quantity is zero or less is left out', async () => {
  const rows = await assortmentOf({
    lines: [
      { gtin: competitor, quantity: 2 },
      { gtin: competitor, quantity: -2 },
      { gtin: provider, quantity: -1 },
      { gtin: priceless, quantity: 1 },
    ],
  });
  expect(rows.map(({ article }) => article)).toEqual([priceless]);
});

test('an unmatched identifier is an article of its own, whose turnover nobody knows', async () => {
  world = await openWorld({
    ...base,
    lines: [
      { gtin: unknown, quantity: 4 },
      { pharmacode: '7777777', quantity: 1 },
      { gtin: unknown, quantity: 2 },
    ],
  });
  expect(
    await world.sql(
      'select article, quantity, matched, origin, ex_factory_sum::double as turnover from assortment order by article',
    ),
  ).toEqual([
    { article: unknown, quantity: 6n, matched: false, origin: 'other', turnover: null },
    { article: '7777777', quantity: 1n, matched: false, origin: 'other', turnover: null },
  ]);
});

test('a Pharmacode on two products means the one with a price, then the lower GTIN', async () => {
  const [low, middle, high] = [gtin('768000000011'), gtin('768000000012'), gtin('768000000013')];
  const products = [
    { gtin: low, pharmacode: '0000009' },
    { gtin: middle, pharmacode: '0000009', ex_factory_price: '1' },
    { gtin: high, pharmacode: '0000009', ex_factory_price: '2' },
  ];
  const rows = await assortmentOf({
    products,
    alternatives: [],
    lines: [{ pharmacode: '0000009', quantity: 1 }],
  });
  expect(rows.map(({ article }) => article)).toEqual([middle]);
});

test('the potential is packs × 30/28 × CHF 10.45, rounded half up to the centime per article', async () => {
  // 7 × 30/28 = 7.5 packs; 7.5 × 10.45 = 78.375, half up 78.38.
  expect(await potentialOf({ lines: [{ gtin: competitor, quantity: 7 }] })).toBe('78.38');
});

test.each([
  ['the units differ', { unit: 'ml' }],
  ['the pack size is text', { pack_size: '' }],
  ['the pack size is 0', { pack_size: '0' }],
])('the pack factor is 1 when %s', async (_name, change) => {
  const [first, ...others] = base.products;
  expect(
    await potentialOf({
      products: [{ ...first!, ...change }, ...others],
      lines: [{ gtin: competitor, quantity: 7 }],
    }),
  ).toBe('73.15');
});

test('there is no potential without an alternative or for a provider product', async () => {
  const other = gtin('768000000004');
  expect(
    await potentialOf({
      products: [...base.products, { gtin: other, ex_factory_price: '5' }],
      alternatives: [{ gtin: provider, alternative: other }],
      lines: [
        { gtin: competitor, quantity: 1 },
        { gtin: provider, quantity: 1 },
        { gtin: other, quantity: 1 },
      ],
    }),
  ).toBe('0.00');
});

test.each([
  // 7 × 12 − 7 × 30/28 × 10.45 = 84 − 78.375: half up; what is left of the rounded potential would be 5.62.
  ['half a centime of gain counts', { ex_factory_price: '12' }, '5.63'],
  // 7 × 11.19 − 78.375 = −0.045, which is nearer to nothing by half.
  ['half a centime of loss does not', { ex_factory_price: '11.19' }, '-0.04'],
  // 7 × 12 − 7 × 10.45.
  ['packs of other units stand for each other', { unit: 'ml' }, '10.85'],
  ['without a price it is unknown', { ex_factory_price: '' }, null],
])('what the customer gains is exact to the centime: %s', async (_name, change, gain) => {
  const [first, ...others] = base.products;
  world = await openWorld({
    ...base,
    products: [{ ...first!, ...change }, ...others],
    lines: [{ gtin: competitor, quantity: 7 }],
  });
  expect(await world.sql('select customers_gain::varchar as gain from assortment')).toEqual([{ gain }]);
});

test.each([
  // 7 × 20 − 7 × 30/28 × 15.30 = 140 − 114.75.
  ['what patient and insurer pay less', { public_price: '20' }, '25.25'],
  // 7 × 10 − 114.75.
  ['what they pay more is below zero', { public_price: '10' }, '-44.75'],
  ['without a price it is unknown', {}, null],
])(
  'the difference of public prices stands beside what the customer gains: %s',
  async (_name, change, expected) => {
    const [first, second, ...others] = base.products;
    world = await openWorld({
      ...base,
      products: [{ ...first!, ...change }, { ...second!, public_price: '15.30' }, ...others],
      lines: [{ gtin: competitor, quantity: 7 }],
    });
    expect(
      await world.sql(
        'select customers_gain::varchar as gain, public_price_difference::varchar as difference from assortment',
      ),
    ).toEqual([{ gain: '5.63', difference: expected }]);
  },
);

test.each([
  // 7 × 20.05 × 10 % = 14.035, half up; 7 × 30/28 × 15.30 × 10 % = 11.475, half up.
  ['10 % of both, half up', {}, {}, undefined, ['14.04', '11.48']],
  // 7 × 20.05 × 40 %.
  ['40 % of what carries the raised one', { sb20: 'true' }, {}, undefined, ['56.14', '11.48']],
  ['the raised one that is set', { sb20: 'true' }, {}, 20, ['28.07', '11.48']],
  // 114.75 × 40 %.
  ['of the alternative its own', {}, { sb20: 'true' }, undefined, ['14.04', '45.90']],
  ['packs of other units stand for each other', { unit: 'ml' }, {}, undefined, ['14.04', '10.71']],
  ['none off the Spezialitätenliste', { sl: 'false' }, {}, undefined, [null, null]],
  ['none for one that is not on it', {}, { sl: 'false' }, undefined, [null, null]],
  ['none without a price', { public_price: '' }, {}, undefined, [null, null]],
  ['none for one without a price', {}, { public_price: '' }, undefined, [null, null]],
])('what patients pay before and after: %s', async (_name, change, changeOfAlternative, raised, expected) => {
  const [first, second, ...others] = base.products;
  world = await openWorld({
    ...base,
    products: [
      { ...first!, sl: 'true', public_price: '20.05', ...change },
      { ...second!, sl: 'true', public_price: '15.30', ...changeOfAlternative },
      ...others,
    ],
    lines: [{ gtin: competitor, quantity: 7 }],
    rates: raised === undefined ? {} : { raisedDeductible: raised },
  });
  expect(
    await world.sql('select deductible_before::varchar as b, deductible_after::varchar as a from assortment'),
  ).toEqual([{ b: expected[0], a: expected[1] }]);
});

const vat = (from: string, percent: string) => ({ from, percent });

test.each([
  // 7 × 20.05 ÷ 1.026 − 7 × 12 = 52.793…, and 7.5 × 15.30 ÷ 1.026 − 7.5 × 10.45 = 33.467….
  ['2.6 % VAT since 2024', {}, {}, {}, ['52.79', '33.47']],
  // 140.35 ÷ 1.025 − 84, 114.75 ÷ 1.025 − 78.375.
  ['2.5 % for prices of before', {}, {}, { priceDate: '2023-12-31' }, ['52.93', '33.58']],
  // The same by 8.1 % from the day of the prices on; the order of the days does not matter.
  [
    'another rate from its first day on',
    {},
    {},
    { rates: { vat: [vat('2026-01-01', '8.1'), vat('2026-01-02', '9'), vat('2011-01-01', '2.5')] } },
    ['45.83', '27.78'],
  ],
  // 7 × (20.05 − 12), and 7.5 × (15.30 − 10.45) = 36.375.
  ['half a centime counts', {}, {}, { rates: { vat: [vat('2011-01-01', '0')] } }, ['56.35', '36.38']],
  // 7.5 × (10.44 − 10.45) = −0.075.
  [
    'half a centime below zero does not',
    {},
    { public_price: '10.44' },
    { rates: { vat: [vat('2011-01-01', '0')] } },
    ['56.35', '-0.07'],
  ],
  // 56 ÷ 1.026 − 84: the prices say so.
  ['below zero where prices say so', { public_price: '8' }, {}, {}, ['-29.42', '33.47']],
  ['unknown before the first rate', {}, {}, { rates: { vat: [vat('2026-01-02', '2.6')] } }, [null, null]],
  ['none off the Spezialitätenliste', { sl: 'false' }, {}, {}, [null, null]],
  ['none for one that is not on it', {}, { sl: 'false' }, {}, [null, null]],
  ['none without an ex-factory price', { ex_factory_price: '' }, {}, {}, [null, null]],
  ['none for one without a public price', {}, { public_price: '' }, {}, [null, null]],
])('what wholesaler and pharmacy have together before and after: %s', async (...given) => {
  const [, change, changeOfAlternative, ofWorld, expected] = given;
  const [first, second, ...others] = base.products;
  world = await openWorld({
    ...base,
    ...ofWorld,
    products: [
      { ...first!, sl: 'true', public_price: '20.05', ...change },
      { ...second!, sl: 'true', public_price: '15.30', ...changeOfAlternative },
      ...others,
    ],
    lines: [{ gtin: competitor, quantity: 7 }],
  });
  expect(
    await world.sql(
      'select distribution_share_before::varchar as b, distribution_share_after::varchar as a from assortment',
    ),
  ).toEqual([{ b: expected[0], a: expected[1] }]);
});

test('what has no price is unknown: the sums of an article, and a potential whose alternative has none', async () => {
  world = await openWorld({
    ...base,
    alternatives: [{ gtin: competitor, alternative: unpricedProvider }],
    products: [
      ...base.products,
      { gtin: unpricedProvider, manufacturer: 'Provider AG', public_price: '9.90' },
    ],
    lines: [
      { gtin: competitor, quantity: 2 },
      { gtin: priceless, quantity: 3 },
      { gtin: unpricedProvider, quantity: 4 },
    ],
  });
  expect(
    await world.sql(
      `select article, ex_factory_sum::varchar as e, public_sum::varchar as p, turnover_potential::varchar as potential,
         customers_gain::varchar as gain
       from assortment order by article`,
    ),
  ).toEqual([
    { article: competitor, e: '24.00', p: null, potential: null, gain: null },
    { article: priceless, e: null, p: null, potential: '0.00', gain: '0.00' },
    { article: unpricedProvider, e: null, p: '39.60', potential: '0.00', gain: '0.00' },
  ]);
});

test('rank 1 is the alternative of a product that has several', async () => {
  const second = gtin('768000000005');
  world = await openWorld({
    ...base,
    products: [...base.products, { gtin: second, manufacturer: 'Provider AG', ex_factory_price: '1' }],
    alternatives: [
      { gtin: competitor, alternative: second, rank: 2 },
      { gtin: competitor, alternative: provider, rank: 1 },
    ],
    lines: [{ gtin: competitor, quantity: 1 }],
  });
  expect(await world.sql('select alternative_gtin from assortment')).toEqual([
    { alternative_gtin: provider },
  ]);
});

test('quantities beyond 32 bits keep every centime', async () => {
  // 3,000,000,000 × 12.00; potential 3e9 × 30/28 × 10.45 = 33,589,285,714.2857….
  world = await openWorld({
    ...base,
    lines: [
      { gtin: competitor, quantity: 1_500_000_000 },
      { gtin: competitor, quantity: 1_500_000_000 },
    ],
  });
  expect(
    await world.sql(
      'select ex_factory_sum::varchar as turnover, turnover_potential::varchar as potential from assortment',
    ),
  ).toEqual([{ turnover: '36000000000.00', potential: '33589285714.29' }]);
});

test('a product is not deliverable while one of its episodes is open; a closed newest one is back in stock', async () => {
  world = await openWorld({
    ...base,
    stockouts: [
      { gtin: competitor, reported_on: '2025-01-01', back_in_stock_on: '2025-02-01' },
      { gtin: competitor, reported_on: '2025-12-01', expected_delivery: 'März' },
      { gtin: provider, reported_on: '2025-11-01', back_in_stock_on: '2025-12-24' },
    ],
    lines: [{ gtin: competitor, quantity: 1 }],
  });
  expect(
    await world.sql(
      `select stocked_out, stockout_expected_delivery, stockout_reported_on::varchar as reported, back_in_stock_on,
         alternative_deliverable, alternative_back_in_stock_on::varchar as alternative_back
       from assortment`,
    ),
  ).toEqual([
    {
      stocked_out: true,
      stockout_expected_delivery: 'März',
      reported: '2025-12-01',
      back_in_stock_on: null,
      alternative_deliverable: true,
      alternative_back: '2025-12-24',
    },
  ]);
});

test('lines keep what each row matched', async () => {
  world = await openWorld({
    ...base,
    lines: [
      { gtin: competitor, quantity: 1 },
      { pharmacode: '0000002', quantity: 1 },
      { gtin: unknown, quantity: 1 },
    ],
  });
  expect(
    await world.sql('select row_number, matched_by, product_gtin from lines order by row_number'),
  ).toEqual([
    { row_number: 2, matched_by: 'gtin', product_gtin: competitor },
    { row_number: 3, matched_by: 'pharmacode', product_gtin: provider },
    { row_number: 4, matched_by: 'none', product_gtin: null },
  ]);
});

test('what was matched by hand is that product, beside rows that name it themselves', async () => {
  world = await openWorld({
    ...base,
    lines: [
      { gtin: unknown, quantity: 4, description: 'Competitor, as a wholesaler calls it' },
      { gtin: unknown, pharmacode: '7654321', quantity: 1 },
      { pharmacode: '1234567', quantity: 5 },
      { gtin: competitor, quantity: 1 },
      { pharmacode: '7654321', quantity: 7 },
    ],
    matches: [
      { code: unknown, product: competitor },
      { code: '1234567', product: provider },
    ],
  });
  expect(await world.sql('select article, quantity, matched from assortment order by article')).toEqual([
    { article: '7654321', quantity: 7n, matched: false },
    { article: competitor, quantity: 6n, matched: true },
    { article: provider, quantity: 5n, matched: true },
  ]);
  expect(await world.sql('select distinct gtin, matched_by from lines order by matched_by, gtin')).toEqual([
    { gtin: competitor, matched_by: 'gtin' },
    { gtin: unknown, matched_by: 'hand' },
    { gtin: null, matched_by: 'hand' },
    { gtin: null, matched_by: 'none' },
  ]);
});

test('a code that the catalogue has is what the catalogue says, whatever was said by hand, as is a product that it lacks', async () => {
  world = await openWorld({
    ...base,
    lines: [
      { gtin: competitor, quantity: 1 },
      { pharmacode: '0000002', quantity: 1 },
      { gtin: unknown, quantity: 1 },
    ],
    matches: [
      { code: competitor, product: provider },
      { code: '0000002', product: competitor },
      { code: unknown, product: gtin('768088888888') },
    ],
  });
  expect(
    await world.sql('select row_number, matched_by, product_gtin from lines order by row_number'),
  ).toEqual([
    { row_number: 2, matched_by: 'gtin', product_gtin: competitor },
    { row_number: 3, matched_by: 'pharmacode', product_gtin: provider },
    { row_number: 4, matched_by: 'none', product_gtin: null },
  ]);
});
