import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { importLines } from '#server/statistics/lines/import-lines.ts';
import { bought, readLines, refusal } from '#tests/support/read-lines.ts';
import { type Cell, xlsxOfRows } from '#tests/support/xlsx-builder.ts';

const folder = mkdtempSync(join(tmpdir(), 'units-'));
afterAll(() => rmSync(folder, { recursive: true }));

const GTINS = ['7680546372163', '7680578990021', '7680361190393'];

async function read(headings: string[], ...rows: Cell[][]) {
  const { report, lines } = await readLines(xlsxOfRows([headings, ...rows]));
  return {
    packs: bought(lines).map(([, packs]) => packs),
    skipped: report.skipped.rows.map(({ row, reason }) => [row, reason]),
  };
}

/** A row for each of three articles, of 1 to 3 packs, with its unit. */
function inUnits(units: string[], cells: (gtin: string, packs: number, unit: string) => Cell[]): Cell[][] {
  return units.map((unit, i) => cells(GTINS[i]!, i + 1, unit));
}

describe('a column of units beside the quantities', () => {
  test.each([
    ['Stk', 'ST', 'Stück'],
    ['PCE', 'Pkg', 'Pkg.'],
    ['OP', 'VP', ''],
    ['Packung', 'boîte', 'confezione'],
  ])('that counts packs changes nothing: %s, %s, %s', async (...units) => {
    const rows = inUnits(units, (gtin, packs, unit) => [gtin, packs, unit]);
    expect(await read(['GTIN', 'Menge', 'Einheit'], ...rows)).toEqual({ packs: [1, 2, 3], skipped: [] });
  });

  test.each([
    ['Einheit', 'KAR'],
    ['ME', 'KTN'],
    ['Mengeneinheit', 'Karton'],
    ['Unité', 'cartons'],
    ['Unit', 'Palette'],
    ['UM', 'KG'],
    ['U.M.', 'Karton à 10'],
    ['Unité de mesure', 'VE'],
    ['Einheit / Unité', 'Display'],
  ])('has rows of other ones reported: %s, %s', async (heading, unit) => {
    const rows = inUnits(['Stk', 'ST', unit], (gtin, packs, each) => [gtin, packs, each]);
    expect(await read(['GTIN', 'Menge', heading], ...rows)).toEqual({
      packs: [1, 2],
      skipped: [[4, 'quantity_other_unit']],
    });
  });

  test.each<[string, string[], (gtin: string, packs: number, unit: string) => Cell[]]>([
    ['in front of the quantity', ['GTIN', 'Einheit', 'Menge'], (gtin, packs, unit) => [gtin, unit, packs]],
    [
      'behind several of them',
      ['GTIN', 'Menge geliefert', 'Menge fakturiert', 'ME'],
      (gtin, packs, unit) => [gtin, packs, 9, unit],
    ],
    [
      'behind the one that is read',
      ['GTIN', 'Menge bestellt', 'ME', 'Menge geliefert', 'ME'],
      (gtin, packs, unit) => [gtin, 9, 'Stk', packs, unit],
    ],
    [
      'behind months that are added up',
      ['GTIN', 'Menge Jan', 'Menge Feb', 'ME'],
      (gtin, packs, unit) => [gtin, packs - 1, 1, unit],
    ],
    [
      'elsewhere',
      ['GTIN', 'Einheit', 'Artikel', 'Menge'],
      (gtin, packs, unit) => [gtin, unit, 'Salbe', packs],
    ],
  ])('may stand %s', async (_where, headings, cells) => {
    expect(await read(headings, ...inUnits(['Stk', 'KAR', 'Stk'], cells))).toEqual({
      packs: [1, 3],
      skipped: [[3, 'quantity_other_unit']],
    });
  });

  test('counts for columns that were chosen, too', async () => {
    const rows = inUnits(['Stk', 'KAR', 'Stk'], (gtin, packs, unit) => [gtin, packs, unit]);
    const { imported, skipped } = await importLines(
      xlsxOfRows([['Nummer', 'Zahl', 'ME'], ...rows]),
      join(folder, 'lines.csv'),
      {
        choice: {
          sheet: 'Sheet1',
          headingRow: 1,
          columns: [
            { field: 'gtin', column: 'A' },
            { field: 'quantity', column: 'B' },
          ],
        },
      },
    );
    expect([imported, skipped.byReason.quantity_other_unit]).toEqual([2, 1]);
  });

  test('is found where all cells stand beside their headings', async () => {
    const text = [
      '"GTIN";"Menge";"ME"',
      ...['Stk', 'KAR', 'ST'].map((unit, i) => `"${i}";${GTINS[i]};${i + 1};${unit}`),
    ];
    const { report, lines } = await readLines(Buffer.from(text.join('\n')));
    expect(bought(lines).map(([, packs]) => packs)).toEqual([1, 3]);
    expect(report.skipped.rows).toMatchObject([{ row: 3, reason: 'quantity_other_unit' }]);
  });

  test('is none where it is that of a pack’s size', async () => {
    const rows = inUnits(['Tabl', 'ml', 'g'], (gtin, packs, unit) => [gtin, 20, unit, packs]);
    expect(await read(['GTIN', 'Packungsgrösse', 'Einheit', 'Menge'], ...rows)).toEqual({
      packs: [1, 2, 3],
      skipped: [],
    });
  });

  test('is none where it holds something else', async () => {
    const rows = inUnits(['Apotheke Bern', 'Apotheke Chur', 'Karton'], (gtin, packs, unit) => [
      gtin,
      packs,
      unit,
    ]);
    expect(await read(['GTIN', 'Menge', 'Unit'], ...rows)).toEqual({ packs: [1, 2, 3], skipped: [] });
  });

  test('may stand below a heading for both', async () => {
    const rows = inUnits(['Stk', 'KAR', 'Stk'], (gtin, packs, unit) => [gtin, packs, unit]);
    expect(await read(['GTIN', 'Menge'], [null, 'geliefert', 'Einheit'], ...rows)).toEqual({
      packs: [1, 3],
      skipped: [[4, 'quantity_other_unit']],
    });
  });

  test('of a further table is its own', async () => {
    const rows: Cell[][] = [
      [GTINS[0]!, 1, 'Stk'],
      [],
      ['EAN', 'Artikel', 'Einheit', 'Menge'],
      [GTINS[1]!, 'Salbe', 'Stk', 2],
      [GTINS[2]!, 'Salbe', 'KAR', 3],
    ];
    expect(await read(['GTIN', 'Menge', 'ME'], ...rows)).toEqual({
      packs: [1, 2],
      skipped: [
        [4, 'heading_repeated'],
        [6, 'quantity_other_unit'],
      ],
    });
  });

  test('refuses the file in words where no row counts packs', async () => {
    const rows = inUnits(['KAR', 'KAR', 'KG'], (gtin, packs, unit) => [gtin, packs, unit]);
    const { code, params } = await refusal(xlsxOfRows([['GTIN', 'Menge', 'Einheit'], ...rows]));
    expect([code, params.reason, params.reasonRows]).toEqual([
      'import_nothing_readable',
      'quantity_other_unit',
      3,
    ]);
  });
});
