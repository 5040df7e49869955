import { describe, expect, test } from 'vitest';
import { LISTED_ROWS } from '#shared/read-report.ts';
import { bought, readLines } from '#tests/support/read-lines.ts';
import { type Cell, rowsXml, xlsxOfRows, xlsxOfSheetData } from '#tests/support/xlsx-builder.ts';

const GTIN = '7680546372163';
const HEADING: Cell[] = ['GTIN', 'Pharmacode', 'Menge', 'Artikel'];

async function readBelow(rows: Cell[][]) {
  const reading = await readLines(xlsxOfRows([HEADING, ...rows]));
  const { report } = reading;
  expect(report.rowsRead).toBe(report.imported + report.skipped.total + report.totalRowCount);
  expect(report.skipped.total).toBe(Object.values(report.skipped.byReason).reduce((a, b) => a + b));
  expect(reading.lines).toHaveLength(report.imported);
  return reading;
}

describe('a row is skipped and reported with its number, reason and values', () => {
  test.each<[string, Cell[], string]>([
    ['no code', [null, null, 5, 'Accupaque'], 'identifier_missing'],
    ['a code that is none', ['abc', null, 5], 'identifier_unreadable'],
    ['a code of eight digits', ['12345678', null, 5], 'identifier_unreadable'],
    ['the GTIN of a case', ['17680546372160', null, 5], 'gtin_of_case'],
    ['a GTIN with a wrong check digit', ['7680546372164', null, 5], 'gtin_check_digit'],
    ['a GTIN that lost digits', ['7.68055E+12', null, 5], 'gtin_digits_lost'],
    ['no quantity', [GTIN, null, null, 'Accupaque'], 'quantity_missing'],
    ['a quantity in words', [GTIN, null, 'fünf'], 'quantity_unreadable'],
    ['half a pack', [GTIN, null, 0.5], 'quantity_not_whole'],
    ['a quantity of two meanings', [GTIN, null, '1.000'], 'quantity_ambiguous'],
    ['more packs than there are', [GTIN, null, 2e9], 'quantity_out_of_range'],
    ['the heading again', HEADING, 'heading_repeated'],
  ])('%s', async (_name, row, reason) => {
    const { report } = await readBelow([[GTIN, null, 1], row]);
    const values = row.filter((cell) => cell !== null).map(String);
    expect(report.skipped.rows).toEqual([{ row: 3, reason, values }]);
    expect(report.skipped.byReason).toMatchObject({ [reason]: 1 });
  });

  test('the first thousand are listed, all are counted', async () => {
    const rows: Cell[][] = Array.from({ length: 1500 }, () => ['x', null, 1]);
    const { report } = await readBelow([[GTIN, null, 1], ...rows]);
    expect(report.skipped.total).toBe(1500);
    expect(report.skipped.rows).toHaveLength(LISTED_ROWS);
  });

  test('long values are shortened', async () => {
    const { report } = await readBelow([
      [GTIN, null, 1],
      ['x'.repeat(5000), null, 1],
    ]);
    expect(report.skipped.rows[0]!.values[0]).toHaveLength(120);
  });
});

