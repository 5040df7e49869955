import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { importLines } from '#server/statistics/lines/import-lines.ts';
import { bought, readLines, refusal } from '#tests/support/read-lines.ts';
import { type Cell, xlsx, xlsxOfRows } from '#tests/support/xlsx-builder.ts';

const folder = mkdtempSync(join(tmpdir(), 'tables-'));
afterAll(() => rmSync(folder, { recursive: true }));

const GTINS = ['7680546372163', '7680578990021', '7680361190393'];
const LINES: Cell[][] = GTINS.map((gtin, i) => [gtin, i + 1]);
const BOUGHT = GTINS.map((gtin, i) => [gtin, i + 1]);

describe('the heading row', () => {
  test.each([1, 2, 6, 50])('is found in row %d', async (row) => {
    const above: Cell[][] = Array.from({ length: row - 1 }, (_, i) => (i % 2 ? ['Statistik', '2025'] : []));
    const { report, lines } = await readLines(xlsxOfRows([...above, ['GTIN', 'Menge'], ...LINES]));
    expect(report.headingRow).toBe(row);
    expect(bought(lines)).toEqual(BOUGHT);
  });

  test('is not looked for below row 50', async () => {
    const above: Cell[][] = Array.from({ length: 50 }, () => ['x']);
    expect((await refusal(xlsxOfRows([...above, ['GTIN', 'Menge'], ...LINES]))).code).toBe(
      'import_no_heading',
    );
  });

  test('is not the title that names the words', async () => {
    const rows: Cell[][] = [
      ['Bezüge mit GTIN und Menge', null],
      ['GTIN', 'Menge', 'Erklärung'],
      ['Artikelcode', 'Anzahl Packungen'],
      [],
      ['EAN', 'Bezugsmenge'],
      ...LINES,
    ];
    const { report } = await readLines(xlsxOfRows(rows));
    expect([report.headingRow, report.imported]).toEqual([5, 3]);
  });

  test('may stand in two rows, with a group above', async () => {
    const rows: Cell[][] = [
      ['Code', 'Artikel', 'Menge', null],
      ['EAN', 'Text', 'fakturiert', 'geliefert'],
      [GTINS[0]!, 'Accupaque', 4, 5],
    ];
    const { report, lines } = await readLines(xlsxOfRows(rows));
    expect(bought(lines)).toEqual([[GTINS[0], 5]]);
    expect(report.notices.map((n) => n.code)).toEqual(['delivered_over_invoiced']);
  });

  test.each<[string, Cell[], Cell[], number, string[]]>([
    [
      'what was ordered and delivered',
      ['Menge', null],
      ['bestellt', 'geliefert'],
      5,
      ['several_quantity_columns'],
    ],
    ['last year and this one', ['Menge', null], ['Vorjahr', 'aktuell'], 5, []],
    ['a value and packs', ['Bezug', null], ['CHF', 'Packungen'], 5, []],
  ])('may have two rows below a code in the first: %s', async (_name, group, below, packs, notices) => {
    const rows: Cell[][] = [
      ['GTIN', 'Artikel', ...group, 'Hersteller'],
      [null, null, ...below, null],
      [GTINS[0]!, 'Accupaque', 4, 5, 'GE'],
    ];
    const { report, lines } = await readLines(xlsxOfRows(rows));
    expect(bought(lines)).toEqual([[GTINS[0], packs]]);
    expect([report.headingRow, report.skipped.total]).toEqual([2, 0]);
    expect(report.notices.map((n) => n.code)).toEqual(notices);
  });

  test.each([
    ['Summe von Menge', 'Spaltenbeschriftungen', ['Jan', 'Feb', 'Gesamtergebnis']],
    ['Somme de Quantité', 'Étiquettes de colonnes', ['janv.', 'févr.', 'Total général']],
    ['Somma di Quantità', 'Mese', ['gen', 'feb', 'Totale complessivo']],
    ['Sum of Qty', 'Branch', ['Bern', 'Thun', 'Grand Total']],
  ])('of a pivot table has what it sums up above its codes: %s', async (caption, field, [one, two, all]) => {
    const rows = (top: string): Cell[][] => [
      ['Jahr', '2025'],
      [],
      [top, null, field],
      ['GTIN', 'Artikel', one!, two!, all!],
      [GTINS[0]!, 'Accupaque', 4, 5, 9],
      [GTINS[1]!, 'Aspirin', null, 2, 2],
      [all!, null, 4, 7, 11],
    ];
    const { report, lines } = await readLines(xlsxOfRows(rows(caption)));
    expect(bought(lines)).toEqual([
      [GTINS[0], 9],
      [GTINS[1], 2],
    ]);
    expect([report.headingRow, report.totalRowCount]).toEqual([4, 1]);
    expect((await refusal(xlsxOfRows(rows('Anzahl von Menge')))).code).toBe('import_no_quantity_heading');
  });

  test.each([
    ['years', ['2024', '2025']],
    ['years as numbers', [2024, 2025]],
  ])('with %s in a second row asks which one counts', async (_name, years) => {
    const rows: Cell[][] = [
      ['GTIN', 'Artikel', 'Menge', null, 'Hersteller'],
      [null, null, ...years, null],
      [GTINS[0]!, 'Accupaque', 4, 5, 'GE'],
    ];
    expect(await refusal(xlsxOfRows(rows))).toMatchObject({
      code: 'import_several_quantities',
      params: { row: 2, found: 'C «Menge 2024», D «Menge 2025»' },
    });
  });

  test('is one row where a total stands right below it', async () => {
    const rows: Cell[][] = [
      ['GTIN', 'Menge', null],
      ['Total', 9, 9],
      [GTINS[0]!, 4, null],
      [GTINS[1]!, 5, null],
    ];
    const { report, lines } = await readLines(xlsxOfRows(rows));
    expect(bought(lines)).toEqual([
      [GTINS[0], 4],
      [GTINS[1], 5],
    ]);
    expect([report.headingRow, report.totalRowCount]).toEqual([1, 1]);
  });

  test('names where each column stands', async () => {
    const rows: Cell[][] = [
      [
        null,
        'Ph-Code',
        'Artikel\nEAN',
        'Bezeichnung',
        'Hersteller',
        'FAP',
        'Publikumspreis',
        'Bezogene Menge',
      ],
      [null, 607699, GTINS[0]!, 'Accupaque', 'GE', 1.5, '2.50', 3],
    ];
    const { report, lines } = await readLines(xlsxOfRows(rows));
    expect(report.columns).toEqual([
      { field: 'pharmacode', column: 'B', heading: 'Ph-Code' },
      { field: 'gtin', column: 'C', heading: 'Artikel EAN' },
      { field: 'description', column: 'D', heading: 'Bezeichnung' },
      { field: 'manufacturer', column: 'E', heading: 'Hersteller' },
      { field: 'exFactoryPrice', column: 'F', heading: 'FAP' },
      { field: 'publicPrice', column: 'G', heading: 'Publikumspreis' },
      { field: 'quantity', column: 'H', heading: 'Bezogene Menge' },
    ]);
    expect(lines).toEqual([
      {
        row_number: '2',
        gtin_read: GTINS[0],
        pharmacode_read: '607699',
        quantity_read: '3',
        description_read: 'Accupaque',
        manufacturer_read: 'GE',
        ex_factory_price_read: '1.5',
        public_price_read: '2.50',
        gtin: GTINS[0],
        pharmacode: '0607699',
        quantity: '3',
      },
    ]);
  });
});

