import { afterAll, beforeAll, expect, test } from 'vitest';
import { pharmacy } from '#tests/support/pharmacy.ts';
import { type OpenWorld, openWorld } from '#tests/support/world.ts';

let world: OpenWorld;
beforeAll(async () => {
  world = await openWorld(pharmacy);
});
afterAll(() => world.close());

test('by molecule, largest potential first', async () => {
  expect(await world.view('turnover_potential')).toEqual([
    {
      name: 'ramipril',
      qtySum: 8,
      count: 2,
      efPreisSum: 73.93,
      pPreisSum: 8,
      turnoverPotentialSum: 68,
      customersGainSum: 5.93,
      publicPriceDifferenceSum: -7,
      deductibleBeforeSum: 0,
      deductibleAfterSum: 0,
      distributionShareBeforeSum: 0,
      distributionShareAfterSum: 0,
    },
    {
      name: 'metoprolol',
      qtySum: 17,
      count: 3,
      efPreisSum: 116.5,
      pPreisSum: 233,
      turnoverPotentialSum: 66,
      customersGainSum: -9.5,
      publicPriceDifferenceSum: -19,
      deductibleBeforeSum: 35.3,
      deductibleAfterSum: 13.2,
      distributionShareBeforeSum: 53.63,
      distributionShareAfterSum: 62.66,
    },
    {
      name: 'ibuprofen',
      qtySum: 3,
      count: 2,
      efPreisSum: 5,
      pPreisSum: 0,
      turnoverPotentialSum: 10,
      customersGainSum: 0,
      publicPriceDifferenceSum: 0,
      deductibleBeforeSum: 0,
      deductibleAfterSum: 0,
      distributionShareBeforeSum: 0,
      distributionShareAfterSum: 0,
    },
    {
      name: 'adalimumab',
      qtySum: 1,
      count: 1,
      efPreisSum: 500,
      pPreisSum: 550,
      turnoverPotentialSum: 0,
      customersGainSum: 0,
      publicPriceDifferenceSum: 0,
      deductibleBeforeSum: 0,
      deductibleAfterSum: 0,
      distributionShareBeforeSum: 0,
      distributionShareAfterSum: 0,
    },
  ]);
});

test('by ATC group', async () => {
  expect(await world.view('turnover_potential', { groupField: 'atc' })).toEqual([
    {
      name: 'C',
      qtySum: 25,
      count: 5,
      efPreisSum: 190.43,
      pPreisSum: 241,
      turnoverPotentialSum: 134,
      customersGainSum: -3.57,
      publicPriceDifferenceSum: -26,
      deductibleBeforeSum: 35.3,
      deductibleAfterSum: 13.2,
      distributionShareBeforeSum: 53.63,
      distributionShareAfterSum: 62.66,
    },
    {
      name: 'M',
      qtySum: 3,
      count: 2,
      efPreisSum: 5,
      pPreisSum: 0,
      turnoverPotentialSum: 10,
      customersGainSum: 0,
      publicPriceDifferenceSum: 0,
      deductibleBeforeSum: 0,
      deductibleAfterSum: 0,
      distributionShareBeforeSum: 0,
      distributionShareAfterSum: 0,
    },
    {
      name: 'L',
      qtySum: 1,
      count: 1,
      efPreisSum: 500,
      pPreisSum: 550,
      turnoverPotentialSum: 0,
      customersGainSum: 0,
      publicPriceDifferenceSum: 0,
      deductibleBeforeSum: 0,
      deductibleAfterSum: 0,
      distributionShareBeforeSum: 0,
      distributionShareAfterSum: 0,
    },
  ]);
});

test('by manufacturer, equal ones by their names in German order', async () => {
  const rows = await world.view('turnover_potential', { groupField: 'manufacturer' });
  expect(rows.map(({ name, turnoverPotentialSum }) => [name, turnoverPotentialSum])).toEqual([
    ['Sanofi AG', 60],
    ['Astra AG', 48],
    ['Mepha AG', 26],
    ['Viatris AG', 10],
    ['AbbVie AG', 0],
    ['Ärzte AG', 0],
    ['Provider AG', 0],
  ]);
});

test.each([
  ['molecule', { rowCount: 4, count: 8, qtySum: 29, efPreisSum: 695.43 }],
  ['atc', { rowCount: 3, count: 8, qtySum: 29, efPreisSum: 695.43 }],
  ['manufacturer', { rowCount: 7, count: 9, qtySum: 34, efPreisSum: 695.43 }],
])('totals by %s leave out what has none', async (groupField, expected) => {
  expect(await world.view('turnover_potential/totals', { groupField })).toEqual({
    ...expected,
    pPreisSum: 791,
    turnoverPotentialSum: 144,
    customersGainSum: -3.57,
    publicPriceDifferenceSum: -26,
    deductibleBeforeSum: 35.3,
    deductibleAfterSum: 13.2,
    distributionShareBeforeSum: 53.63,
    distributionShareAfterSum: 62.66,
  });
});

test.each([
  ['customersGainSum', ['ramipril', 'adalimumab', 'ibuprofen', 'metoprolol']],
  ['publicPriceDifferenceSum', ['adalimumab', 'ibuprofen', 'ramipril', 'metoprolol']],
  ['deductibleBeforeSum', ['metoprolol', 'adalimumab', 'ibuprofen', 'ramipril']],
  ['deductibleAfterSum', ['metoprolol', 'adalimumab', 'ibuprofen', 'ramipril']],
  ['distributionShareBeforeSum', ['metoprolol', 'adalimumab', 'ibuprofen', 'ramipril']],
  ['distributionShareAfterSum', ['metoprolol', 'adalimumab', 'ibuprofen', 'ramipril']],
  ['qtySum', ['metoprolol', 'ramipril', 'ibuprofen', 'adalimumab']],
  ['count', ['metoprolol', 'ibuprofen', 'ramipril', 'adalimumab']],
  ['efPreisSum', ['adalimumab', 'metoprolol', 'ramipril', 'ibuprofen']],
  ['pPreisSum', ['adalimumab', 'metoprolol', 'ramipril', 'ibuprofen']],
])('ordered by %s, equal ones by name', async (sortBy, expected) => {
  const rows = await world.view('turnover_potential', { sortBy });
  expect(rows.map(({ name }) => name)).toEqual(expected);
});

test('filters narrow the articles of the groups and of their totals', async () => {
  // With an alternative and an original: Beloc and Triatec.
  const question = { general: ['match'], type: ['original'] };
  const rows = await world.view('turnover_potential', question);
  expect(rows.map(({ name, count, turnoverPotentialSum }) => [name, count, turnoverPotentialSum])).toEqual([
    ['ramipril', 1, 60],
    ['metoprolol', 1, 48],
  ]);
  expect(await world.view('turnover_potential/totals', question)).toMatchObject({
    rowCount: 2,
    count: 2,
    qtySum: 11,
    turnoverPotentialSum: 108,
    customersGainSum: 1.93,
  });
  // p2, which stands for Triatec, is not deliverable.
  expect(
    await world.view('turnover_potential', { general: ['available_match'], type: ['original'] }),
  ).toMatchObject([{ name: 'metoprolol', count: 1 }]);
});

test('another group field is no choice', async () => {
  await expect(world.view('turnover_potential', { groupField: 'origin' })).rejects.toThrow();
});
