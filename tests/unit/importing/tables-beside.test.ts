import { describe, expect, test } from 'vitest';
import { bought, readLines, refusal } from '#tests/support/read-lines.ts';
import { type Cell, xlsxOfRows } from '#tests/support/xlsx-builder.ts';

const [A, B, C, D, E] = [
  '7680005450012',
  '7680006650015',
  '7680093950166',
  '7680147460641',
  '7680147700112',
] as const;

const csv = (rows: Cell[][]) => Buffer.from(rows.map((row) => row.join(';')).join('\n'));

async function read(file: Uint8Array) {
  const { report, lines } = await readLines(file);
  const { skipped, totalRowCount, rowsRead, imported, notices, totalRows } = report;
  expect(rowsRead).toBe(imported + skipped.total + totalRowCount);
  return {
    bought: lines.map(({ row_number, gtin, pharmacode, quantity }) => [
      Number(row_number),
      gtin || pharmacode,
      Number(quantity),
    ]),
    skipped: skipped.rows.map(({ row, reason, values }) => [row, reason, values]),
    totals: totalRows.map(({ row, values }) => [row, values]),
    notices: notices.map(({ code, params }) => [code, params]),
    empty: report.emptyRows,
  };
}

describe('two tables beside each other are read by their own headings, each with its rows', () => {
  const both = [
    [2, A, 1],
    [3, B, 2],
    [4, C, 3],
    [2, D, 4],
    [3, E, 5],
  ];
  const cells: [string, Cell[][], string][] = [
    [
      'with an empty column between',
      [
        ['GTIN', 'Menge', null, 'GTIN', 'Menge'],
        [A, 1, null, D, 4],
        [B, 2, null, E, 5],
        [C, 3, null, null, null],
      ],
      'D «GTIN», E «Menge»',
    ],
    [
      'with none, and a name in front of the code',
      [
        ['Bezeichnung', 'GTIN', 'Menge', 'Bezeichnung', 'GTIN', 'Menge'],
        ['Salbe', A, 1, 'Gel', D, 4],
        ['Salbe', B, 2, 'Gel', E, 5],
        ['Salbe', C, 3, null, null, null],
      ],
      'D «Bezeichnung», E «GTIN», F «Menge»',
    ],
    [
      'in another order of columns',
      [
        ['GTIN', 'Menge', null, 'Menge', 'GTIN'],
        [A, 1, null, 4, D],
        [B, 2, null, 5, E],
        [C, 3, null, null, null],
      ],
      'D «Menge», E «GTIN»',
    ],
    [
      'in other words',
      [
        ['GTIN', 'Menge', null, 'EAN', 'Anzahl'],
        [A, 1, null, D, 4],
        [B, 2, null, E, 5],
        [C, 3, null, null, null],
      ],
      'D «EAN», E «Anzahl»',
    ],
  ];

  test.each(cells)('%s', async (_how, rows, columns) => {
    for (const file of [xlsxOfRows(rows), csv(rows)]) {
      const found = await read(file);
      expect(found.bought).toEqual(both);
      expect(found.skipped).toEqual([]);
      expect(found.notices).toEqual([['table_beside', { columns }]]);
    }
  });

  test('where the second one is the longer one', async () => {
    const rows: Cell[][] = [
      ['GTIN', 'Menge', null, 'GTIN', 'Menge'],
      [A, 1, null, B, 2],
      [null, null, null, C, 3],
      [null, null, null, D, 4],
    ];
    const found = await read(xlsxOfRows(rows));
    expect(found.bought).toEqual([
      [2, A, 1],
      [2, B, 2],
      [3, C, 3],
      [4, D, 4],
    ]);
    expect(found.empty).toBe(0);
  });

  test('three of them', async () => {
    const rows: Cell[][] = [
      ['GTIN', 'Menge', 'GTIN', 'Menge', 'GTIN', 'Menge'],
      [A, 1, B, 2, C, 3],
    ];
    expect((await read(xlsxOfRows(rows))).bought.map(([, , packs]) => packs)).toEqual([1, 2, 3]);
  });

  test('totals, unreadable rows and empty ones are those of their own table', async () => {
    const rows: Cell[][] = [
      ['GTIN', 'Menge', null, 'GTIN', 'Menge'],
      [A, 1, null, D, 'x'],
      ['Total', 1, null, null, null],
      [null, null, null, E, 5],
      [null, null, null, 'Total', 5],
    ];
    const found = await read(xlsxOfRows(rows));
    expect(found.bought).toEqual([
      [2, A, 1],
      [4, E, 5],
    ]);
    expect(found.skipped).toEqual([[2, 'quantity_unreadable', [D, 'x']]]);
    expect(found.totals).toEqual([
      [3, ['Total', '1']],
      [5, ['Total', '5']],
    ]);
    expect(found.empty).toBe(1);
  });

  test('rows of headings further below are followed on either side', async () => {
    const rows: Cell[][] = [
      ['GTIN', 'Menge', 'Ort', null, 'GTIN', 'Menge', 'Ort'],
      [A, 1, 'Bern', null, B, 2, 'Bern'],
      ['GTIN', 'Ort', 'Menge', null, 'GTIN', 'Menge', 'Ort'],
      [C, 'Bern', 3, null, D, 4, 'Bern'],
    ];
    const found = await read(xlsxOfRows(rows));
    expect(found.bought).toEqual([
      [2, A, 1],
      [4, C, 3],
      [2, B, 2],
      [4, D, 4],
    ]);
  });

  test('a row of a text that is shifted in the second one is reported for both', async () => {
    const rows: Cell[][] = [
      ['Bezeichnung', 'GTIN', 'Menge', 'Bezeichnung', 'GTIN', 'Menge'],
      ...[A, B, C].map((gtin) => ['Salbe', gtin, 1, 'Gel', D, 4]),
      ['Salbe', A, 1, 'Gel; 20 g', D, 4],
    ];
    const found = await read(csv(rows));
    expect(found.bought).toHaveLength(6);
    expect(found.skipped.map(([row, reason]) => [row, reason])).toEqual([
      [5, 'row_shifted'],
      [5, 'identifier_unreadable'],
    ]);
  });
});

