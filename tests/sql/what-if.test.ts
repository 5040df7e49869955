import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type { whatIf, whatIfSwitches } from '#analytics/views/what-if.ts';
import { packs, pharmacy } from '#tests/support/pharmacy.ts';
import { patience, rounds } from '#tests/support/rounds.ts';
import { gtin, type OpenWorld, openWorld, type World } from '#tests/support/world.ts';
import { type AddedWorld, type OpenWorlds, openWorlds } from './proof/open-worlds.ts';

type Figures = z.infer<typeof whatIf.row>;
type Switch = z.infer<typeof whatIfSwitches.row>;

let world: OpenWorld;
let worlds: OpenWorlds;
beforeAll(async () => {
  [world, worlds] = await Promise.all([openWorld(pharmacy), openWorlds()]);
});
afterAll(() => Promise.all([world.close(), worlds.close()]));

const figures = async (parameters = {}) => world.view<Figures>('what_if', parameters);
const switches = (parameters = {}) => world.view<Switch[]>('what_if/switches', parameters);

// Beloc and Meto-Gen go to p1 (8 and 3 packs), Brufen to p3; p2 can't be delivered.
test('all deliverable alternatives, instead of what is bought', async () => {
  expect(await figures()).toEqual({
    turnoverTotal: 695.43,
    turnoverTotalAfter: 714.93, // − 40.00 − 16.50 + 48.00 + 18.00 + 10.00
    turnoverTotalChange: 19.5,
    turnoverOriginal: 609.93, // 40.00 + 69.93 + 500.00
    turnoverOriginalAfter: 569.93,
    turnoverOriginalChange: -40,
    turnoverGenericum: 80.5, // 16.50 + 4.00 + 60.00
    turnoverGenericumAfter: 130, // − 16.50 + 48.00 + 18.00
    turnoverGenericumChange: 49.5,
    turnoverOthers: 5,
    turnoverOthersAfter: 15, // Brufen has no price, p3 instead has
    turnoverOthersChange: 10,
    turnoverProvider: 65,
    turnoverProviderAfter: 141, // + 48.00 + 18.00 + 10.00
    turnoverProviderChange: 76,
    potentialTotal: 144,
    potentialTotalAfter: 68, // Triatec 60.00, Rami-Gen 8.00
    potentialTotalChange: -76,
    genericQuota: 12, // 80.50 ÷ 695.43 = 11.6 %
    genericQuotaAfter: 18, // 130 ÷ 714.93 = 18.2 %
    genericQuotaChange: 6,
    genericPenetration: 54, // 14 ÷ 26
    genericPenetrationAfter: 73, // 14 − 3 + 8 + 3 = 22, of 22 + 8
    genericPenetrationChange: 19,
    totalManufacturer: 7,
    totalManufacturerAfter: 5, // without Astra and Viatris
    totalManufacturerChange: -2,
    duplicateProducts: 3,
    duplicateProductsAfter: 1, // Triatec and Rami-Gen
    duplicateProductsChange: -2,
    genericPenetrationExact: 53.8462,
    genericPenetrationExactAfter: 73.3333,
    benchmarkReached: null,
    toBenchmark: 0,
    switchingArticles: 3,
    switchingPacks: 9,
    customersGain: -9.5, // − 8.00 − 1.50
    gainsUnknown: 1, // Brufen
  });
});

// As docs/decisions/2026-11-27-what-if.md reckons it.
test('a third of seven packs is packs to the ten-thousandth, and centimes half up', async () => {
  const chosen = [`0.3333@product:${packs.triatec}`];
  // 7 × 0.3333 = 2.3331 packs; × 30/28 = 2.49975, half up; × 8.00 = 19.998; 2.3331 × 9.99 = 23.307669.
  expect(await switches({ chosen })).toEqual([
    {
      article: packs.triatec,
      productName: 'Triatec 10 mg 30',
      manufacturer: 'Sanofi AG',
      alternativeGTIN: packs.p2,
      alternativeProductName: 'Prilor 10 mg 28',
      alternativeDeliverable: false,
      origin: 'original',
      alternativeOrigin: 'generic',
      share: 0.3333,
      packs1: 2.3331,
      packs2: 2.4998,
      packs2InAll: 2.4998,
      turnoverReplaced: 23.31,
      turnoverPotential: 20,
      customersGain: 3.31, // 23.307669 − 19.998 = 3.309669
      step: null,
      penetrationAfterStep: null,
    },
  ]);
  expect(await figures({ chosen })).toMatchObject({
    turnoverTotalAfter: 692.12, // − 23.31 + 20.00
    turnoverProviderAfter: 85,
    potentialTotalAfter: 124, // 7 × 0.6667 × 30/28 × 8.00 = 40.002 instead of 60.00
    totalManufacturerAfter: 7,
    duplicateProductsAfter: 3,
    switchingPacks: 2.3331,
  });
});

