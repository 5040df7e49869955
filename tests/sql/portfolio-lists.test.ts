import { afterAll, beforeAll, expect, test } from 'vitest';
import { packs, pharmacy } from '#tests/support/pharmacy.ts';
import { type OpenWorld, openWorld } from '#tests/support/world.ts';

const revisions = { catalogue: 1, stockouts: 1, focusGroups: 1 };

let world: OpenWorld;
beforeAll(async () => {
  world = await openWorld(pharmacy);
});
afterAll(() => world.close());

test('molecules are those of the catalogue by name, bought or not', async () => {
  expect(await world.view('portfolio/list/molecules')).toEqual([
    { id: 'adalimumab', name: 'adalimumab', count: 1 },
    { id: 'ibuprofen', name: 'ibuprofen', count: 2 },
    // p1, Beloc, Meto-Gen
    { id: 'metoprolol', name: 'metoprolol', count: 3 },
    // p2, which nobody buys, Triatec, Rami-Gen, and what was returned
    { id: 'ramipril', name: 'ramipril', count: 4 },
  ]);
});

test('manufacturers are those of the catalogue in German order', async () => {
  expect(await world.view('portfolio/list/manufacturers')).toEqual(
    [
      ['AbbVie AG', 1],
      ['Ärzte AG', 1],
      ['Astra AG', 1],
      ['Mepha AG', 3],
      ['Provider AG', 3],
      ['Sanofi AG', 1],
      ['Viatris AG', 1],
    ].map(([name, count]) => ({ id: name, name, count })),
  );
});

test('ATC groups are those of the catalogue by letter, named in the language of the question', async () => {
  const answer = await world.view('portfolio/list/atc', {}, { language: 'en' });
  expect(answer).toEqual([
    { id: 'C', name: 'Cardiovascular system', count: 7 },
    { id: 'L', name: 'Antineoplastic and immunomodulating agents', count: 1 },
    { id: 'M', name: 'Musculo-skeletal system', count: 2 },
  ]);
});

test('an empty catalogue has nothing to choose', async () => {
  const empty = await openWorld({ products: [], lines: [] });
  for (const list of ['molecules', 'manufacturers', 'atc']) {
    expect(await empty.view(`portfolio/list/${list}`)).toEqual([]);
  }
  await empty.close();
});

test('the market is read without opening any statistic', async () => {
  const fresh = await openWorld(pharmacy);
  await fresh.view('portfolio/list/molecules');
  expect(fresh.statistics.open()).toMatchObject({ statistics: 0, catalogues: 1 });
  await fresh.close();
});

test('where a statistic stands for the market, its tables stand beside the catalogue’s', async () => {
  const feeding = { statistic: 1, revision: 1 };
  const rows = await world.statistics.onMarket(revisions, feeding, (connection) =>
    connection.rows(
      `select p.description, a.quantity from products p join assortment a on a.gtin = p.gtin where p.gtin = $gtin::varchar`,
      { gtin: packs.beloc },
    ),
  );
  expect(rows).toEqual([{ description: 'Beloc 50 mg 60', quantity: 4n }]);
  const without = await world.statistics.onMarket(revisions, undefined, ({ rows }) =>
    rows(
      'select (select count(*) from assortment) as articles, (select count(*) from statistic) as statistics',
    ),
  );
  // Without one they stand empty, so that the same files run.
  expect(without).toEqual([{ articles: 0n, statistics: 0n }]);
});