describe('identifiers', () => {
  test('both are kept when both are good', async () => {
    const { lines } = await readBelow([[GTIN, 607699, 5]]);
    expect([lines[0]!.gtin, lines[0]!.pharmacode]).toEqual([GTIN, '0607699']);
  });

  test('a bad GTIN gives way to a good Pharmacode, with a notice', async () => {
    const { report, lines } = await readBelow([
      ['7680546372164', 607699, 5],
      ['n/a', 607699, 6],
    ]);
    expect(bought(lines)).toEqual([
      ['0607699', 5],
      ['0607699', 6],
    ]);
    expect(report.notices).toEqual([
      { code: 'gtin_invalid_used_pharmacode', params: {}, row: 2, rows: [2, 3], count: 2 },
    ]);
    expect(lines[0]!.gtin_read).toBe('7680546372164');
  });

  test('each is known by its shape in the column of the other, with a notice', async () => {
    const { report, lines } = await readBelow([
      [607699, null, 1],
      [null, GTIN, 2],
      [607699, GTIN, 3],
    ]);
    expect(lines.map((l) => [l.gtin, l.pharmacode])).toEqual([
      ['', '0607699'],
      [GTIN, ''],
      [GTIN, '0607699'],
    ]);
    expect(report.notices.map((n) => [n.code, n.rows])).toEqual([
      ['pharmacode_in_gtin_column', [2, 4]],
      ['gtin_in_pharmacode_column', [3, 4]],
    ]);
  });

  test('zero is no Pharmacode', async () => {
    const { report } = await readBelow([
      [GTIN, 0, 1],
      [0, 0, 1],
    ]);
    expect(report.skipped.rows.map((r) => [r.row, r.reason])).toEqual([[3, 'identifier_missing']]);
  });
});

