import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ComparedFigure, compareSides, readSide } from '#analytics/compare/compare.ts';
import { standardContext } from '#analytics/context.ts';
import { findView } from '#analytics/views/index.ts';
import { packs, pharmacy } from '#tests/support/pharmacy.ts';
import { type OpenWorld, openWorld } from '#tests/support/world.ts';

const key = { statistic: 1, revision: 1, catalogue: 1, stockouts: 1, focusGroups: 1 };

let year: OpenWorld;
let before: OpenWorld;
let quarter: OpenWorld;
beforeAll(async () => {
  // The year before: half of the Beloc, three times the Humira, no ramipril at all, aspirin instead.
  const aspirin = { gtin: packs.returned, quantity: 8 };
  const earlier = [
    { gtin: packs.beloc, quantity: 2 },
    { gtin: packs.metoGen, quantity: 3 },
    { gtin: packs.humira, quantity: 3 },
    aspirin,
  ];
  const products = pharmacy.products.map((product) =>
    product.gtin === packs.returned
      ? { ...product, molecule: 'aspirin', atc: 'N02BA01', ex_factory_price: '1.00' }
      : product,
  );
  const head = { timeYearFrom: 2024, timeYearTo: 2024 };
  [year, before, quarter] = await Promise.all([
    openWorld(pharmacy),
    openWorld({ ...pharmacy, products, lines: earlier, head }),
    openWorld({ ...pharmacy, products, lines: earlier, head: { ...head, timeMonthTo: 3 } }),
  ]);
});
afterAll(() => Promise.all([year, before, quarter].map((world) => world.close())));

async function compare(
  name: string,
  one: OpenWorld,
  other: OpenWorld,
  parameters: Record<string, unknown> = {},
): Promise<ComparedFigure[]> {
  const view = findView(name)!;
  const parsed = view.parameters.parse(parameters);
  const [side, otherSide] = await Promise.all(
    [one, other].map((world) =>
      world.statistics.use(key, (connection) => readSide(connection, view, parsed, standardContext())),
    ),
  );
  return one.engine.use('main', (connection) => compareSides(connection, view, parsed, side!, otherSide!));
}

const figuresOf = (rows: ComparedFigure[], figure: string) =>
  rows
    .filter((row) => row.figure === figure)
    .map(({ name, value, other, change, changePercent, shareOfChange }) => [
      name,
      value,
      other,
      change,
      changePercent,
      shareOfChange,
    ]);

describe('periods of the same length', () => {
  test('rows stand in the order of this statistic, those that only the other has behind', async () => {
    expect(figuresOf(await compare('molecule', year, before), 'efPreisSum')).toEqual([
      // change in all: 695.43 − 1544.50 = −849.07 (without tea and unknown articles, which have no price)
      ['ramipril', 73.93, 0, 73.93, null, -8.7],
      ['metoprolol', 116.5, 36.5, 80, 219.2, -9.4],
      ['ibuprofen', 5, 0, 5, null, -0.6],
      ['adalimumab', 500, 1500, -1000, -66.7, 117.8],
      ['aspirin', 0, 8, -8, -100, 0.9],
    ]);
  });

  test('every figure of a row is compared, and none is per month', async () => {
    const rows = await compare('molecule', year, before);
    expect(rows.filter(({ name }) => name === 'metoprolol')).toEqual([
      compared('metoprolol', 'count', 3, 2, 1, 50, 25),
      compared('metoprolol', 'qtySum', 17, 5, 12, 240, 92.3),
      compared('metoprolol', 'efPreisSum', 116.5, 36.5, 80, 219.2, -9.4),
      // of all: 791 − 1723 = −932
      compared('metoprolol', 'pPreisSum', 233, 73, 160, 219.2, -17.2),
      compared('metoprolol', 'turnoverPotential', 66, 42, 24, 57.1, 23.5),
    ]);
    expect(rows).toHaveLength(25);
  });

  test('the filters of the view hold on both sides', async () => {
    const rows = await compare('molecule', year, before, { type: 'generika' });
    expect(figuresOf(rows, 'qtySum')).toEqual([
      ['metoprolol', 13, 3, 10, 333.3, 90.9],
      ['ramipril', 1, 0, 1, null, 9.1],
    ]);
  });

  test('the change of a loss has no percentage, whose sign would be the opposite', async () => {
    const rows = await compare('turnover_potential', year, before);
    expect(figuresOf(rows, 'customersGainSum').filter(([, , , change]) => change !== 0)).toEqual([
      // (69.93 − 60.00) + (4.00 − 8.00) of ramipril, 0 before; of all 5.93 − 4.00 = 1.93 more
      ['ramipril', 5.93, 0, 5.93, null, 307.3],
      // (40.00 − 48.00) + (16.50 − 18.00); (20.00 − 24.00) + (16.50 − 18.00) before
      ['metoprolol', -9.5, -5.5, -4, null, -207.3],
    ]);
  });

  test('percentages change by percentage points', async () => {
    const rows = await compare('summary', year, before);
    // (16.50 + 4 + 60) ÷ 695.43 = 12 %; 16.50 ÷ 1544.50 = 1 %
    expect(rows.find(({ figure }) => figure === 'genericQuota')).toEqual(
      compared(null, 'genericQuota', 12, 1, 11, null, null),
    );
  });

  test('a statistic compared with itself has changed nothing', async () => {
    for (const row of await compare('manufacturers', year, year)) {
      expect([row.change, row.changePercent ?? 0, row.shareOfChange]).toEqual([0, 0, null]);
    }
  });
});

