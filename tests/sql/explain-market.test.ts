import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { views } from '#analytics/views/index.ts';
import type { MarketProvenance, MarketRows } from '#analytics/views/market-figure.ts';
import type { View } from '#analytics/views/view.ts';
import { packs, pharmacy, today } from '#tests/support/pharmacy.ts';
import { hundredths } from '#tests/support/reckon.ts';
import { referenceDataPresent } from '#tests/support/reference-data.ts';
import { referenceWorld } from '#tests/support/reference-world.ts';
import { long, rounds } from '#tests/support/rounds.ts';
import { askUnfed, type OpenWorld, openWorld } from '#tests/support/world.ts';
import { type OpenWorlds, openWorlds } from './proof/open-worlds.ts';
import { questionsFor, randomQuestions } from './proof/random-questions.ts';
import { randomWorld } from './proof/random-world.ts';

type Row = Record<string, unknown>;
type Ask = (view: string, parameters: Record<string, unknown>) => Promise<unknown>;
type MarketView = Extract<View, { subject: 'market' }>;

const marketViews = views.filter((view): view is MarketView => view.subject === 'market');
const named = marketViews.map((view) => [view.name, view] as const);

test.each(named)('every number of %s has an explanation, or is said to be no figure', (_name, view) => {
  const numbers = Object.keys(view.row.shape).filter((column) =>
    /"(integer|number)"/.test(JSON.stringify(z.toJSONSchema(view.row.shape[column] as z.ZodType))),
  );
  expect(Object.keys(view.provenance).toSorted()).toEqual(numbers.toSorted());
  const none = Object.keys(view.provenance).filter((column) => figuresOf(view)[column] === null);
  expect(none).toEqual(view.name === 'portfolio/competitor' ? ['rank'] : []);
});

describe('what a figure of the market is said to come from gives it', () => {
  let world: OpenWorld;
  beforeAll(async () => {
    world = await openWorld(pharmacy);
  });
  afterAll(() => world.close());
  const ask: Ask = (view, parameters) => world.view(view, parameters, { today, todayUtc: today });

  test.each(named)('every figure of every row of %s', async (_name, view) => {
    await expectExplained(ask, view, {});
    const takes = (parameters: Row) => view.parameters.safeParse(parameters).success;
    for (const parameters of filters.filter(takes)) await expectExplained(ask, view, parameters);
  });

  test('the pharmacy’s potential of a missing product, by hand', async () => {
    // 3 packs × 1 × CHF 6.00
    const rows = (await ask('portfolio', {})) as Row[];
    const row = rows.find(({ gtin }) => gtin === packs.metoGen)!;
    expect(productOf(row, ['qty', 'packFactor', 'efPreis2'], 'alternativeGTIN')).toBe(1800n);
    expect(row.turnoverPotential).toBe(18);
  });

  test('of figures that are halves of a centime', () => {
    // 7 × 30/28 × 6.67 = 50.025: half up; as doubles it is a little less.
    const row = { packs: 7, factor: 30 / 28, price: 6.67 };
    expect(productOf(row, ['packs', 'factor', 'price'])).toBe(5003n);
  });
});

const filters = [
  { general: ['available_match'] },
  { general: ['sb20', 'co'] },
  { type: ['generika'] },
  { manufacturer: ['Mepha AG', 'Roche AG'] },
  { stockOutSince: '2025-01-01' },
  { date: '2025-09-01' },
];

describe('in random worlds, whatever is asked', () => {
  let worlds: OpenWorlds;
  beforeAll(async () => {
    worlds = await openWorlds();
  });
  afterAll(() => worlds.close());

  test('rows behind figures give them, with a statistic for the market and without', async () => {
    const numRuns = rounds({ short: 2, long: 12 });
    const drawn = fc.sample(fc.tuple(randomWorld, randomQuestions), { numRuns, seed: 20260104 });
    for (const [world, questions] of drawn) {
      const opened = await worlds.add(world);
      const { parameters, context } = questionsFor(world, questions);
      const fed: Ask = (view, given) => opened.view(view, given, context);
      const unfed: Ask = (view, given) => askUnfed(worlds.statistics, view, given, context, opened.key);
      for (const view of marketViews) {
        await expectExplained(fed, view, parameters[view.name]!);
        if (view.feeding) await expectExplained(unfed, view, parameters[view.name]!, false);
      }
    }
  }, 120_000);
});

if (long)
  describe.skipIf(!referenceDataPresent)('on real Swiss packs', () => {
    test('a row’s numbers give its potential and its turnover to the centime', async () => {
      const world = await openWorld(await referenceWorld('apotheke-bezug-2025'));
      const since = { stockOutSince: '2025-12-02', date: '2026-02-02' };
      for (const [name, parameter] of [
        ['portfolio/competitor', 'stockOutSince'],
        ['portfolio/back-in-stock', 'date'],
      ] as const) {
        const view = marketViews.find((each) => each.name === name)!;
        const rows = await world.view<Row[]>(name, { [parameter]: since[parameter] });
        expect(rows.length).toBeGreaterThan(20);
        for (const row of rows) expectProducts(view, row);
      }
      await world.close();
    }, 60_000);
  });

