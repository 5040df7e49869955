import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findView, views } from '#analytics/views/index.ts';
import { packs, pharmacy, today } from '#tests/support/pharmacy.ts';
import { listedValues } from '#tests/support/view-parameters.ts';
import { type OpenWorld, openWorld } from '#tests/support/world.ts';

let world: OpenWorld;
beforeAll(async () => {
  world = await openWorld(pharmacy);
});
afterAll(() => world.close());

test('every list that a page shows has its totals', () => {
  // A chart, what changed on one of its days, and the history of one product are no lists of figures; the sums of what switches
  // are those of what_if.
  const others = /(^|\/)list\/|^stockoutstat\/|^portfolio\/(episodes|deliveries)$|^what_if\//;
  const lists = views.filter(({ cardinality, name }) => cardinality === 'many' && !others.test(name));
  expect(lists.length).toBeGreaterThan(5);
  expect(lists.map(({ totals }) => totals?.name)).toEqual(lists.map(({ name }) => `${name}/totals`));
  for (const { totals } of lists) expect(findView(totals!.name)).toBe(totals);
});

test('totals of ATC groups', async () => {
  expect(await world.view('atc/totals')).toEqual({
    rowCount: 3,
    count: 8,
    qtySum: 29,
    efPreisSum: 695.43,
    pPreisSum: 791,
    turnoverPotential: 144,
  });
  expect(await world.view('atc/totals', { type: 'provider' })).toEqual({
    rowCount: 2,
    count: 2,
    qtySum: 11,
    efPreisSum: 65,
    pPreisSum: 120,
    turnoverPotential: 0,
  });
});

test('totals of manufacturers', async () => {
  expect(await world.view('manufacturers/totals', { general: 'match', type: 'generika' })).toEqual({
    rowCount: 1,
    count: 2,
    qtySum: 4,
    efPreisSum: 20.5,
    pPreisSum: 41,
    turnoverPotential: 26,
  });
});

/** Values of parameters that take any name. */
const someNames: Record<string, string[]> = {
  molecule: ['ramipril'],
  atc: ['C', 'M01AE01'],
  manufacturer: ['Mepha AG', 'Ärzte AG'],
  focusGroup: ['2', '10'],
  article: [packs.beloc, packs.unknown],
  alternative: [packs.p1, packs.p2],
  gtin: [packs.p1, packs.p2],
};

/** Figures of totals that are not the sum of the list's column of the same name. */
const notSums = ['rowCount', 'qtySum2', 'qty2', 'sets', 'articles'];

/** Totals that count rows and sum nothing: those of products with several alternatives would count packs twice. */
const withoutSums = ['portfolio/competitor/totals'];

/**
 * Figures of a product in the cart that are unknown while that of any article which it could replace is. The totals add what is
 * known of the articles.
 */
const ofArticles = [
  'customersGain',
  'publicPriceDifference',
  'deductibleBefore',
  'deductibleAfter',
  'distributionShareBefore',
  'distributionShareAfter',
];

describe.each(views.filter(({ name }) => name.endsWith('/totals')).map((view) => [view.name, view] as const))(
  '%s',
  (name, totals) => {
    test('are the sums of the rows, whatever the filter', async () => {
      const list = name.replace('/totals', '');
      const names = Object.keys(totals.parameters.shape);
      const columns = findView(list)!.row.shape;
      const sums = Object.keys(totals.row.shape).filter((name) => name in columns && !notSums.includes(name));
      expect(sums.length, name).toBeGreaterThan(withoutSums.includes(name) ? -1 : 0);
      for (const [index, parameter] of names.entries()) {
        for (const value of [...listedValues(totals, parameter), ...(someNames[parameter] ?? [])]) {
          const neighbour = names[(index + 1) % names.length]!;
          const second = listedValues(totals, neighbour)[0];
          for (const filter of [
            { [parameter]: value },
            { [parameter]: value, ...(second && { [neighbour]: second }) },
          ]) {
            const rows = await world.view(list, filter, { today });
            const answer = await world.view<Record<string, number>>(name, filter, { today });
            expect(answer.rowCount).toBe(rows.length);
            const replaceable = { ...filter, general: [filter.general ?? [], 'match'].flat() };
            const articles = list === 'cart' ? await world.view('product', replaceable, { today }) : rows;
            for (const figure of sums) {
              const summed = ofArticles.includes(figure) ? articles : rows;
              const centimes = summed.reduce((sum, row) => sum + Math.round(Number(row[figure]) * 100), 0);
              expect([filter, figure, Math.round(answer[figure]! * 100)]).toEqual([filter, figure, centimes]);
            }
          }
        }
      }
    });
  },
);

/** Pages explain what no view has in one figure by a figure that has to be the same. */
describe('figures that explain others agree with them', () => {
  test('all duplicates are those of two, three, and four or more articles', async () => {
    const summary = await world.view<Record<string, number>>('summary');
    const { sets } = await world.view<{ sets: number }>('duplicate_products/totals');
    expect(sets).toBeGreaterThan(0);
    expect(summary.duplicateProducts2! + summary.duplicateProducts3! + summary.duplicateProducts4!).toBe(
      sets,
    );
  });

  test.each([
    ['all', {}],
    ['provider', { behind: 'provider' }],
    ['provider_alternative', { general: 'match' }],
  ])('ATC groups of type %s are together what the product analysis has of them', async (type, filter) => {
    const groups = await world.view<Record<string, string | number>[]>('atc', { type });
    for (let first = 0; first < groups.length; first++) {
      const rest = groups.slice(first);
      const atc = rest.map(({ atcCategory }) => String(atcCategory));
      const totals = await world.view<Record<string, number>>('product/totals', { ...filter, atc });
      const sum = (figure: string) => rest.reduce((all, row) => all + Number(row[figure]), 0);
      expect(totals.rowCount).toBe(sum('count'));
      expect(totals.qtySum1).toBe(sum('qtySum'));
      for (const figure of ['efPreisSum', 'pPreisSum', 'turnoverPotential']) {
        expect(totals[figure]).toBeCloseTo(sum(figure), 6);
      }
    }
  });
});
