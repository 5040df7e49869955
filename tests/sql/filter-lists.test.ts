import { afterAll, beforeAll, expect, test } from 'vitest';
import { pharmacy } from '#tests/support/pharmacy.ts';
import { type OpenWorld, openWorld } from '#tests/support/world.ts';

let world: OpenWorld;
beforeAll(async () => {
  world = await openWorld(pharmacy);
});
afterAll(() => world.close());

const choice = (id: string, count: number, turnoverPotential: number, name = id) => ({
  id,
  name,
  count,
  turnoverPotential,
});

test('molecules bought, by name', async () => {
  expect(await world.view('list/molecules')).toEqual([
    choice('adalimumab', 1, 0),
    choice('ibuprofen', 2, 10),
    choice('metoprolol', 3, 66),
    choice('ramipril', 2, 68),
  ]);
});

test('manufacturers bought from, umlauts in German order', async () => {
  expect(await world.view('list/manufacturers')).toEqual([
    choice('AbbVie AG', 1, 0),
    choice('Ärzte AG', 1, 0),
    choice('Astra AG', 1, 48),
    choice('Mepha AG', 2, 26),
    choice('Provider AG', 2, 0),
    choice('Sanofi AG', 1, 60),
    choice('Viatris AG', 1, 10),
  ]);
});

test.each([
  ['de', 'Kardiovaskuläres System'],
  ['en', 'Cardiovascular system'],
  ['fr', 'Système cardiovasculaire'],
  ['it', 'Sistema cardiovascolare'],
])('ATC groups bought have their names in %s', async (language, name) => {
  const rows = await world.view('list/atc', {}, { language: language as 'de' });
  expect(rows.map(({ id }) => id)).toEqual(['C', 'L', 'M']);
  expect(rows[0]).toEqual(choice('C', 5, 134, name));
});

test('focus groups are all there, with the articles that they or their alternatives name', async () => {
  expect(await world.view('list/focusGroups')).toEqual([
    choice('10', 3, 68, 'Ärzte'),
    choice('11', 0, 0, 'Empty'),
    choice('2', 3, 66, 'Herz'),
  ]);
});

test('what a choice is worth is what the product analysis shows for it', async () => {
  for (const [list, filter] of [
    ['list/molecules', 'molecule'],
    ['list/manufacturers', 'manufacturer'],
    ['list/atc', 'atc'],
    ['list/focusGroups', 'focusGroup'],
  ] as const) {
    for (const { id, count, turnoverPotential } of await world.view(list)) {
      expect(await world.view('product/totals', { [filter]: id })).toMatchObject({
        rowCount: count,
        turnoverPotential,
      });
    }
  }
});

test('nothing bought leaves nothing to choose', async () => {
  const empty = await openWorld({ products: [], focusGroups: [], lines: [] });
  for (const list of ['molecules', 'manufacturers', 'atc', 'focusGroups']) {
    expect(await empty.view(`list/${list}`)).toEqual([]);
  }
  await empty.close();
});