async function expectExplained(
  ask: Ask,
  view: MarketView,
  parameters: Record<string, unknown>,
  feeding = true,
): Promise<void> {
  const rows = [await ask(view.name, parameters)].flat() as Row[];
  const parsed = view.parameters.parse(parameters) as Record<string, unknown>;
  const answers = new Map<string, Promise<Row[]>>();
  const behind = async ({ view: name, parameters: given, having }: MarketRows) => {
    const key = JSON.stringify([name, given]);
    if (!answers.has(key)) answers.set(key, askAgain(ask, name, given));
    const all = await answers.get(key)!;
    return all.filter((row) => Object.entries(having).every(([column, value]) => row[column] === value));
  };
  const packsBought = new Map<unknown, number>();
  if (feeding && view.feeding) {
    const articles = (await ask('product', {})) as Row[];
    for (const { article, qtySum1 } of articles) packsBought.set(article, qtySum1 as number);
  }
  // A series of years has its first days, its last, and some between.
  const some = rows.filter((_row, place) => rows.length < 60 || place % 37 === 0 || place > rows.length - 9);
  for (const row of some) {
    expectProducts(view, row);
    for (const [column, figure] of Object.entries(figuresOf(view))) {
      if (!figure) continue;
      const told = [view.name, parameters, row, column];
      const { origin } = figure;
      if (origin.kind === 'feeding') {
        const expected = feeding ? (packsBought.get(origin.article(row)) ?? 0) : null;
        expect([...told, row[column]]).toEqual([...told, expected]);
      } else if (origin.kind === 'rows') {
        const counted = reckon(origin.reckoning, await behind(origin.rows(parsed, row)), feeding);
        const expected = isOfFeeding(figure.formula) && !feeding ? null : counted;
        expect([...told, hundredths(row[column])]).toEqual([...told, expected]);
      } else if (origin.kind === 'history') {
        expect([...told, (await behind(origin.rows(parsed, row))).length > 0]).toEqual([...told, true]);
      }
    }
  }
}

async function askAgain(ask: Ask, name: string, given: Record<string, unknown>): Promise<Row[]> {
  const { shape } = marketViews.find((view) => view.name === name)!.parameters;
  const known = Object.entries(given).filter(([parameter, value]) => parameter in shape && value !== null);
  return (await ask(name, Object.fromEntries(known))) as Row[];
}

/** Without a statistic for the market nobody knows what is unknown for want of a price alone. */
function isOfFeeding(formula: string): boolean {
  return formula === 'potentialsUnknown' || formula === 'turnoversUnknown';
}

type Reckoning = Extract<NonNullable<MarketProvenance[string]>['origin'], { kind: 'rows' }>['reckoning'];

function reckon(reckoning: Reckoning, rows: readonly Row[], feeding: boolean): bigint | null {
  if (reckoning.kind === 'count') return BigInt(rows.length) * 100n;
  const values = rows.map((row) => row[reckoning.column]).filter((value) => value !== null);
  if (reckoning.kind === 'countDistinct') return BigInt(new Set(values).size) * 100n;
  return feeding ? values.reduce((sum: bigint, value) => sum + hundredths(value)!, 0n) : null;
}

/** Figures that are products are those of the row's own numbers. */
function expectProducts(view: MarketView, row: Row): void {
  for (const [column, figure] of Object.entries(figuresOf(view))) {
    if (figure?.origin.kind !== 'product') continue;
    const { factors, nothingWithout } = figure.origin;
    if (factors.some((factor) => Math.abs(Number(row[factor])) > 1e6)) continue;
    const told = [view.name, row, column];
    expect([...told, hundredths(row[column])]).toEqual([...told, productOf(row, factors, nothingWithout)]);
  }
}

/** In centimes, half up; every factor is the fraction with the smallest denominator that is the same double. */
function productOf(row: Row, factors: readonly string[], nothingWithout?: string): bigint | null {
  const numbers = factors.map((factor) => row[factor] as number | null);
  if (numbers[0] === null) return null;
  if (numbers[0] === 0 || (nothingWithout !== undefined && row[nothingWithout] === null)) return 0n;
  if (numbers.includes(null)) return null;
  let [over, under] = [100n, 1n];
  for (const number of numbers as number[]) {
    let denominator = 1;
    while (Math.round(number * denominator) / denominator !== number) denominator++;
    over *= BigInt(Math.round(number * denominator));
    under *= BigInt(denominator);
  }
  return (2n * over + under) / (2n * under);
}

function figuresOf(view: MarketView): MarketProvenance {
  return view.provenance;
}
