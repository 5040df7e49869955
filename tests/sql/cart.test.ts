import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CartFigures, cartStatistic, expectCart } from '#tests/support/cart-figures.ts';
import { marketFigures } from '#tests/support/market-figures.ts';
import { packs, pharmacy, today } from '#tests/support/pharmacy.ts';
import { referenceDataPresent } from '#tests/support/reference-data.ts';
import { expectedFigures, referenceWorld } from '#tests/support/reference-world.ts';
import { gtin, type OpenWorld, openWorld, type World } from '#tests/support/world.ts';

type Row = Record<string, unknown>;

let world: OpenWorld;
beforeAll(async () => {
  world = await openWorld(pharmacy);
});
afterAll(() => world.close());

const ask = (parameters: Row = {}, of = world) => of.view<Row[]>('cart', parameters, { today });
const packsOf = (rows: Row[]) =>
  rows.map((row) => [row.gtin, row.articles, row.availableQuantity, row.quantityProvider]);

test('one row per product of the provider that could replace what is bought, by name', async () => {
  // p3: 2 Brufen × 50/50. p2: (7 Triatec × 30 + 1 Rami-Gen × 28) ÷ 28 = 8.5. p1: (4 Beloc × 60 + 3 Meto-Gen × 30) ÷ 30.
  expect(packsOf(await ask())).toEqual([
    [packs.p3, 1, 2, 1],
    [packs.p2, 2, 8.5, 0],
    [packs.p1, 2, 11, 10],
  ]);
  expect(await world.view('cart/totals')).toEqual({
    rowCount: 3,
    articles: 5,
    turnoverPotential: 144,
    customersGain: -3.57,
    publicPriceDifference: -26,
    deductibleBefore: 35.3,
    deductibleAfter: 13.2,
    distributionShareBefore: 53.63,
    distributionShareAfter: 62.66,
  });
});

test('a row tells of the product what rows of the product analysis tell of an alternative', async () => {
  const [row] = (await ask()).filter((each) => each.gtin === packs.p2);
  expect(row).toEqual({
    gtin: packs.p2,
    pharmacode: null,
    productDescription: 'Prilor 10 mg 28',
    pack: null,
    manufacturer: 'Provider AG',
    exFactoryPrice: 8,
    publicPrice: 15,
    articles: 2,
    availableQuantity: 8.5,
    quantityProvider: 0,
    turnoverPotential: 68,
    customersGain: 5.93,
    publicPriceDifference: null,
    deductibleBefore: null,
    deductibleAfter: null,
    distributionShareBefore: null,
    distributionShareAfter: null,
    sB20: false,
    providerExclusive: true,
    coMarketing: true,
    sL: false,
    stockOut: true,
    discontinued: false,
    deliverability: 'spring',
    deliverabilityWeek: false,
    deliverabilityStatus: 'production',
    deliverabilityUpdate: '2026-01-07',
    deliverabilityReportingDate: '2026-01-06',
    deliverabilityComment: 'new plant',
    newStockout: false,
    backInStockDate: null,
    backInStock: false,
    nextAlternativeGTIN: null,
    nextAlternativePharmacode: null,
    nextAlternativeProductName: null,
  });
  expect((await ask())[0]).toMatchObject({
    gtin: packs.p3,
    backInStockDate: '2025-09-20',
    backInStock: true,
  });
});

test('a product that will not come back is marked; what it could replace can be asked for alone', async () => {
  const opened = await openWorld({
    ...pharmacy,
    stockouts: [
      { gtin: packs.p2, reported_on: '2026-01-06', status: 'ausser Handel' },
      { gtin: packs.brufen, reported_on: '2026-01-06', expected_delivery: 'ausser Handel' },
      { gtin: packs.p3, reported_on: '2025-08-01', back_in_stock_on: '2025-09-20', status: 'ausser Handel' },
    ],
  });
  const rows = await ask({}, opened);
  expect(rows.map((row) => [row.gtin, row.stockOut, row.discontinued])).toEqual([
    [packs.p3, false, false],
    [packs.p2, true, true],
    [packs.p1, false, false],
  ]);
  // 2 Brufen × 50/50.
  expect(packsOf(await ask({ general: 'discontinued' }, opened))).toEqual([[packs.p3, 1, 2, 1]]);
  expect(await opened.view('cart/totals', { general: 'discontinued' })).toMatchObject({ articles: 1 });
  await opened.close();
});

describe('filters', () => {
  test.each([
    // Of p1 Beloc alone: 4 × 60/30.
    [
      { type: 'original' },
      [
        [packs.p2, 1, 7.5, 0],
        [packs.p1, 1, 8, 10],
      ],
    ],
    [
      { general: 'available_match' },
      [
        [packs.p3, 1, 2, 1],
        [packs.p1, 2, 11, 10],
      ],
    ],
    [{ general: 'stock_out' }, [[packs.p1, 1, 3, 10]]],
    [{ general: 'co' }, [[packs.p2, 1, 1, 0]]],
    [{ molecule: 'ibuprofen' }, [[packs.p3, 1, 2, 1]]],
    [{ atc: 'C09' }, [[packs.p2, 2, 8.5, 0]]],
    [
      { manufacturer: ['Mepha AG'] },
      [
        [packs.p2, 1, 1, 0],
        [packs.p1, 1, 3, 10],
      ],
    ],
    [{ focusGroup: '11' }, []],
    [{ general: 'provider_exclusivities' }, []],
  ])('%j leave the articles that they leave of the product analysis', async (filter, expected) => {
    expect(packsOf(await ask(filter))).toEqual(expected);
  });

  test('products that are asked for have a row without articles; those of others never', async () => {
    const also = [packs.p3, packs.p1, packs.beloc, packs.unknown];
    expect(packsOf(await ask({ atc: 'C09', also }))).toEqual([
      [packs.p3, 0, 0, 1],
      [packs.p2, 2, 8.5, 0],
      [packs.p1, 0, 0, 10],
    ]);
  });

  test.each([{ general: 'generika' }, { behind: 'provider' }, { article: 'x' }, { also: 'x' }])(
    '%j is no choice',
    async (filter) => {
      await expect(ask(filter as Row)).rejects.toThrow();
    },
  );
});

