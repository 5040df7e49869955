import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { referenceDataPresent } from '#tests/support/reference-data.ts';
import { expectedFigures, referenceWorld } from '#tests/support/reference-world.ts';
import { type OpenWorld, openWorld } from '#tests/support/world.ts';

type Figures = Record<string, number>;
type Expected = {
  summary: Figures;
  molecules: Record<string, Figures>;
  productFilters: Record<
    string,
    { count: number; qtySum: number; efPreisSum: number; turnoverPotential: number }
  >;
};

/** Options of the filter group `type`; all others are of `general`. */
const types = ['generika', 'original', 'others'];

describe.skipIf(!referenceDataPresent).each(['apotheke-bezug-2025', 'cabinet-achats-2025'])('%s', (name) => {
  let world: OpenWorld;
  let expected: Expected;
  beforeAll(async () => {
    world = await openWorld(await referenceWorld(name));
    expected = await expectedFigures<Expected>(name);
  });
  afterAll(() => world.close());

  test('the ten molecules with the largest potential', async () => {
    const rows = await world.view('molecule');
    expect(rows).toHaveLength(expected.summary.totalMolecules!);
    expect(rows.slice(0, 10)).toEqual(
      Object.entries(expected.molecules).map(([moleculeName, figures]) => ({ moleculeName, ...figures })),
    );
  });

  test('every product filter leaves the articles, packs and CHF that it should', async () => {
    expect(Object.keys(expected.productFilters)).toHaveLength(9);
    for (const [option, figures] of Object.entries(expected.productFilters)) {
      const filter = { [types.includes(option) ? 'type' : 'general']: option };
      const { rowCount, qtySum1, efPreisSum, turnoverPotential } = await world.view<Figures>(
        'product/totals',
        filter,
      );
      expect([option, { count: rowCount, qtySum: qtySum1, efPreisSum, turnoverPotential }]).toEqual([
        option,
        figures,
      ]);
      expect(await world.view('product', filter)).toHaveLength(figures.count);
    }
  });

  test('the potential of every grouping is the summary’s', async () => {
    const { turnoverPotential } = await world.view<Figures>('molecule/totals');
    const { qtySum1, efPreisSum } = await world.view<Figures>('product/totals');
    expect(turnoverPotential).toBe(expected.summary.potentialTotal);
    expect([qtySum1, efPreisSum]).toEqual([expected.summary.totalQty, expected.summary.turnoverTotal]);
    const { sets } = await world.view<Figures>('duplicate_products/totals');
    const { duplicateProducts2, duplicateProducts3, duplicateProducts4 } = expected.summary;
    expect(sets).toBe(duplicateProducts2! + duplicateProducts3! + duplicateProducts4!);
  });
});