describe('rows with a code that sum up those above', () => {
  const other = '7680546372248';
  /** The quantities that are counted, the rows that are not, and what is said of them. */
  async function summed(headings: Cell[], rows: Cell[][]) {
    const { report, lines } = await readLines(xlsxOfRows([headings, ...rows]));
    return {
      packs: lines.map((line) => Number(line.quantity)),
      totals: report.totalRows.map(({ row, label }) => [row, label]),
      notices: report.notices.map(({ code, rows }) => [code, rows]),
    };
  }
  const headings = ['GTIN', 'Artikel', 'Monat', 'Menge'];

  test.each([
    ['Ergebnis', 'Accupaque'],
    ['Summe', 'Accupaque'],
    ['Résultat', 'Accupaque'],
    ['Totale', 'Accupaque'],
    [null, 'Summe Accupaque'],
    [null, 'Total Accupaque 300'],
    [null, 'Accupaque 300 Ergebnis'],
    [null, `Somma ${GTIN}`],
    ['Jan. Ergebnis', 'Accupaque'],
    ['Ergebnis Januar 2025', 'Accupaque'],
  ])('are no purchases where they say so by %j, %j', async (month, article) => {
    const read = await summed(headings, [
      [GTIN, 'Accupaque 300', 'Januar', 2],
      [GTIN, 'Accupaque 300', 'Februar', 3],
      [GTIN, article, month, 5],
      [other, 'Total Blue', 'Januar', 1],
    ]);
    expect(read).toEqual({
      packs: [2, 3, 1],
      totals: [[4, month ?? article]],
      notices: [['result_rows', [4]]],
    });
  });

  test('count where what they say is no sum of them, with a notice', async () => {
    const read = await summed(headings, [
      [GTIN, 'Accupaque', 'Januar', 2],
      [GTIN, 'Accupaque', 'Februar', 3],
      [GTIN, 'Accupaque', 'Ergebnis', 6],
      [other, 'Colgate Total', 'Januar', 5],
      [other, 'Colgate Total', 'Februar', 5],
    ]);
    expect(read).toEqual({ packs: [2, 3, 6, 5, 5], totals: [], notices: [['total_with_code', [4]]] });
  });

  test('may sum up sums', async () => {
    const read = await summed(headings, [
      [GTIN, 'Accupaque', 'Januar', 2],
      [GTIN, 'Accupaque', 'Ergebnis', 2],
      [GTIN, 'Accupaque', 'Februar', 3],
      [GTIN, 'Accupaque', 'März', 4],
      [GTIN, 'Accupaque', 'Ergebnis', 7],
      [GTIN, 'Accupaque', 'Gesamtergebnis', 9],
    ]);
    expect(read.packs).toEqual([2, 3, 4]);
    expect(read.totals.map(([row]) => row)).toEqual([3, 6, 7]);
  });

  test('and do not say so are no purchases where all end so and lack the day', async () => {
    const read = await summed(headings, [
      [GTIN, 'Accupaque', 'Januar', 2],
      [GTIN, 'Accupaque', 'Februar', 3],
      [GTIN, 'Accupaque', null, 5],
      [other, 'Aspirin', 'Januar', 4],
      [other, 'Aspirin', null, 4],
    ]);
    expect(read).toEqual({
      packs: [2, 3, 4],
      totals: [
        [4, ''],
        [6, ''],
      ],
      notices: [['result_rows_unlabelled', [4, 6]]],
    });
  });

  test.each<[string, Cell]>([
    ['have a day', 'März'],
    ['are followed by an article that ends otherwise', null],
  ])('and do not say so count where they %s, with a notice', async (_name, month) => {
    const read = await summed(headings, [
      [GTIN, 'Accupaque', 'Januar', 2],
      [GTIN, 'Accupaque', 'Februar', 3],
      [GTIN, 'Accupaque', month, 5],
      [other, 'Aspirin', 'Januar', 4],
      [other, 'Aspirin', month, month === null ? 5 : 4],
    ]);
    expect(read.totals).toEqual([]);
    expect(read.notices).toEqual([['rows_equal_sum', month === null ? [4] : [4, 6]]]);
  });

  test('are no purchases where all articles begin so and lack the day', async () => {
    const read = await summed(headings, [
      [GTIN, 'Accupaque', null, 5],
      [GTIN, 'Accupaque', 'Januar', 2],
      [GTIN, 'Accupaque', 'Februar', 3],
      [other, 'Aspirin', null, 4],
      [other, 'Aspirin', 'Januar', 4],
    ]);
    expect(read).toEqual({
      packs: [2, 3, 4],
      totals: [
        [2, ''],
        [5, ''],
      ],
      notices: [['result_rows_unlabelled', [2, 5]]],
    });
  });

  test('count where all articles begin so and lack nothing, with a notice', async () => {
    const read = await summed(headings, [
      [GTIN, 'Accupaque', 'Bern', 5],
      [GTIN, 'Accupaque', 'Januar', 2],
      [GTIN, 'Accupaque', 'Februar', 3],
    ]);
    expect(read).toEqual({ packs: [5, 2, 3], totals: [], notices: [['rows_equal_sum', [2]]] });
  });

  const months: Cell[][] = [
    [GTIN, 'Accupaque', 'Januar', '3.1.', 2],
    [GTIN, 'Accupaque', 'Januar', '9.1.', 1],
    [GTIN, 'Accupaque', 'Januar', null, 3],
    [GTIN, 'Accupaque', 'Februar', '4.2.', 4],
    [GTIN, 'Accupaque', 'Februar', null, 4],
    [GTIN, 'Accupaque', null, null, 7],
  ];
  test.each([
    ['end', months, 7],
    ['begin', months.toReversed(), 2],
  ])('of sums count where all articles %s so, with a notice', async (_name, rows, row) => {
    const read = await summed(['EAN', 'Artikel', 'Monat', 'Tag', 'Menge'], rows);
    expect(read.packs).toHaveLength(6);
    expect(read.notices).toEqual([['rows_equal_sum', [row]]]);
  });

  test.each(['Total', 'Total général', 'Grand Total', 'Gesamtergebnis'])(
    'of all articles are no purchases, though their code may count the rows: %s',
    async (label) => {
      const rows: Cell[][] = [
        ['Accupaque', 607699, 2],
        ['Aspirin', 1379912, 3],
      ];
      const totals: Cell[][] = [
        [label, 2, 5],
        // One row more was bought than could be read.
        [label, 3, 9],
      ];
      for (const total of totals) {
        const read = await summed(['Artikel', 'Pharmacode', 'Menge'], [...rows, total]);
        expect(read).toEqual({ packs: [2, 3], totals: [[4, label]], notices: [] });
      }
    },
  );

  test('count where every row says so', async () => {
    const read = await summed(headings, [
      [GTIN, 'Accupaque', 'Ergebnis', 2],
      [other, 'Aspirin', 'Ergebnis', 3],
      [GTIN, 'Accupaque', 'Ergebnis', 9],
    ]);
    expect(read).toEqual({ packs: [2, 3, 9], totals: [], notices: [['total_with_code', [2, 3, 4]]] });
  });

  test('are ordinary where few do', async () => {
    const rows = [1, 2, 3, 4, 5].flatMap((packs): Cell[][] => [
      [packs % 2 ? GTIN : other, 'x', 'Januar', packs],
      [packs % 2 ? GTIN : other, 'x', 'Februar', packs === 1 ? 1 : 9],
    ]);
    expect((await summed(headings, rows)).notices).toEqual([]);
  });
});