test('the rows that switch are what the figures change by', async () => {
  const parameters = { chosen: ['all'], share: '0.3' };
  const [after, rows] = await Promise.all([figures(parameters), switches(parameters)]);
  // Meto-Gen and Beloc become generics, Brufen something else; 0.3 × 16.50, 40.00 and 48.00, 18.00, 10.00.
  expect(
    rows.map((row) => [row.productName, row.origin, row.alternativeOrigin, row.turnoverReplaced]),
  ).toEqual([
    ['Beloc 50 mg 60', 'original', 'generic', 12],
    ['Meto-Gen 50 mg 30', 'generic', 'generic', 4.95],
    ['Brufen 400 mg 50', 'other', 'other', null],
  ]);
  expect(after).toMatchObject({
    turnoverTotalChange: 5.85, // 14.40 + 5.40 + 3.00 − 12.00 − 4.95
    turnoverOriginalChange: -12,
    turnoverGenericumChange: 14.85, // 14.40 + 5.40 − 4.95
    turnoverOthersChange: 3,
    turnoverProviderChange: 22.8,
    potentialTotalChange: -22.8,
  });
});

test('what names an article most narrowly says its share; of one named twice the larger counts', async () => {
  const shares = async (chosen: string[], share?: string) =>
    (await switches({ chosen, share })).map((each) => [each.productName, each.share]);
  // Potentials: 2 × 0.5 × 5.00; 4 × 0.1 × 2 × 6.00; 3 × 0.2 × 6.00.
  expect(await shares([`0.1@product:${packs.beloc}`, '0.2@molecule:metoprolol', 'all'], '0.5')).toEqual([
    ['Brufen 400 mg 50', 0.5],
    ['Beloc 50 mg 60', 0.1],
    ['Meto-Gen 50 mg 30', 0.2],
  ]);
  expect(await shares([`set:${packs.p1}`, '0@manufacturer:Astra AG', '0@all'])).toEqual([
    ['Beloc 50 mg 60', 1],
    ['Meto-Gen 50 mg 30', 1],
  ]);
  expect(await shares([`0@product:${packs.beloc}`, 'manufacturer:Astra AG'])).toEqual([]);
  expect(await shares(['0.4@manufacturer:Mepha AG', '0.3@manufacturer:Mepha AG'])).toEqual([
    ['Meto-Gen 50 mg 30', 0.4],
    ['Rami-Gen 10 mg 28', 0.4],
  ]);
  expect(await shares(['none', 'molecule:nobody', `product:${packs.p1}`, `product:${packs.tea}`])).toEqual(
    [],
  );
});

test('what is no choice, share or benchmark is refused', async () => {
  for (const chosen of [
    '',
    'everything',
    'product:',
    '1.1@all',
    '0.00001@all',
    '-1@all',
    'all:x',
    '@all',
    'x@product:1',
  ])
    await expect(figures({ chosen }), chosen).rejects.toThrow();
  for (const share of ['', '1.1', '2', '0.12345', '1e-1', 'x'])
    await expect(figures({ share }), share).rejects.toThrow();
  for (const benchmark of ['0', '100', '59.5', '-1', 'x'])
    await expect(figures({ benchmark }), benchmark).rejects.toThrow();
});

test('all of everything that has an alternative is what the other views say of it', async () => {
  const chosen = pharmacy.products.map((product) => `product:${product.gtin}`);
  const [after, summary, cart, rows] = await Promise.all([
    figures({ chosen }),
    world.view<Record<string, number>>('summary'),
    world.view<{ gtin: string; availableQuantity: number }[]>('cart'),
    switches({ chosen }),
  ]);
  expect(after.potentialTotalAfter).toBe(0);
  expect(after.turnoverProviderAfter).toBe(summary.turnoverProvider! + summary.potentialTotal!);
  expect(after.customersGain).toBe(summary.customersGainTotal);
  expect(after.duplicateProductsAfter).toBe(0);
  expect(after.switchingArticles).toBe(summary.alternativeProvider);
  const wanted = new Map(rows.map((row) => [row.alternativeGTIN, row.packs2InAll]));
  expect(wanted).toEqual(new Map(cart.map((row) => [row.gtin, row.availableQuantity])));
  for (const figure of [
    'turnoverTotal',
    'turnoverProvider',
    'genericQuota',
    'genericPenetration',
    'totalManufacturer',
  ] as const)
    expect(after[figure]).toBe(summary[figure]);
});

