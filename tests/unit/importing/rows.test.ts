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

test('rows with a code that say they are totals are counted, with a notice', async () => {
  const { report, lines } = await readBelow([
    [GTIN, null, 2, 'Januar'],
    [GTIN, null, 3, 'Februar'],
    [GTIN, null, 5, 'Ergebnis'],
    [GTIN, null, 5, 'Total'],
    [GTIN, null, 1, 'Colgate Total'],
    [GTIN, null, 1, 'Total Blue'],
  ]);
  expect(lines.map((l) => l.quantity)).toEqual(['2', '3', '5', '5', '1', '1']);
  expect(report.notices).toEqual([{ code: 'total_with_code', params: {}, row: 4, rows: [4, 5], count: 2 }]);
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
