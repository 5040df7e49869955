import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pharmacy } from '#tests/support/pharmacy.ts';
import { type OpenWorld, openWorld } from '#tests/support/world.ts';

const metoprolol = {
  moleculeName: 'metoprolol',
  count: 3,
  qtySum: 17,
  efPreisSum: 116.5,
  pPreisSum: 233,
  turnoverPotential: 66,
};
const ramipril = {
  moleculeName: 'ramipril',
  count: 2,
  qtySum: 8,
  efPreisSum: 73.93,
  pPreisSum: 8,
  turnoverPotential: 68,
};
const ibuprofen = {
  moleculeName: 'ibuprofen',
  count: 2,
  qtySum: 3,
  efPreisSum: 5,
  pPreisSum: 0,
  turnoverPotential: 10,
};
const adalimumab = {
  moleculeName: 'adalimumab',
  count: 1,
  qtySum: 1,
  efPreisSum: 500,
  pPreisSum: 550,
  turnoverPotential: 0,
};

let world: OpenWorld;
beforeAll(async () => {
  world = await openWorld(pharmacy);
});
afterAll(() => world.close());

const namesOf = (rows: Record<string, unknown>[]) => rows.map((row) => row.moleculeName);

test('articles without molecule and unknown articles are in no molecule', async () => {
  expect(await world.view('molecule')).toEqual([ramipril, metoprolol, ibuprofen, adalimumab]);
});

test.each([
  ['count', ['metoprolol', 'ibuprofen', 'ramipril', 'adalimumab']],
  ['qtySum', ['metoprolol', 'ramipril', 'ibuprofen', 'adalimumab']],
  ['efPreisSum', ['adalimumab', 'metoprolol', 'ramipril', 'ibuprofen']],
  ['pPreisSum', ['adalimumab', 'metoprolol', 'ramipril', 'ibuprofen']],
  ['turnoverPotential', ['ramipril', 'metoprolol', 'ibuprofen', 'adalimumab']],
])('by %s the largest stands first, equal ones by name', async (sortBy, expected) => {
  expect(namesOf(await world.view('molecule', { sortBy }))).toEqual(expected);
});

describe('filters', () => {
  test.each([
    [{ general: 'match' }, ['ramipril', 'metoprolol', 'ibuprofen']],
    [{ general: 'available_match' }, ['metoprolol', 'ibuprofen']],
    [{ general: 'sb20' }, ['ramipril', 'metoprolol']],
    [{ general: 'stock_out' }, ['metoprolol']],
    [{ general: 'co' }, ['ramipril']],
    [{ general: ['match', 'sb20'] }, ['ramipril', 'metoprolol']],
    [{ type: 'generika' }, ['metoprolol', 'ramipril']],
    [{ type: 'original' }, ['ramipril', 'metoprolol', 'adalimumab']],
    [{ type: 'others' }, ['ibuprofen']],
    [{ type: ['generika', 'others'] }, ['metoprolol', 'ibuprofen', 'ramipril']],
    [{ atc: 'C' }, ['ramipril', 'metoprolol']],
    [{ atc: 'C07' }, ['metoprolol']],
    [{ atc: ['C07', 'L04AB04'] }, ['metoprolol', 'adalimumab']],
    [{ manufacturer: ['Mepha AG', 'AbbVie AG'] }, ['metoprolol', 'ramipril', 'adalimumab']],
    [{ general: 'sb20', type: 'generika' }, []],
    [{ manufacturer: 'nobody' }, []],
  ])('%j', async (filter, expected) => {
    expect(namesOf(await world.view('molecule', filter))).toEqual(expected);
  });

  test('narrow what a molecule sums up', async () => {
    expect(await world.view('molecule', { manufacturer: 'Mepha AG', atc: 'C09' })).toEqual([
      { ...ramipril, count: 1, qtySum: 1, efPreisSum: 4, turnoverPotential: 8 },
    ]);
  });

  test.each([{ general: 'all_except_bio' }, { type: 'bio' }, { atc: 'C0' }, { molecule: 'ramipril' }])(
    '%j is no choice of this page',
    async (filter) => {
      await expect(world.view('molecule', filter)).rejects.toThrow();
    },
  );
});

test('totals are those of all molecules', async () => {
  expect(await world.view('molecule/totals')).toEqual({
    rowCount: 4,
    count: 8,
    qtySum: 29,
    efPreisSum: 695.43,
    pPreisSum: 791,
    turnoverPotential: 144,
  });
});

test('totals of a filter that leaves nothing are zero', async () => {
  expect(await world.view('molecule/totals', { manufacturer: 'nobody' })).toEqual({
    rowCount: 0,
    count: 0,
    qtySum: 0,
    efPreisSum: 0,
    pPreisSum: 0,
    turnoverPotential: 0,
  });
});