describe('tables beside each other are refused', () => {
  test.each<[string, Cell[][]]>([
    ['delivered and ordered', [['GTIN', 'Menge geliefert', null, 'GTIN', 'Menge bestellt']]],
    [
      'two years, above',
      [
        ['2025', null, null, '2024', null],
        ['GTIN', 'Menge', null, 'GTIN', 'Menge'],
      ],
    ],
    ['two years', [['GTIN', 'Menge 2025', null, 'GTIN', 'Menge 2024']]],
    ['delivered and packs', [['GTIN', 'Menge geliefert', null, 'GTIN', 'Menge']]],
    ['purchases and sales', [['GTIN', 'Bezug', null, 'GTIN', 'Absatz']]],
    ['of other places', [['GTIN Bern', 'Menge', null, 'GTIN Chur', 'Menge']]],
    ['a word that says more', [['GTIN', 'Menge', 'Ersatz für', 'GTIN', 'Menge']]],
    [
      'words above',
      [
        ['Galexis', null, null, 'Voigt', null],
        ['GTIN', 'Menge', null, 'GTIN', 'Menge'],
      ],
    ],
    [
      'words above the second one',
      [['x', null, null, 'Retouren'], [], ['GTIN', 'Menge', null, 'GTIN', 'Menge']],
    ],
  ])('that may mean something else: %s', async (_what, headings) => {
    const rows: Cell[][] = [...headings, [A, 1, null, D, 4], [B, 2, null, E, 5]];
    expect((await refusal(xlsxOfRows(rows))).code).toBe('import_tables_side_by_side');
  });
});

