import { utils, write } from '@e965/xlsx';
import { describe, expect, test } from 'vitest';
import { bought, readLines, refusal } from '#tests/support/read-lines.ts';
import { type Cell, sheetXml, xlsx, xlsxOfRows } from '#tests/support/xlsx-builder.ts';

const GTINS = ['7680546372163', '7680578990021', '7680361190393'];

/** Rows of three articles: of each packs of one column the first figure of all articles, then the second. */
function table(headings: Cell[], ...columns: number[][]): Cell[][] {
  return [['GTIN', ...headings], ...GTINS.map((gtin, i) => [gtin, ...columns.map((column) => column[i]!)])];
}

const csv = (rows: Cell[][]) => Buffer.from(rows.map((row) => row.join(';')).join('\n'));

async function packsOf(rows: Cell[][]) {
  const { report, lines } = await readLines(xlsxOfRows(rows));
  const read = report.columns.filter(({ field }) => field === 'quantity').map(({ heading }) => heading);
  return { packs: bought(lines).map(([, packs]) => packs), read, notices: report.notices };
}

describe('what sums up other columns is read before them', () => {
  test.each<[string[], string]>([
    [['Menge Jan', 'Menge Feb', 'Menge Total'], 'Menge Total'],
    [['Menge Total', 'Menge Jan', 'Menge Feb'], 'Menge Total'],
    [['Filiale Nord Menge', 'Filiale Süd Menge', 'Gesamtmenge'], 'Gesamtmenge'],
    [['Menge Q1', 'Menge Q2', 'Jahresmenge'], 'Jahresmenge'],
    [['Qté janv.', 'Qté févr.', 'Total Qté'], 'Total Qté'],
    [['Quantità gen', 'Quantità feb', 'Quantità totale'], 'Quantità totale'],
    [['Sum of Qty Jan', 'Sum of Qty Feb', 'Grand Total Qty'], 'Grand Total Qty'],
    [['Menge 2024', 'Menge 2025', 'Menge gesamt'], 'Menge gesamt'],
    [['Menge Bern', 'Menge Chur', 'Menge Total'], 'Menge Total'],
    [['Menge Bern', 'Menge Chur', 'Total'], 'Total'],
    [['Menge Bern', 'Menge Chur', 'Menge Schweiz'], 'Menge Schweiz'],
    [['Branch A Qty', 'Branch B Qty', 'All branches Qty'], 'All branches Qty'],
    [['Filiale A Menge', 'Filiale B Menge', 'Menge alle Filialen'], 'Menge alle Filialen'],
    [['Qté pharmacie A', 'Qté pharmacie B', 'Qté toutes les pharmacies'], 'Qté toutes les pharmacies'],
    [['Menge Jan 2025', 'Menge Feb 2025', 'Menge 2025'], 'Menge 2025'],
    [['Menge geliefert Jan', 'Menge geliefert Feb', 'Menge geliefert Total'], 'Menge geliefert Total'],
  ])('%j', async (headings, total) => {
    const at = headings.indexOf(total);
    const parts = [
      [1, 2, 3],
      [4, 5, 0],
    ];
    const columns = headings.map((_, i) => (i === at ? [5, 7, 3] : parts[i < at || at === 2 ? i : i - 1]!));
    expect(await packsOf(table(headings, ...columns))).toMatchObject({ packs: [5, 7, 3], read: [total] });
  });

  test('of another kind it is not', async () => {
    const rows = table(['Menge geliefert', 'Gesamtmenge bestellt'], [1, 2, 3], [9, 9, 9]);
    expect(await packsOf(rows)).toMatchObject({ packs: [1, 2, 3], read: ['Menge geliefert'] });
  });

  test('a row whose parts are another sum is told', async () => {
    const rows = table(['Menge Jan', 'Menge Feb', 'Menge Total'], [1, 2, 3], [4, 5, 0], [5, 8, 3]);
    const { packs, notices } = await packsOf(rows);
    expect(packs).toEqual([5, 8, 3]);
    expect(notices).toContainEqual({
      code: 'parts_differ_from_total',
      params: {},
      row: 3,
      rows: [3],
      count: 1,
    });
  });

  test('so is one whose days are another sum, where days add up in most', async () => {
    const days = ['01.01.2025', '02.01.2025', '03.01.2025'];
    const rows = table([...days, 'Menge Total'], [1, 0, 3], [0, 2, 4], [1, 1, 0], [2, 3, 9]);
    const { packs, notices } = await packsOf(rows);
    expect(packs).toEqual([2, 3, 9]);
    expect(notices).toMatchObject([{ code: 'parts_differ_from_total', rows: [4] }]);
  });

  test('below one heading for all of them', async () => {
    const rows: Cell[][] = [
      ['GTIN', 'Menge', null, null],
      [null, 'Januar', 'Februar', 'Gesamt'],
      [GTINS[0]!, 1, 4, 5],
      [GTINS[1]!, 2, 5, 7],
    ];
    expect(await packsOf(rows)).toMatchObject({ packs: [5, 7], read: ['Menge Gesamt'] });
  });
});