describe('periods of different length', () => {
  test('CHF and packs are per month', async () => {
    const rows = await compare('summary', year, quarter);
    // 695.43 ÷ 12 = 57.95; 1544.50 ÷ 3 = 514.83
    expect(rows.find(({ figure }) => figure === 'turnoverTotal')).toEqual({
      ...compared(null, 'turnoverTotal', 57.95, 514.83, -456.88, -88.7, null),
      perMonth: true,
    });
    // 42 ÷ 12; 16 ÷ 3
    expect(rows.find(({ figure }) => figure === 'totalQty')).toMatchObject({
      value: 3.5,
      other: 5.33,
      change: -1.83,
      perMonth: true,
    });
  });

  test('half a centime counts as a whole one, as everywhere', async () => {
    const product = { gtin: packs.beloc, manufacturer: 'Astra', ex_factory_price: '0.06' };
    const bought = (quantity: number, head: object) =>
      openWorld({ products: [product], lines: [{ gtin: packs.beloc, quantity }], head });
    const whole = await bought(57, {});
    const half = await bought(28, { timeMonthTo: 6 });
    const rows = await compare('manufacturers', whole, half);
    // 3.42 ÷ 12 = 0.285, 1.68 ÷ 6 = 0.28; 0.005 more, 6 ÷ 336, is all that has changed.
    expect(figuresOf(rows, 'efPreisSum')).toEqual([['Astra', 0.29, 0.28, 0.01, 1.8, 100]]);
    // 57 ÷ 12 = 4.75, 28 ÷ 6 = 4.67
    expect(figuresOf(rows, 'qtySum')).toEqual([['Astra', 4.75, 4.67, 0.08, 1.8, 100]]);
    await Promise.all([whole.close(), half.close()]);
  });

  test('numbers of articles and percentages stay as they are', async () => {
    const rows = await compare('summary', year, quarter);
    expect(rows.find(({ figure }) => figure === 'numberOfArticles')).toEqual(
      compared(null, 'numberOfArticles', 11, 4, 7, 175, null),
    );
    expect(rows.find(({ figure }) => figure === 'genericQuota')).toMatchObject({
      value: 12,
      perMonth: false,
    });
  });
});

test('a quota of nothing is nothing to compare', async () => {
  const empty = await openWorld({ ...pharmacy, lines: [] });
  const rows = await compare('summary', year, empty);
  expect(rows.find(({ figure }) => figure === 'genericQuota')).toEqual(
    compared(null, 'genericQuota', 12, null, null, null, null),
  );
  expect(rows.find(({ figure }) => figure === 'turnoverTotal')).toEqual(
    compared(null, 'turnoverTotal', 695.43, 0, 695.43, null, null),
  );
  await empty.close();
});

function compared(
  name: string | null,
  figure: string,
  value: number | null,
  other: number | null,
  change: number | null,
  changePercent: number | null,
  shareOfChange: number | null,
): ComparedFigure {
  return { name, figure, value, other, change, changePercent, shareOfChange, perMonth: false };
}