test('numbers that may have been thousands are told where one is no whole number', async () => {
  const said = async (packs: number[]) => {
    const { report } = await readLines(xlsxOfRows([['GTIN', 'Menge'], ...packs.map((each) => [GTIN, each])]));
    return report.notices.map(({ code, rows }) => [code, rows]);
  };
  expect(await said([2, 1.25, 12.5])).toEqual([['thousands_lost', [3, 4]]]);
  expect(await said([2, 0.5, 1.2345])).toEqual([]);
});

describe('packs below a title of returns are taken off, and it is said', () => {
  const headings: Cell[] = ['GTIN', 'Menge'];
  const purchases: Cell[][] = [headings, [GTIN, 10]];
  async function counted(rows: Cell[][]) {
    const { report, lines } = await readLines(xlsxOfRows(rows));
    const said = report.notices.map(({ code, rows }) => [code, rows]);
    return { packs: lines.map(({ quantity }) => Number(quantity)), said };
  }

  test.each(['Retouren', 'Retours 2025', 'Resi', 'Returned items', 'Rücksendungen'])(
    'called %s',
    async (title) => {
      const returns: Cell[][] = [headings, [GTIN, 2], [GTIN, -3]];
      const found = await counted([...purchases, [], [title], ...returns]);
      expect(found).toEqual({ packs: [10, -2, -3], said: [['returns_taken_off', [6]]] });
    },
  );

  test('but not of a table below another one without packs', async () => {
    const found = await counted([['Retouren'], ['GTIN', 'Artikel'], [GTIN, 'Salbe'], ['2025'], ...purchases]);
    expect(found).toEqual({ packs: [10], said: [] });
  });

  test('whose packs are headed above their months', async () => {
    const months: Cell[][] = [
      [null, 'Menge'],
      ['GTIN', 'Jan', 'Feb'],
      [GTIN, 1, 2],
    ];
    const found = await counted([...purchases, [], ['Retouren'], [], ...months]);
    expect(found.packs).toEqual([10, -3]);
  });

  test('of the first table, up to the next title', async () => {
    const found = await counted([
      ['Retouren'],
      headings,
      [GTIN, 2],
      ['Seite 2'],
      [GTIN, 3],
      ['Bezüge'],
      [GTIN, 9],
    ]);
    expect(found).toEqual({ packs: [-2, -3, 9], said: [['returns_taken_off', [3, 5]]] });
  });

  test('and not where it says something else besides', async () => {
    const found = await counted([['Bezüge ohne Retouren'], ...purchases]);
    expect(found).toEqual({ packs: [10], said: [] });
  });
});