describe('the sheet', () => {
  test('with the data wins over a legend that has the same headings', async () => {
    const legend: Cell[][] = [
      ['GTIN', 'Menge'],
      ['13-stelliger Code', 'Anzahl Packungen'],
    ];
    const { report } = await readLines(
      xlsx([
        { name: 'Legende', rows: legend },
        { name: 'Daten', rows: [['EAN', 'Anzahl'], ...LINES] },
      ]),
    );
    expect([report.sheet, report.imported, report.notices]).toEqual(['Daten', 3, []]);
  });

  test('is named with the others when several hold a statistic', async () => {
    const rows = [['GTIN', 'Menge'], ...LINES];
    const { report } = await readLines(
      xlsx([
        { name: 'Januar', rows },
        { name: 'Februar', rows },
        { name: 'März', rows },
      ]),
    );
    expect(report.sheet).toBe('Januar');
    expect(report.notices).toEqual([
      { code: 'several_sheets', params: { sheet: 'Januar', others: 'Februar, März' } },
    ]);
  });

  test('that is visible wins over a hidden one, which is read when it is the only one', async () => {
    const rows = [['GTIN', 'Menge'], ...LINES];
    const hidden = { name: 'Versteckt', rows, state: 'hidden' };
    expect((await readLines(xlsx([hidden, { name: 'Daten', rows }]))).report.sheet).toBe('Daten');
    const short = { name: 'Daten', rows: rows.slice(0, 2) };
    expect((await readLines(xlsx([hidden, short]))).report.sheet).toBe('Daten');
    const { report } = await readLines(xlsx([hidden]));
    expect(report.notices).toEqual([{ code: 'hidden_sheet_read', params: { sheet: 'Versteckt' } }]);
  });
});