describe('pack sizes that do not divide', () => {
  const own = gtin('768010000009');
  const bought = (number: number) => gtin(`76802000010${number}`);
  const size = (pack_size: string, unit = 'tablet') => ({ pack_size, unit });
  const odd: World = {
    products: [
      { gtin: own, description: 'Own 14', manufacturer: 'Provider AG', ...size('14') },
      { gtin: bought(1), manufacturer: 'Mepha AG', ...size('10') },
      { gtin: bought(2), manufacturer: 'Mepha AG', ...size('3') },
      { gtin: bought(3), manufacturer: 'Mepha AG', ...size('10', 'ml') },
    ],
    alternatives: [1, 2, 3].map((number) => ({ gtin: bought(number), alternative: own })),
    lines: [
      { gtin: bought(1), quantity: 1 },
      { gtin: bought(2), quantity: 1 },
      { gtin: bought(3), quantity: 5 },
    ],
  };

  test('are added before they are rounded, to four decimals; those that do not compare count as they are', async () => {
    const open = await openWorld(odd);
    // 10/14 + 3/14 + 5 = 5.92857…; each rounded alone would be 0.7143 + 0.2143 + 5 = 5.9286 too, twice them is not.
    expect(packsOf(await ask({}, open))).toEqual([[own, 3, 5.9286, 0]]);
    await open.close();
    const twice = await openWorld({
      ...odd,
      lines: [
        { gtin: bought(1), quantity: 2 },
        { gtin: bought(2), quantity: 3 },
      ],
    });
    // 20/14 + 9/14 = 2.0714285…; rounded apart 1.4286 + 0.6429 = 2.0715.
    expect(packsOf(await ask({}, twice))).toEqual([[own, 2, 2.0714, 0]]);
    await twice.close();
  });
});

describe('the next alternative of what cannot be delivered', () => {
  const missing = (...gtins: string[]): World => ({
    ...pharmacy,
    alternatives: [
      { gtin: packs.metoGen, alternative: packs.p1, rank: 1 },
      { gtin: packs.metoGen, alternative: packs.p3, rank: 3 },
      { gtin: packs.beloc, alternative: packs.p1, rank: 1 },
      { gtin: packs.beloc, alternative: packs.p2, rank: 2 },
    ],
    stockouts: gtins.map((each) => ({ gtin: each, reported_on: '2026-01-02' })),
  });

  test.each([
    ['is none while the product can be delivered', [], null],
    ['is the best one by rank of all articles behind the row', [packs.p1], packs.p2],
    ['is one that can be delivered', [packs.p1, packs.p2], packs.p3],
    ['is none where none can', [packs.p1, packs.p2, packs.p3], null],
  ])('%s', async (_name, stockedOut, expected) => {
    const open = await openWorld(missing(...stockedOut));
    const [row] = await ask({}, open);
    expect(row).toMatchObject({ gtin: packs.p1, nextAlternativeGTIN: expected });
    await open.close();
  });
});

describe('the articles behind a row', () => {
  const articles = (parameters: Row = {}) => world.view<Row[]>('cart/articles', parameters);

  test('are those that have the product as alternative, most packs first', async () => {
    expect(await articles({ gtin: packs.p2 })).toEqual([
      {
        article: packs.triatec,
        gtin: packs.triatec,
        pharmacode: null,
        description: 'Triatec 10 mg 30',
        manufacturer: 'Sanofi AG',
        qty: 7,
        packFactor: 30 / 28,
        alternativeGTIN: packs.p2,
      },
      {
        article: packs.ramiGen,
        gtin: packs.ramiGen,
        pharmacode: null,
        description: 'Rami-Gen 10 mg 28',
        manufacturer: 'Mepha AG',
        qty: 1,
        packFactor: 1,
        alternativeGTIN: packs.p2,
      },
    ]);
    expect(await world.view('cart/articles/totals', { gtin: packs.p2 })).toEqual({ rowCount: 2, qty: 8 });
  });

  test('follow the filters', async () => {
    const left = await articles({ gtin: packs.p1, type: 'generika' });
    expect(left.map((row) => row.article)).toEqual([packs.metoGen]);
  });

  test('of a product that nothing has as alternative are none', async () => {
    expect(await articles({ gtin: packs.beloc })).toEqual([]);
  });
});

describe.skipIf(!referenceDataPresent)('the cart of real Swiss packs', () => {
  test('has the figures that were computed for it', async () => {
    const open = await openWorld(await referenceWorld(cartStatistic));
    const expected = await expectedFigures<CartFigures>(marketFigures);
    expectCart(expected, await open.view('cart'));
    const alone = Object.keys(expected.cart)[0]!;
    const others = await open.view<Row[]>('cart', { also: alone, focusGroup: 'none' });
    expectCart({ cart: { [alone]: [0, expected.cart[alone]![1]] } }, others);
    await open.close();
  }, 60_000);
});