// 14 of 26 packs are generics; Beloc brings 8 for 4 originals (22 of 30, 73.3 %), and nothing else can be delivered.
test('the shortest way to a benchmark is the product that brings most, and says how far it comes', async () => {
  const way = { chosen: ['none'], benchmark: '73' };
  expect(await switches(way)).toMatchObject([
    { productName: 'Beloc 50 mg 60', step: 1, penetrationAfterStep: 73.3333 },
  ]);
  expect(await figures(way)).toMatchObject({ benchmarkReached: true, toBenchmark: 1 });
  expect(await figures({ ...way, benchmark: '74' })).toMatchObject({
    benchmarkReached: false,
    toBenchmark: 1,
  });
  expect(await figures({ ...way, benchmark: '53' })).toMatchObject({
    benchmarkReached: true,
    toBenchmark: 0,
  });
  // Left out.
  const without = { ...way, chosen: [`0@product:${packs.beloc}`] };
  expect(await figures(without)).toMatchObject({
    benchmarkReached: false,
    toBenchmark: 0,
    genericPenetrationAfter: 54,
  });
});

test(
  'no fewer products reach a benchmark than those of the shortest way',
  async () => {
    await fc.assert(
      fc.asyncProperty(smallAssortment, fc.constantFrom(30, 59, 66, 90), async (articles, benchmark) => {
        const opened = await worlds.add(worldOf(articles));
        const asked = { chosen: ['none'], benchmark: String(benchmark) };
        const { benchmarkReached, toBenchmark } = await opened.view<Figures>('what_if', asked);
        const fewest = fewestTo(articles, benchmark);
        expect(benchmarkReached ? toBenchmark : null).toBe(fewest);
        await checkSteps(opened, asked, articles, benchmark);
      }),
      { numRuns: rounds({ short: 5, long: 300 }), seed: 20260103 },
    );
  },
  120_000 * patience,
);

/** An article of a competitor: packs, its origin, and of its alternative how many packs each of its packs makes (1 or 2). */
type Small = { quantity: number; origin: Origin; alternative: Origin; factor: number };
type Origin = 'generic' | 'original' | 'other';
const origins = fc.constantFrom<Origin>('generic', 'original', 'other');
const smallAssortment = fc.array(
  fc.record({
    quantity: fc.integer({ min: 1, max: 6 }),
    origin: origins,
    alternative: fc.oneof(
      { weight: 3, arbitrary: fc.constant<Origin>('generic') },
      { weight: 1, arbitrary: origins },
    ),
    factor: fc.constantFrom(1, 2),
  }),
  { minLength: 1, maxLength: 9 },
);

const own = (index: number) => gtin(`76800100${String(index).padStart(4, '0')}`);
const instead = (index: number) => gtin(`76800200${String(index).padStart(4, '0')}`);

function worldOf(articles: readonly Small[]): World {
  const pack = (size: number) => ({ pack_size: String(size), unit: 'Stk' });
  return {
    products: articles.flatMap(({ origin, alternative, factor }, index) => [
      { gtin: own(index), manufacturer: 'Other AG', origin, ...pack(10 * factor) },
      { gtin: instead(index), manufacturer: 'Provider AG', origin: alternative, ...pack(10) },
    ]),
    alternatives: articles.map((_, index) => ({ gtin: own(index), alternative: instead(index) })),
    lines: articles.map(({ quantity }, index) => ({ gtin: own(index), quantity })),
  };
}

/** Generics, and originals, while the articles of a set of bits have switched. */
function packsWith(articles: readonly Small[], bits: number): [number, number] {
  const count = (wanted: Origin) =>
    articles.reduce((sum, { quantity, origin, alternative, factor }, index) => {
      const switched = (bits >> index) & 1;
      const counts = (switched ? alternative : origin) === wanted;
      return sum + (counts ? quantity * (switched ? factor : 1) : 0);
    }, 0);
  return [count('generic'), count('original')];
}

function reaches([generics, originals]: [number, number], benchmark: number): boolean {
  return generics > 0 && 100 * generics >= benchmark * (generics + originals);
}

/** Of all sets of articles the smallest that reaches the benchmark; null where none does. */
function fewestTo(articles: readonly Small[], benchmark: number): number | null {
  let fewest: number | null = null;
  for (let bits = 0; bits < 1 << articles.length; bits++) {
    const size = bits.toString(2).replaceAll('0', '').length;
    if ((fewest === null || size < fewest) && reaches(packsWith(articles, bits), benchmark)) fewest = size;
  }
  return fewest;
}

/** The steps are what the counts are of, and none of them is taken once it is reached. */
async function checkSteps(opened: AddedWorld, asked: object, articles: readonly Small[], benchmark: number) {
  const steps = await opened.view<Switch[]>('what_if/switches', asked as Record<string, unknown>);
  let bits = 0;
  for (const { article, penetrationAfterStep } of steps) {
    expect(reaches(packsWith(articles, bits), benchmark)).toBe(false);
    bits |= 1 << articles.findIndex((_, index) => own(index) === article);
    const [generics, originals] = packsWith(articles, bits);
    if (generics + originals > 0)
      expect(penetrationAfterStep).toBeCloseTo((100 * generics) / (generics + originals), 4);
  }
}