describe('quantity columns', () => {
  test('delivered counts where delivered and invoiced stand side by side', async () => {
    const rows: Cell[][] = [
      ['GTIN', 'Fakturierte Menge', 'Gelieferte Menge'],
      [GTINS[0]!, 10, 12],
    ];
    const { report, lines } = await readLines(xlsxOfRows(rows));
    expect(bought(lines)).toEqual([[GTINS[0], 12]]);
    expect(report.notices).toEqual([
      {
        code: 'delivered_over_invoiced',
        params: { heading: 'Gelieferte Menge', others: 'Fakturierte Menge' },
      },
    ]);
  });

  test('what is left after returns counts where it stands beside what is before them', async () => {
    const rows: Cell[][] = [
      ['GTIN', 'Menge brutto', 'Retouren', 'Menge netto'],
      [GTINS[0]!, 10, 3, 7],
    ];
    const { report, lines } = await readLines(xlsxOfRows(rows));
    expect(bought(lines)).toEqual([[GTINS[0], 7]]);
    expect(report.notices).toEqual([
      { code: 'several_quantity_columns', params: { heading: 'Menge netto', others: 'Menge brutto' } },
    ]);
  });

  test('the better one of several counts, and the user is told', async () => {
    const rows: Cell[][] = [
      ['GTIN', 'Anzahl', 'Menge', 'Menge', 'Anzahl Packungen'],
      [GTINS[0]!, 9, 9, 9, 4],
    ];
    const { report, lines } = await readLines(xlsxOfRows(rows));
    expect(bought(lines)).toEqual([[GTINS[0], 4]]);
    expect(report.notices).toEqual([
      {
        code: 'several_quantity_columns',
        params: { heading: 'Anzahl Packungen', others: 'Menge (C), Menge (D), Anzahl' },
      },
    ]);
  });
});

describe('a pivot table of Excel', () => {
  test.each(['Zeilenbeschriftungen', 'Étiquettes de lignes', 'Etichette di riga', 'Row Labels'])(
    'has its codes below %j',
    async (labels) => {
      const rows: Cell[][] = [
        [labels, 'Summe von Menge'],
        [GTINS[0]!, 4],
        [GTINS[1]!, 5],
        ['Gesamtergebnis', 9],
      ];
      const { lines } = await readLines(xlsxOfRows(rows));
      expect(bought(lines)).toEqual([
        [GTINS[0], 4],
        [GTINS[1], 5],
      ]);
    },
  );

  test('has none where other words stand below', async () => {
    const rows: Cell[][] = [
      ['Zeilenbeschriftungen', 'Summe von Menge'],
      ['Apotheke am Bach', 4],
    ];
    expect((await refusal(xlsxOfRows(rows))).code).toBe('import_no_identifier_heading');
  });
});