test.each<[string, Cell[][]]>([
  [
    'below those of the table',
    [
      ['GTIN', 'Menge', null, null, null],
      [A, 1, null, 'GTIN', 'Menge'],
      [B, 2, null, D, 4],
    ],
  ],
  [
    'above them',
    [
      ['GTIN', 'Menge', null, null, null],
      [A, 1, null, 'GTIN', 'Menge'],
      [null, null, null, D, 4],
      [null, null, null, E, 4],
    ],
  ],
])('a table that begins in a row of another one is refused: %s', async (_where, rows) => {
  expect((await refusal(xlsxOfRows(rows))).code).toBe('import_tables_side_by_side');
});

test('more than fifty columns of codes are no tables', async () => {
  const pairs = Array.from({ length: 60 }, (_, i) => [[A, B, C, D, E][i % 5]!, i + 1]);
  const rows: Cell[][] = [pairs.flatMap(() => ['GTIN', 'Menge']), pairs.flat()];
  expect((await refusal(xlsxOfRows(rows))).code).toBe('import_several_quantities');
});

describe('codes beside the table are left alone, and it is said', () => {
  test.each<[string, Cell[]]>([
    ['of returns', ['GTIN', 'Menge', null, 'GTIN', 'Retouren']],
    ['of last year', ['GTIN', 'Menge', null, 'GTIN', 'Menge Vorjahr']],
  ])('%s', async (_what, headings) => {
    const rows: Cell[][] = [headings, [A, 1, null, D, 4], [null, null, null, E, 5], [null, null, null, C, 6]];
    const found = await read(xlsxOfRows(rows));
    expect(found.bought).toEqual([[2, A, 1]]);
    expect(found.skipped.map(([row, reason]) => [row, reason])).toEqual([
      [3, 'identifier_missing'],
      [4, 'identifier_missing'],
    ]);
    expect(found.notices).toEqual([['codes_beside_left', { columns: 'D «GTIN»' }]]);
  });

  test('of last year, as a title says', async () => {
    const rows: Cell[][] = [
      ['Dieses Jahr', null, null, 'Vorjahr', null],
      ['GTIN', 'Menge', null, 'GTIN', 'Menge'],
      [A, 1, null, D, 4],
      [B, 2, null, E, 5],
    ];
    const found = await read(xlsxOfRows(rows));
    expect(found.bought).toEqual([
      [3, A, 1],
      [4, B, 2],
    ]);
    expect(found.notices).toEqual([['codes_beside_left', { columns: 'D «Vorjahr GTIN»' }]]);
  });

  test('where the first table is none of packs', async () => {
    const rows: Cell[][] = [
      ['GTIN', 'Retouren', null, 'GTIN', 'Menge'],
      [A, 1, null, D, 4],
      [B, 2, null, null, null],
    ];
    expect((await read(xlsxOfRows(rows))).bought).toEqual([[2, D, 4]]);
  });

  test('but not where they are the same in each row', async () => {
    const rows: Cell[][] = [
      ['EAN', 'Menge', null, 'GTIN', 'Ort'],
      [A, 1, null, A, 'Bern'],
      [null, 2, null, B, 'Bern'],
    ];
    const { lines, report } = await readLines(xlsxOfRows(rows));
    expect([bought(lines), report.notices]).toEqual([
      [
        [A, 1],
        [B, 2],
      ],
      [],
    ]);
  });
});

test('tables beside each other below another one are reported row by row', async () => {
  const rows: Cell[][] = [
    ['GTIN', 'Artikel', 'Menge'],
    [A, 'Salbe', 1],
    [],
    ['GTIN', 'Menge', null, 'GTIN', 'Menge'],
    [B, 2, null, C, 3],
  ];
  const found = await read(xlsxOfRows(rows));
  expect(found.bought).toEqual([[2, A, 1]]);
  expect(found.skipped.map(([row, reason]) => [row, reason])).toEqual([
    [4, 'other_table'],
    [5, 'other_table'],
  ]);
});