describe('a second row of headings with other columns', () => {
  const other = '7680546372248';
  const read = async (text: string) => {
    const { report, lines } = await readLines(Buffer.from(text));
    expect(report.rowsRead).toBe(report.imported + report.skipped.total + report.totalRowCount);
    return {
      bought: bought(lines),
      skipped: report.skipped.rows.map(({ row, reason }) => [row, reason]),
      notices: report.notices.map(({ code, rows }) => [code, rows]),
    };
  };

  test.each(['', '\n', '\nLieferant B\n'])('is followed, below %j', async (between) => {
    const rows = `GTIN;Artikel;Menge\n${GTIN};x;1\n${between}EAN;Menge;Preis\n${other};5;50\n${GTIN};6;60\n`;
    const { bought, notices } = await read(rows);
    expect(bought).toEqual([
      [GTIN, 1],
      [other, 5],
      [GTIN, 6],
    ]);
    expect(notices).toEqual([['further_table', [3 + between.split('\n').length - 1]]]);
  });

  test('is followed where the first table is the smaller one', async () => {
    const more = `${other};5;Aspirin\n`.repeat(20);
    const { bought } = await read(`GTIN;Artikel;Menge\n${GTIN};x;1\n\nGTIN;Menge;Artikel\n${more}`);
    expect(bought).toHaveLength(21);
    expect(bought[0]).toEqual([GTIN, 1]);
    expect(bought[20]).toEqual([other, 5]);
  });

  test('and back again', async () => {
    const { bought } = await read(
      `GTIN;Menge;x\n${GTIN};1;7\nGTIN;x;Menge\n${GTIN};8;2\nGTIN;Menge;x\n${GTIN};3;9\n`,
    );
    expect(bought.map(([, packs]) => packs)).toEqual([1, 2, 3]);
  });

  test.each([
    ['Kundennummer;Ort;Umsatz\n4711;Bern;500\n4712;Chur;600', [5, 6, 7]],
    ['GTIN;Artikel;Preis\n7680546372248;y;50\nx;y;z', [5, 6, 7]],
  ])('ends the table where it is none of purchases: %j', async (table, rows) => {
    const { bought, skipped } = await read(`GTIN;Artikel;Menge\n${GTIN};x;1\n${GTIN};x;2\n\n${table}\n`);
    expect(bought.map(([, packs]) => packs)).toEqual([1, 2]);
    expect(skipped).toEqual(rows.map((row) => [row, 'other_table']));
  });

  test.each([
    ['below the one of packs', 'GTIN;Artikel;Menge;\n;;Jan;Feb\n', [5, 7]],
    ['above the others', ';;Menge;\nGTIN;Artikel;Jan;Feb\n', [5, 7]],
    ['as in the first table', 'GTIN;Artikel;Menge\n;;Jan;Feb\n', [5, 7]],
    ['of which nobody knows which is meant', 'GTIN;Artikel;Menge 2024;Menge 2025\n', []],
    ['of two years below one heading', ';;Menge;\nGTIN;Artikel;2024;2025\n', []],
  ])('may divide packs: %s', async (_name, headings, packs) => {
    for (const count of [1, 120]) {
      const first = `GTIN;Artikel;Menge\n${`${GTIN};x;1\n`.repeat(count)}`;
      const { bought } = await read(`${first}\n${headings}${other};y;2;3\n${other};y;4;3\n`);
      expect(bought.slice(count).map(([, packs]) => packs)).toEqual(packs);
    }
  });

  test('has rows that have to fit it', async () => {
    const first = `GTIN;Artikel;Menge;Preis;Ort\n${GTIN};x;1;9.50;Bern\n`;
    const { bought, skipped } = await read(`${first}\nEAN;Artikel;Menge\n${other};y;2\n${other};Gel; 20;3\n`);
    expect(bought.map(([, packs]) => packs)).toEqual([1, 2]);
    expect(skipped.at(-1)).toEqual([6, 'row_shifted']);
  });

  test('leaves the table above, whose quantities alone could be read in two ways', async () => {
    const { bought } = await read(
      `GTIN;Artikel;Menge\n${GTIN};x;1,000\n\nEAN;Menge;Preis\n${other};1.234,000;5,00\n`,
    );
    expect(bought.map(([, packs]) => packs)).toEqual([1, 1234]);
  });

  test('is none where headings are said again in another language, or on every page', async () => {
    const page = `GTIN;Artikel;Menge\nCode EAN;Désignation;Emb.\n${GTIN};x;1\n`;
    const { bought } = await read(page.repeat(3));
    expect(bought).toHaveLength(3);
  });
});