describe('columns that may be of packs', () => {
  test.each([
    ...['Verbrauch', 'VERBRAUCH 2025', 'OP', 'Originalpackungen', 'Consommation', 'Consumo'],
    ...['Emb.', 'Verkäufe', 'Ventes 2025', 'Vendite', 'Sales'],
  ])('%j is read where nothing else says that it is', async (heading) => {
    const rows: Cell[][] = [
      ['Global Trade Item Number', 'Artikel', heading],
      [GTINS[0]!, 'Accupaque', 4],
    ];
    const { report, lines } = await readLines(xlsxOfRows(rows));
    expect(bought(lines)).toEqual([[GTINS[0], 4]]);
    expect(report.notices).toEqual([]);
  });

  test('are read of no file in which another one says that it is, on whatever sheet', async () => {
    const { report, lines } = await readLines(
      xlsx([
        {
          name: 'Verbrauch',
          rows: [
            ['GTIN', 'Artikel', 'Pharmacode', 'Verbrauch'],
            [GTINS[0]!, 'A', 1, 9],
          ],
        },
        {
          name: 'Bezug',
          rows: [
            ['GTIN', 'OP', 'Bestellmenge'],
            [GTINS[1]!, 30, 4],
          ],
        },
      ]),
    );
    expect([report.sheet, bought(lines)]).toEqual(['Bezug', [[GTINS[1], 4]]]);
    expect(report.notices).toEqual([]);
  });

  test('of a pack’s size and what is used of it the latter is read', async () => {
    const rows: Cell[][] = [
      ['GTIN', 'OP', 'Verbrauch'],
      [GTINS[0]!, 30, 4],
    ];
    expect(bought((await readLines(xlsxOfRows(rows))).lines)).toEqual([[GTINS[0], 4]]);
  });

  test.each([
    [
      'stand over several',
      [
        ['GTIN', 'Verbrauch', null],
        [null, 'Januar', 'Februar'],
        [GTINS[0]!, 4, 5],
      ],
    ],
    [
      'say more',
      [
        ['GTIN', 'Verbrauch CHF', 'Ø Verbrauch', 'Stk/OP'],
        [GTINS[0]!, 4, 5, 6],
      ],
    ],
    [
      'have nothing below',
      [
        ['GTIN', 'Verbrauch'],
        [GTINS[0]!, 'viel'],
      ],
    ],
  ] satisfies [string, Cell[][]][])('are chosen by hand where they %s', async (_name, rows) => {
    expect((await refusal(xlsxOfRows(rows))).code).toBe('import_no_quantity_heading');
  });
});

test('of two columns of codes the one that holds codes is read', async () => {
  const rows: Cell[][] = [
    ['GTIN', 'EAN-Code', 'Menge'],
    ['intern', GTINS[0]!, 10],
    [null, GTINS[1]!, 12],
  ];
  const { lines } = await readLines(xlsxOfRows(rows));
  expect(bought(lines)).toEqual([
    [GTINS[0], 10],
    [GTINS[1], 12],
  ]);
});