describe('parts without a total are added up', () => {
  test.each<string[]>([
    ['Menge Jan', 'Menge Feb'],
    ['Menge 01.2025', 'Menge 02.2025'],
    ['Menge 2025-01', 'Menge 2025-02'],
    ['Menge 202501', 'Menge 202502'],
    ['Menge 01.01.2025', 'Menge 02.01.2025'],
    ['Menge Q1/25', 'Menge Q2/25'],
    ['Menge Dez. 2024', 'Menge Jan. 2025'],
    ['Menge 1. Halbjahr', 'Menge 2. Halbjahr'],
    ['Menge KW 1', 'Menge KW 2'],
    ['Menge Jan-Mär', 'Menge Apr-Jun'],
    ['Menge Monat 1', 'Menge Monat 2'],
    ['Qté 1er trimestre', 'Qté 2e trimestre'],
    ['Quantité août', 'Quantité déc.'],
    ['Quantità gennaio', 'Quantità febbraio'],
    ['Filiale Nord Menge', 'Filiale Süd Menge'],
    ['Menge Apotheke Bern', 'Menge Apotheke Chur'],
    ['Quantité succursale A', 'Quantité succursale B'],
    ['Filiale Nord Menge Jan', 'Filiale Süd Menge Jan'],
  ])('%j and %j', async (...headings) => {
    const { packs, read, notices } = await packsOf(table(headings, [1, 2, 3], [4, 5, 0]));
    expect([packs, read]).toEqual([[5, 7, 3], headings]);
    expect(notices).toEqual([
      { code: 'quantities_summed', params: { headings: headings.join(', '), columns: 2 } },
    ]);
  });

  test('quarters and not their months', async () => {
    const headings = ['Menge Jan', 'Menge Feb', 'Menge Mär', 'Menge Q1', 'Menge Q2'];
    const rows = table(headings, [1, 1, 1], [2, 2, 2], [3, 3, 3], [6, 6, 6], [10, 20, 30]);
    expect(await packsOf(rows)).toMatchObject({ packs: [16, 26, 36], read: ['Menge Q1', 'Menge Q2'] });
  });

  test('where an empty cell is nothing, and an unreadable one is told with its row', async () => {
    const { report, lines } = await readLines(
      xlsxOfRows([
        ['GTIN', 'Menge Jan', 'Menge Feb'],
        [GTINS[0]!, 3, null],
        [GTINS[1]!, 3, 'x'],
        [GTINS[2]!, null, null],
        [GTINS[2]!, 5, -7],
      ]),
    );
    expect(bought(lines)).toEqual([
      [GTINS[0], 3],
      [GTINS[2], -2],
    ]);
    expect(lines.map((line) => line.quantity_read)).toEqual(['3', '-2']);
    expect(report.skipped.rows.map(({ row, reason }) => [row, reason])).toEqual([
      [3, 'quantity_unreadable'],
      [4, 'quantity_missing'],
    ]);
  });

  test('with months numbered below one heading for all of them', async () => {
    const months = Array.from({ length: 12 }, (_, month) => month + 1);
    const rows: Cell[][] = [
      ['GTIN', 'Menge'],
      [null, ...months],
      [GTINS[0]!, ...months.map(() => 2)],
    ];
    const { packs, read } = await packsOf(rows);
    expect([packs, read.length]).toEqual([[24], 12]);
  });

  test('below one heading for all of them, beside an ordered quantity', async () => {
    const rows: Cell[][] = [
      [null, null, 'Menge', null],
      ['GTIN', 'Menge bestellt', 'Januar', 'Februar'],
      [GTINS[0]!, 9, 1, 4],
    ];
    expect((await packsOf(rows)).packs).toEqual([5]);
  });

  test('with months above pairs of packs and values', async () => {
    const rows: Cell[][] = [
      [null, 'Jan', null, 'Feb', null],
      ['GTIN', 'Menge', 'Wert', 'Menge', 'Wert'],
      [GTINS[0]!, 1, 9, 4, 9],
    ];
    expect(await packsOf(rows)).toMatchObject({ packs: [5], read: ['Jan Menge', 'Feb Menge'] });
  });
});

