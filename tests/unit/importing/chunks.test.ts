import { expect, test } from 'vitest';
import { LIMITS } from '#server/workbooks/reading/limits.ts';
import { SharedStringsReader } from '#server/workbooks/reading/shared-strings.ts';
import { SheetReader } from '#server/workbooks/reading/sheet-reader.ts';
import { readLines } from '#tests/support/read-lines.ts';
import { sharedStringsXml, sheetXml, xlsxOfRows } from '#tests/support/xlsx-builder.ts';

const STRINGS = Buffer.from(
  sharedStringsXml(['<si><t>€uro &amp; Söhne</t></si>', '<si><r><t>Dafal</t></r><r><t>gan💊</t></r></si>']),
);
const SHEET = Buffer.from(
  sheetXml(
    `<!-- comment -- > --><row r='1' hidden="1"><c r="A1" t="s"><v>0</v></c><c  r = "B1"  t="s" ><v>1</v></c></row >` +
      `<?pi ?><row><c t="inlineStr"><is><t>a&#228;&lt;_x0041_</t></is></c><c><f>A1*2</f><v>1.5E3</v></c>` +
      `<c t="str"><v><![CDATA[]] > ]]]]><![CDATA[>]]></v></c></row>\n<row r="10"/>`,
    '<mergeCells count="1"><mergeCell ref="A1:B1"/></mergeCells>',
    '<cols><col min="1" max="3" width="9"/></cols>',
  ),
);
const EXPECTED = [
  { number: 1, hidden: true, texts: ['€uro & Söhne', 'Dafalgan💊'] },
  { number: 2, hidden: false, texts: ['aä<A', '1.5E3', ']] > ]]]]>'.replace(']]]]>', ']]>')] },
  { number: 10, hidden: false, texts: [] },
];

function rowsInChunksOf(size: number) {
  const strings = new SharedStringsReader('strings', LIMITS);
  for (let at = 0; at < STRINGS.length; at += size) strings.push(STRINGS.subarray(at, at + size));
  const reader = new SheetReader('sheet', strings.finish(), LIMITS);
  const rows: typeof EXPECTED = [];
  const pull = () => {
    while (reader.nextRow()) {
      const { row } = reader;
      const texts = Array.from(row.columns.subarray(0, row.count), (column) => row.text(column));
      rows.push({ number: row.number, hidden: row.hidden, texts });
    }
  };
  for (let at = 0; at < SHEET.length; at += size) {
    reader.push(SHEET.subarray(at, at + size));
    pull();
  }
  reader.finish();
  pull();
  reader.assertComplete();
  return rows;
}

test('a document read in chunks of any size gives the same rows', () => {
  for (let size = 1; size <= 80; size++) expect(rowsInChunksOf(size), `chunks of ${size}`).toEqual(EXPECTED);
  expect(rowsInChunksOf(SHEET.length)).toEqual(EXPECTED);
});

test('characters of several bytes stay whole across the chunks of a large sheet', async () => {
  const description = (i: number) => `${'x'.repeat(i % 17)}äöü€💊ß–ĕ`.repeat(3);
  const rows = Array.from({ length: 12_000 }, (_, i) => ['7680546372163', 1, description(i)]);
  const { lines } = await readLines(xlsxOfRows([['GTIN', 'Menge', 'Bezeichnung'], ...rows]));
  expect(lines).toHaveLength(12_000);
  expect(lines.filter((line, i) => line.description_read !== description(i))).toEqual([]);
});