describe('without headings', () => {
  test('the error names what was looked for and shows the first rows', async () => {
    const error = await refusal(xlsxOfRows([['a', 'b'], [1, 2], [], [null, 'c']]));
    expect(error.code).toBe('import_no_heading');
    expect(error.params.identifierHeadings).toContain('GTIN');
    expect(error.params.quantityHeadings).toContain('Quantité');
    expect(error.sheets).toEqual([
      {
        sheet: 'Sheet1',
        rows: [
          { row: 1, values: ['a', 'b'] },
          { row: 2, values: ['1', '2'] },
          { row: 4, values: ['', 'c'] },
        ],
        headingRow: 0,
        columns: [],
      },
    ]);
  });

  test('for the quantity, the error says what was found where', async () => {
    const error = await refusal(
      xlsxOfRows([['Liste'], ['Pharmacode', 'Artikel', 'Datum'], [607699, 'x', 1]]),
    );
    expect(error.code).toBe('import_no_quantity_heading');
    expect(error.params).toMatchObject({ sheet: 'Sheet1', row: 2, found: 'A «Pharmacode», B «Artikel»' });
    expect(error.sheets).toMatchObject([
      {
        rows: [{ row: 1 }, { row: 2, values: ['Pharmacode', 'Artikel', 'Datum'] }, { row: 3 }],
        headingRow: 2,
        columns: [
          { field: 'pharmacode', column: 'A' },
          { field: 'description', column: 'B' },
        ],
      },
    ]);
  });

  test('for the article code, the error says so', async () => {
    const error = await refusal(
      xlsxOfRows([
        ['Artikel', 'Menge'],
        ['x', 1],
      ]),
    );
    expect([error.code, error.params.row]).toEqual(['import_no_identifier_heading', 1]);
  });

  test('the row above the first code is guessed, and what the code is', async () => {
    const error = await refusal(
      xlsxOfRows([
        ['Rapport 2025'],
        [],
        ['Réf.', 'Nb.', 'Quoi'],
        [2, GTINS[0]!, 'Produkt A'],
        [12345, GTINS[1]!, 'x'],
      ]),
    );
    expect(error.sheets).toMatchObject([{ headingRow: 3, columns: [{ field: 'gtin', column: 'B' }] }]);
  });

  test('a number of five to seven digits is guessed to be a Pharmacode, a shorter one is not', async () => {
    const error = await refusal(
      xlsx([
        { name: 'Leer', rows: [] },
        { name: 'B', rows: [[3, 607699]] },
      ]),
    );
    expect(error.sheets).toMatchObject([
      { sheet: 'B', headingRow: 0, columns: [{ field: 'pharmacode', column: 'B' }] },
    ]);
  });

  test('an empty workbook is said to be one', async () => {
    const error = await refusal(
      xlsx([
        { name: 'A', rows: [] },
        { name: 'B', rows: [[], []] },
      ]),
    );
    expect([error.code, error.sheets]).toEqual(['import_workbook_empty', undefined]);
  });
});

describe('with headings but nothing to import', () => {
  test('no rows below', async () => {
    const error = await refusal(xlsx([{ name: 'Leer', rows: [['GTIN', 'Menge']] }]));
    expect([error.code, error.params]).toEqual(['import_no_rows', { sheet: 'Leer', row: 1 }]);
  });

  test('no readable row below', async () => {
    const error = await refusal(
      xlsxOfRows([
        ['GTIN', 'Menge'],
        ['x', 1],
        [GTINS[0]!, 'y'],
      ]),
    );
    expect([error.code, error.params]).toEqual([
      'import_nothing_readable',
      { sheet: expect.any(String), rowsRead: 2, reason: 'identifier_unreadable', reasonRows: 1 },
    ]);
    expect(error.sheets).toMatchObject([
      {
        rows: [{ row: 1 }, { row: 2, values: ['x', '1'] }, { row: 3, values: [GTINS[0], 'y'] }],
        headingRow: 1,
        columns: [
          { field: 'gtin', column: 'A' },
          { field: 'quantity', column: 'B' },
        ],
      },
    ]);
  });
});

test('a quantity in the last of 16,384 columns is read, of a workbook and of a text', async () => {
  const days = Array.from({ length: 16_382 }, (_, i) => `Tag ${i + 1}`);
  const rows = [
    ['GTIN', ...days, 'Menge'],
    ...Array.from({ length: 20 }, (_, i) => [GTINS[0]!, ...days.map(() => 1), i + 1]),
  ];
  const shown: unknown[] = [];
  await importLines(xlsxOfRows(rows), join(folder, 'lines.csv'), {
    onPreview: ({ headings, rows }) => shown.push(headings.length, headings.at(-1), rows[0]!.at(-1)),
  });
  // The first thousand columns and the last ten.
  expect(shown).toEqual([1010, { column: 'XFD', heading: 'Menge' }, '1']);
  for (const file of [xlsxOfRows(rows), Buffer.from(rows.map((row) => row.join(';')).join('\n'))]) {
    const { report, lines } = await readLines(file);
    expect(report.columns).toEqual([
      { field: 'gtin', column: 'A', heading: 'GTIN' },
      { field: 'quantity', column: 'XFD', heading: 'Menge' },
    ]);
    expect(bought(lines).map(([, packs]) => packs)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  }
});