describe('the sender is asked', () => {
  test.each<string[]>([
    ['Menge 2025', 'Menge 2024'],
    ['Menge Jan 2024', 'Menge Jan 2025'],
    ['Menge Bern', 'Menge Chur'],
    ['Menge', 'Menge'],
    ['Filiale Nord 2024 Menge', 'Filiale Nord 2025 Menge'],
    ['Menge Jan', 'Menge Jan'],
    ['Menge Aktion', 'Menge Feb'],
  ])('whether %j or %j is meant', async (...headings) => {
    const rows = table(headings, [1, 2, 3], [4, 5, 0]);
    for (const file of [xlsxOfRows(rows), csv(rows)]) {
      const error = await refusal(file);
      expect(error).toMatchObject({
        code: 'import_several_quantities',
        params: { row: 1, found: `B «${headings[0]}», C «${headings[1]}»` },
      });
      expect(error.sheets![0]!.columns).toEqual([{ field: 'gtin', column: 'A' }]);
    }
  });

  test('not where both hold the same; a row in which they differ is told', async () => {
    const rows = table(['Menge', 'Quantité'], [1, 2, 3], [1, 2, 3]);
    expect(await packsOf(rows)).toMatchObject({ packs: [1, 2, 3], read: ['Menge'] });
  });
});

describe('hidden columns', () => {
  const hiding = (columns: string, rows: Cell[][]) => {
    const cells = rows
      .map(
        (row, r) =>
          `<row r="${r + 1}">${row
            .map((value, c) => {
              const place = `r="${String.fromCharCode(65 + c)}${r + 1}"`;
              return typeof value === 'number'
                ? `<c ${place}><v>${value}</v></c>`
                : `<c ${place} t="inlineStr"><is><t>${value}</t></is></c>`;
            })
            .join('')}</row>`,
      )
      .join('');
    const xml = sheetXml('').replace(
      /<sheetData.*<\/sheetData>|<sheetData\/>/,
      `<cols>${columns}</cols><sheetData>${cells}</sheetData>`,
    );
    return xlsx([{ xml }]);
  };

  test('yield to visible ones, and it is said', async () => {
    const rows = table(['Menge geliefert', 'Menge'], [1, 2, 3], [4, 5, 6]);
    const hidden = '<col min="2" max="2" width="0" hidden="1"/>';
    const { report, lines } = await readLines(hiding(hidden, rows));
    expect(bought(lines).map(([, packs]) => packs)).toEqual([4, 5, 6]);
    expect(report.notices).toEqual([
      { code: 'hidden_columns_left', params: { headings: 'Menge geliefert' } },
    ]);
  });

  test('are read for want of others, and it is said', async () => {
    const rows = table(['Menge'], [1, 2, 3]);
    const { report } = await readLines(hiding('<col min="2" max="16384" hidden="true"></col>', rows));
    expect(report.notices).toEqual([{ code: 'hidden_columns_read', params: { headings: 'Menge' } }]);
  });

  test('are none where the file says that they are shown, or something else', async () => {
    const rows = table(['Menge geliefert', 'Menge'], [1, 2, 3], [4, 5, 6]);
    for (const columns of [
      '<col min="2" max="2" hidden="0"/>',
      '<col min="-9" max="-2" hidden="1"/>',
      '<col hidden="1"/>',
    ])
      expect((await readLines(hiding(columns, rows))).report.columns[1]!.column).toBe('B');
  });

  test('are known in an old workbook too', async () => {
    const sheet = utils.aoa_to_sheet(table(['Menge geliefert', 'Menge'], [1, 2, 3], [4, 5, 6]));
    sheet['!cols'] = [{}, { hidden: true }];
    const book = utils.book_new(sheet, 'Daten');
    const { report } = await readLines(write(book, { bookType: 'biff8', type: 'buffer' }) as Buffer);
    expect(report.columns.map(({ column }) => column)).toEqual(['A', 'C']);
    expect(report.notices[0]!.code).toBe('hidden_columns_left');
  });
});
