import { afterAll, beforeAll, expect, test } from 'vitest';
import { packs, pharmacy } from '#tests/support/pharmacy.ts';
import { type OpenWorld, openWorld } from '#tests/support/world.ts';

const revisions = { catalogue: 1, stockouts: 1, focusGroups: 1 };

let world: OpenWorld;
beforeAll(async () => {
  world = await openWorld(pharmacy);
});
afterAll(() => world.close());

test('molecules are those of the catalogue by name, each with its missing products', async () => {
  expect(await world.view('portfolio/list/molecules')).toEqual([
    { id: 'adalimumab', name: 'adalimumab', count: 0 },
    { id: 'ibuprofen', name: 'ibuprofen', count: 0 },
    // Meto-Gen; Beloc was missing and is back.
    { id: 'metoprolol', name: 'metoprolol', count: 1 },
    // p2 is missing, but it is the provider's: no list names it.
    { id: 'ramipril', name: 'ramipril', count: 0 },
  ]);
});

test('manufacturers are those of the catalogue in German order', async () => {
  expect(await world.view('portfolio/list/manufacturers')).toEqual(
    [
      ['AbbVie AG', 0],
      ['Ärzte AG', 0],
      ['Astra AG', 0],
      ['Mepha AG', 1],
      ['Provider AG', 0],
      ['Sanofi AG', 0],
      ['Viatris AG', 0],
    ].map(([name, count]) => ({ id: name, name, count })),
  );
});

test('ATC groups are those of the catalogue by letter, named in the language of the question', async () => {
  const answer = await world.view('portfolio/list/atc', {}, { language: 'en' });
  expect(answer).toEqual([
    { id: 'C', name: 'Cardiovascular system', count: 1 },
    { id: 'L', name: 'Antineoplastic and immunomodulating agents', count: 0 },
    { id: 'M', name: 'Musculo-skeletal system', count: 0 },
  ]);
});

test('stock-outs are counted from the day asked for on, a product of two sources and two alternatives once', async () => {
  const opened = await openWorld({
    ...pharmacy,
    stockouts: [
      { gtin: packs.metoGen, source: 'own', reported_on: '2026-01-10' },
      { gtin: packs.metoGen, source: 'wholesaler', reported_on: '2025-06-01' },
      { gtin: packs.brufen, reported_on: '2024-02-01' },
    ],
  });
  const counts = async (parameters: Record<string, unknown>) => {
    const rows = await opened.view<{ id: string; count: number }[]>('portfolio/list/atc', parameters);
    return Object.fromEntries(rows.map(({ id, count }) => [id, count]));
  };
  expect(await counts({})).toEqual({ C: 1, L: 0, M: 1 });
  expect(await counts({ stockOutSince: '2024-02-01' })).toEqual({ C: 1, L: 0, M: 1 });
  expect(await counts({ stockOutSince: '2024-02-02' })).toEqual({ C: 1, L: 0, M: 0 });
  expect(await counts({ stockOutSince: '2026-01-11' })).toEqual({ C: 0, L: 0, M: 0 });
  await opened.close();
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
