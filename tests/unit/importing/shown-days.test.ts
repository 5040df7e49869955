import { expect, test } from 'vitest';
import { LIMITS } from '#server/workbooks/reading/limits.ts';
import { bought, readLines, refusal } from '#tests/support/read-lines.ts';
import { newWorkbook, workbookBytes } from '#tests/support/test-workbook.ts';
import { relationships, sheetXml, workbookParts, zipParts } from '#tests/support/xlsx-builder.ts';

const GTIN = '7680546372163';
/** Excel's number of 1 February 2026, which it makes of "1.2" typed in Switzerland. */
const SERIAL = 46_054;

/** A workbook as ExcelJS writes it, with one quantity in a row. */
async function withQuantities(cells: { value: number | object; format?: string }[], date1904 = false) {
  const workbook = newWorkbook();
  workbook.properties.date1904 = date1904;
  const sheet = workbook.addWorksheet('Bezüge');
  sheet.addRow(['GTIN', 'Menge']);
  for (const { value, format } of cells) {
    const row = sheet.addRow([GTIN, value]);
    if (format) row.getCell(2).numFmt = format;
  }
  return readLines(await workbookBytes(workbook));
}

const quantities = (lines: Parameters<typeof bought>[0]) => bought(lines).map(([, quantity]) => quantity);

test('a number that is shown as a day is no quantity, and is told as that day', async () => {
  const formats = [
    'dd.mm.yyyy',
    'd/m/yy h:mm',
    '[$-807]dddd, d. mmmm yyyy;@',
    'mmm-yy',
    'yyyy"-"mm\\-dd',
    'mm-dd-yy',
    'h:mm:ss.000',
    '[hh]:mm',
  ];
  const { lines, report } = await withQuantities([
    { value: 5 },
    ...formats.map((format) => ({ value: SERIAL, format })),
    { value: { formula: 'TODAY()', result: SERIAL }, format: 'dd.mm.yyyy' },
  ]);
  expect(quantities(lines)).toEqual([5]);
  expect(report.skipped.byReason.quantity_unreadable).toBe(formats.length + 1);
  expect(new Set(report.skipped.rows.map(({ values }) => values[1]))).toEqual(new Set(['2026-02-01']));
});

test('any other format leaves a number a quantity', async () => {
  const formats = [
    'General',
    '0',
    '#,##0',
    '0.00E+00',
    '0 "Stk"',
    '#,##0" day(s)"',
    '0\\ \\s\\t\\k',
    '[Red]0;[Blue]-0',
    '_ * #,##0_ ;_ * -#,##0_ ;_ * "-"_ ;_ @_ ',
    '0%',
    '@',
    'General" Stk"',
  ];
  const { lines, report } = await withQuantities(formats.map((format) => ({ value: SERIAL, format })));
  expect(quantities(lines)).toEqual(formats.map(() => SERIAL));
  expect(report.skipped.byReason.quantity_unreadable ?? 0).toBe(0);
});

test('a quantity in a column that was given the format of days by mistake is one still', async () => {
  const { lines } = await withQuantities([5, -3, 1200].map((value) => ({ value, format: 'dd.mm.yyyy' })));
  expect(quantities(lines)).toEqual([5, -3, 1200]);
});

test('a workbook that counts days from 1904 shows the same day of another number', async () => {
  const { report } = await withQuantities(
    [{ value: 5 }, { value: SERIAL - 1462, format: 'dd.mm.yyyy' }],
    true,
  );
  expect(report.skipped.rows.map(({ values }) => values[1])).toEqual(['2026-02-01']);
});

const DATED = '<styleSheet><cellXfs><xf/><xf numFmtId="14"/></cellXfs></styleSheet>';

/** A workbook with the serial in a cell of that style, a quantity of 5 below it, and this part of styles. */
function withStyles(styles: string | undefined, style: number): Uint8Array {
  const cells = `<row r="1"><c r="A1" t="str"><v>GTIN</v></c><c r="B1" t="str"><v>Menge</v></c></row><row r="2"><c r="A2"><v>${GTIN}</v></c><c r="B2" s="${style}"><v>${SERIAL}</v></c></row><row r="3"><c r="A3"><v>${GTIN}</v></c><c r="B3"><v>5</v></c></row>`;
  const parts = workbookParts([{ xml: sheetXml(cells) }]);
  const links = String(parts.get('xl/_rels/workbook.xml.rels'));
  const [link] = /<Relationship .*\/>/.exec(relationships([['styles1', 'styles', 'styles.xml']]))!;
  parts.set('xl/_rels/workbook.xml.rels', links.replace('</Relationships>', `${link}</Relationships>`));
  if (styles !== undefined) parts.set('xl/styles.xml', styles);
  return zipParts(parts);
}

test('styles that make no sense are as none, and a style that there is not is none', async () => {
  const read = async (styles: string | undefined, style: number) =>
    quantities((await readLines(withStyles(styles, style))).lines);
  expect(await read(DATED, 1)).toEqual([5]);
  expect(await read(DATED, 0)).toEqual([SERIAL, 5]);
  expect(await read(DATED, 2)).toEqual([SERIAL, 5]);
  expect(await read('<styleSheet><cellXfs>', 1)).toEqual([SERIAL, 5]);
  expect(await read(undefined, 1)).toEqual([SERIAL, 5]);
});

test('styles count among the bytes that a workbook may have', async () => {
  const limits = { ...LIMITS, unpackedBytes: 1_000_000 };
  const padded = (bytes: number) => withStyles(`${DATED}<!--${' '.repeat(bytes - DATED.length - 7)}-->`, 1);
  expect(quantities((await readLines(padded(900_000), limits)).lines)).toEqual([5]);
  expect((await refusal(padded(1_000_000), limits)).code).toBe('import_unpacked_too_large');
});