test('a column of quantities that counts cases is refused with the first of them', async () => {
  const file = xlsxOfRows([HEADING, [GTIN, null, '5 ST'], [GTIN, null, '2 KAR']]);
  await expect(readLines(file)).rejects.toMatchObject({
    code: 'import_quantity_unit',
    params: { heading: 'Menge', row: 3, quantity: '2 KAR' },
  });
});

test('returns are imported as negative quantities', async () => {
  const { lines } = await readBelow([
    [GTIN, null, -3],
    [GTIN, null, '3-'],
    [GTIN, null, '(3)'],
  ]);
  expect(lines.map((l) => l.quantity)).toEqual(['-3', '-3', '-3']);
  expect(lines.map((l) => l.quantity_read)).toEqual(['-3', '3-', '(3)']);
});

describe('total rows', () => {
  test('are reported and not imported, wherever their label stands', async () => {
    const { report } = await readBelow([
      [GTIN, null, 5, 'Accupaque'],
      ['Total', null, 5],
      [null, null, 5, 'Gesamttotal'],
      [null, 'Totaux', 10],
      [null, null, null, 'Totale generale'],
    ]);
    expect(report.imported).toBe(1);
    expect(report.totalRowCount).toBe(4);
    expect(report.totalRows).toEqual([
      { row: 3, label: 'Total', values: ['Total', '5'] },
      { row: 4, label: 'Gesamttotal', values: ['5', 'Gesamttotal'] },
      { row: 5, label: 'Totaux', values: ['Totaux', '10'] },
      { row: 6, label: 'Totale generale', values: ['Totale generale'] },
    ]);
  });

  test('a row with a code is none, whatever it is called', async () => {
    const { report } = await readBelow([[GTIN, null, 5, 'Total']]);
    expect([report.imported, report.totalRowCount]).toEqual([1, 0]);
  });
});

test('empty rows are counted up to the last filled one', async () => {
  const { report } = await readBelow([[GTIN, null, 5], [], [' ', '\u00a0'], [GTIN, null, 6], [], []]);
  expect([report.rowsRead, report.emptyRows]).toEqual([2, 2]);
});

test('hidden rows are imported and reported', async () => {
  const hidden = rowsXml([HEADING, [GTIN, null, 5], [GTIN, null, 6], [], ['Total', null, 11]])
    .replace('<row r="3">', '<row r="3" hidden="1">')
    .replace('<row r="4">', '<row r="4" hidden="true">')
    .replace('<row r="5">', '<row r="5" hidden="true">')
    .replace('<row r="2">', '<row r="2" hidden="0">');
  const { report } = await readLines(xlsxOfSheetData(hidden));
  expect(report.imported).toBe(2);
  expect(report.hiddenRows).toEqual({ total: 2, rows: [3, 5] });
});

describe('different codes', () => {
  const other = '7680546372248';
  const rows: Cell[][] = [
    [GTIN, 607699, 1],
    [GTIN, 607699, 2],
    [GTIN, null, 3],
    [null, 607699, 4],
    [other, 607699, 5],
    [GTIN, 607699, 6],
  ];

  test('are pairs of GTIN and Pharmacode, however many rows each has', async () => {
    const { report } = await readLines(xlsxOfRows([HEADING, ...rows]), undefined, {}, 4);
    expect(report.imported).toBe(6);
  });

  test('one too many ends the reading', async () => {
    const reading = readLines(xlsxOfRows([HEADING, ...rows]), undefined, {}, 3);
    await expect(reading).rejects.toMatchObject({ code: 'import_too_many_codes', params: { limit: 3 } });
  });
});
