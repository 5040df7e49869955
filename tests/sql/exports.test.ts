import { tableFromIPC } from '@uwdata/flechette';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aboutStatistic, type ExportedSheet, exportedRows } from '#analytics/exports.ts';
import { gtin, type OpenWorld, openWorld } from '#tests/support/world.ts';

const [bought, returned, never, priceless, own] = [1, 2, 3, 4, 5].map((n) => gtin(`76805000000${n}`)) as [
  string,
  string,
  string,
  string,
  string,
];
const key = { statistic: 1, revision: 1, catalogue: 1, stockouts: 1, focusGroups: 1 };

let world: OpenWorld;
beforeAll(async () => {
  world = await openWorld({
    products: [
      {
        gtin: bought,
        description: 'B',
        ex_factory_price: '3',
        public_price: '5',
        pack_size: '60',
        unit: 'Tabl',
      },
      { gtin: returned, description: 'C', ex_factory_price: '1', public_price: '2' },
      { gtin: never, description: 'A', ex_factory_price: '1', public_price: '2' },
      { gtin: priceless, description: 'D', ex_factory_price: '', public_price: '' },
      {
        gtin: own,
        description: 'E',
        manufacturer: 'Provider AG',
        ex_factory_price: '2.5',
        public_price: '4',
        pack_size: '30',
        unit: 'Tabl',
      },
    ],
    alternatives: [{ gtin: bought, alternative: own }],
    focusGroups: [
      { id: 7, name: 'Herz', molecules: [], gtins: [bought] },
      { id: 8, name: 'Magen', molecules: [], gtins: [] },
    ],
    head: { customerName: 'Apotheke', customerExternalId: '4711' },
    lines: [
      { gtin: bought, quantity: 5, description: '=1+1' },
      { gtin: bought, quantity: -1 },
      { gtin: returned, quantity: 2 },
      { gtin: returned, quantity: -2 },
      { gtin: priceless, quantity: 3 },
      { pharmacode: '7654321', quantity: 9, description: 'Unbekannt' },
    ],
  });
});
afterAll(() => world.close());

async function rows(sheet: ExportedSheet, all: boolean): Promise<Record<string, unknown>[]> {
  const bytes = await world.statistics.withLines(key, (connection) => exportedRows(connection, sheet, all));
  return tableFromIPC(bytes).toArray() as Record<string, unknown>[];
}

test('products stand with what was bought of them: nothing is 0, and a sum without a price is not known', async () => {
  const figures = ({ gtin, ...row }: Record<string, unknown>) => [
    gtin,
    row.line_count,
    row.quantity,
    row.ex_factory_sum,
    row.public_sum,
    row.turnover_potential,
  ];
  // 5 − 1 packs at 3 and 5; the alternative has half the tablets, so 4 × 2 × 2.50.
  expect((await rows('daten', true)).map(figures)).toEqual([
    [never, 0, 0, 0, 0, 0],
    [bought, 2, 4, 12, 20, 20],
    [returned, 0, 0, 0, 0, 0],
    [priceless, 1, 3, null, null, 0],
    [own, 0, 0, 0, 0, 0],
  ]);
  expect((await rows('daten', false)).map(figures)).toEqual([
    [bought, 2, 4, 12, 20, 20],
    [priceless, 1, 3, null, null, 0],
  ]);
});

test('every row of the file stands with what it was matched with, in its order', async () => {
  const seen = (await rows('stats', true)).map((row) => [
    row.quantity,
    row.description_read,
    row.matched_by,
    row.product_gtin,
    row.product_description,
  ]);
  expect(seen).toEqual([
    [5, '=1+1', 'gtin', bought, 'B'],
    [-1, null, 'gtin', bought, 'B'],
    [2, null, 'gtin', returned, 'C'],
    [-2, null, 'gtin', returned, 'C'],
    [3, null, 'gtin', priceless, 'D'],
    [9, 'Unbekannt', 'none', null, null],
  ]);
  expect(await rows('stats', false)).toHaveLength(5);
});

test('a workbook says whose statistic it is, of when its prices are, and the names of focus groups', async () => {
  const about = await world.statistics.use(key, (connection) => aboutStatistic(connection, ['8', '7', '99']));
  expect(about).toMatchObject({
    customer_name: 'Apotheke',
    customer_external_id: '4711',
    months: expect.any(Number),
    price_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    stockout_date: '2026-01-01',
    focus_groups: ['Herz', 'Magen'],
  });
  expect(await world.statistics.use(key, (connection) => aboutStatistic(connection))).toMatchObject({
    focus_groups: [],
  });
});
