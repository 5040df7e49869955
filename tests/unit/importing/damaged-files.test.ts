import { describe, expect, test } from 'vitest';
import { bought, readLines, refusal } from '#tests/support/read-lines.ts';
import {
  relationships,
  sharedStringsXml,
  sheetXml,
  workbookParts,
  xlsx,
  xlsxOfRows,
  xlsxOfSheetData,
  type ZipPart,
  zip,
  zipParts,
} from '#tests/support/xlsx-builder.ts';

const ROWS = [
  ['GTIN', 'Menge'],
  ['7680546372163', 5],
];
const HEADING = '<row r="1"><c r="A1" t="str"><v>GTIN</v></c><c r="B1" t="str"><v>Menge</v></c></row>';
const LINE = '<row r="2"><c r="A2"><v>7680546372163</v></c><c r="B2"><v>5</v></c></row>';
const SHEET = 'xl/worksheets/sheet1.xml';

/** A good workbook whose sheet part tells the given lies. */
function lying(lies: Partial<ZipPart>, rows: (string | number)[][] = ROWS): Buffer {
  const parts = [...workbookParts([{ rows }])].map(([name, data]) => ({
    name,
    data,
    ...(name === SHEET ? lies : {}),
  }));
  return zip(parts);
}

const many = [ROWS[0]!, ...Array.from({ length: 30_000 }, (_, i) => ['7680546372163', i])];

describe('archives', () => {
  const large = xlsxOfRows(many);

  test('cut off in the middle', async () => {
    expect((await refusal(large.subarray(0, large.length / 2))).code).toBe('import_file_truncated');
  });

  test('cut off by one byte, and within its directory', async () => {
    expect((await refusal(large.subarray(0, large.length - 1))).code).toBe('import_file_truncated');
    expect((await refusal(large.subarray(0, large.length - 200))).code).toBe('import_file_truncated');
  });

  test('with a piece missing in the middle', async () => {
    const file = Buffer.concat([large.subarray(0, large.length / 2), large.subarray(large.length / 2 + 100)]);
    expect((await refusal(file)).code).toBe('import_archive_damaged');
  });

  test('with corrupt compressed data, small and large', async () => {
    for (const rows of [ROWS, many]) {
      const good = xlsxOfRows(rows);
      const at = good.indexOf(SHEET) + SHEET.length + Math.floor(good.length / 3);
      const bad = Buffer.from(good);
      for (let i = at; i < at + 8; i++) bad[i]! ^= 0x5a;
      const error = await refusal(
        rows === ROWS ? lying({ packed: Buffer.from('ffffffff', 'hex'), size: 100, crc: 1 }) : bad,
      );
      expect(error.code).toBe('import_archive_damaged');
      expect(error.params.part).toBe(SHEET);
    }
  });

  test.each<[string, Partial<ZipPart>]>([
    ['a wrong CRC', { crc: 1 }],
    ['a wrong CRC behind the data', { crc: 1, descriptor: true }],
    ['a size too small', { size: 100 }],
    ['a size too large', { size: 100_000_000 }],
    ['a packed size too small', { packedSize: 50 }],
    ['a packed size beyond the archive', { packedSize: 1_000_000_000 }],
    ['another size in the local header', { local: { size: 1 } }],
    ['another packed size in the local header', { local: { packedSize: 1 } }],
    ['another CRC in the local header', { local: { crc: 1 } }],
    ['another name in the local header', { local: { name: 'xl/worksheets/sheet2.xml' } }],
    ['another method in the local header', { local: { method: 0 } }],
    ['stored data said to be deflated', { store: true, method: 8 }],
    ['deflated data said to be stored', { method: 0 }],
  ])('with %s', async (_name, lies) => {
    for (const rows of [ROWS, many])
      expect((await refusal(lying(lies, rows))).code).toBe('import_archive_damaged');
  });

  test('with an unknown compression method', async () => {
    const error = await refusal(lying({ method: 14 }));
    expect([error.code, error.params.part]).toEqual(['import_compression_unsupported', SHEET]);
  });

  test('with more entries announced than there are', async () => {
    const parts = [...workbookParts([{ rows: ROWS }])].map(([name, data]) => ({ name, data }));
    expect((await refusal(zip(parts, { count: parts.length + 1 }))).code).toBe('import_archive_damaged');
    expect((await refusal(zip(parts, { count: parts.length - 1 }))).code).toBe('import_archive_damaged');
  });

  test('with a part twice, also when only the case differs', async () => {
    for (const name of [SHEET, 'xl/Worksheets/SHEET1.xml']) {
      const parts = [...workbookParts([{ rows: ROWS }])].map(([part, data]) => ({ name: part, data }));
      parts.push({ name, data: sheetXml('') });
      const error = await refusal(zip(parts));
      expect([error.code, error.params.part]).toEqual(['import_duplicate_part', name]);
    }
  });

  test('damaged on a sheet that is not imported', async () => {
    const parts = workbookParts([{ rows: ROWS }, { name: 'Other', rows: many }]);
    const lies = [...parts].map(([name, data]) => ({
      name,
      data,
      ...(name.endsWith('sheet2.xml') ? { crc: 1 } : {}),
    }));
    expect((await refusal(zip(lies))).code).toBe('import_archive_damaged');
  });
});

describe('parts', () => {
  test.each(['[Content_Types].xml', '_rels/.rels', 'xl/workbook.xml', 'xl/_rels/workbook.xml.rels', SHEET])(
    'without %s',
    async (name) => {
      const parts = workbookParts([{ rows: ROWS }]);
      parts.delete(name);
      const error = await refusal(zipParts(parts));
      expect(error.code).toBe('import_part_missing');
      expect(name.endsWith(String(error.params.part))).toBe(true);
    },
  );

  test('without any sheet', async () => {
    expect((await refusal(xlsx([]))).code).toBe('import_no_sheet');
  });

  test('with a sheet that no relationship leads to', async () => {
    const parts = workbookParts([{ name: 'Lost', rows: ROWS }]);
    parts.set('xl/_rels/workbook.xml.rels', relationships([]));
    const error = await refusal(zipParts(parts));
    expect([error.code, error.params.part]).toEqual(['import_part_missing', 'Lost']);
  });

  test('with macro modules of an old workbook, which have no part', async () => {
    const parts = workbookParts([{ rows: ROWS }]);
    const workbook = String(parts.get('xl/workbook.xml'));
    for (const [module, isRead] of [
      ['<sheet name="Module1" sheetId="9" state="veryHidden" r:id=""/>', true],
      ['<sheet name="Module1" sheetId="9" r:id=""/>', true],
      ['<sheet name="Module1" sheetId="9" state="hidden" r:id="rId99"/>', true],
      ['<sheet name="Seen" sheetId="9" r:id="rId99"/>', false],
    ] as const) {
      parts.set('xl/workbook.xml', workbook.replace('</sheets>', `${module}</sheets>`));
      const file = zipParts(parts);
      if (isRead) expect(bought((await readLines(file)).lines)).toEqual([['7680546372163', 5]]);
      else expect((await refusal(file)).code).toBe('import_part_missing');
    }
  });

  test('with a zero, which XML has none of, in a cell or in the name of a sheet', async () => {
    const rows = [...ROWS, ['7680546372163', 1, 'a\0b']];
    for (const [sheet, part] of [
      [{ rows }, SHEET],
      [{ rows: ROWS, name: 'a\0b' }, 'xl/workbook.xml'],
    ] as const) {
      const error = await refusal(xlsx([sheet]));
      expect([error.code, error.params.part]).toEqual(['import_xml_damaged', part]);
    }
  });

  test('without the shared strings its cells need', async () => {
    const body = HEADING.replace('t="str"><v>GTIN', 't="s"><v>0') + LINE;
    const error = await refusal(xlsxOfSheetData(body));
    expect([error.code, error.params.cell]).toEqual(['import_shared_strings_missing', 'A1']);
    const parts = workbookParts([{ xml: sheetXml(body) }], sharedStringsXml(['<si><t>GTIN</t></si>']));
    parts.delete('xl/sharedStrings.xml');
    expect((await refusal(zipParts(parts))).code).toBe('import_shared_strings_missing');
  });

  test('with a shared string index out of range', async () => {
    const body = `${HEADING}${LINE}<row r="3"><c r="A3" t="s"><v>1</v></c></row>`;
    const error = await refusal(xlsxOfSheetData(body, sharedStringsXml(['<si><t>GTIN</t></si>'])));
    expect([error.code, error.params.cell, error.params.index]).toEqual([
      'import_shared_string_unknown',
      'A3',
      1,
    ]);
  });

  test.each(['-1', '1.5', 'x', '99999999999'])('with the shared string index %s', async (index) => {
    const body = `${HEADING}${LINE}<row r="3"><c r="A3" t="s"><v>${index}</v></c></row>`;
    const error = await refusal(xlsxOfSheetData(body, sharedStringsXml(['<si><t>GTIN</t></si>'])));
    expect([error.code, error.params.cell]).toEqual(['import_sheet_contradictory', 'A3']);
  });

  test('with a wrong count of shared strings nothing is lost', async () => {
    const strings = sharedStringsXml(['<si><t>GTIN</t></si>', '<si><t>Menge</t></si>']).replaceAll(
      '"2"',
      '"900000000"',
    );
    const heading = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>';
    const { lines } = await readLines(xlsxOfSheetData(heading + LINE, strings));
    expect(bought(lines)).toEqual([['7680546372163', 5]]);
  });
});

describe('sheets', () => {
  test.each([
    ['ends early', sheetXml(HEADING + LINE).replace('</worksheet>', '')],
    ['ends within a tag', sheetXml(HEADING + LINE).slice(0, -3)],
    ['has more than one root', `${sheetXml(HEADING + LINE)}<worksheet/>`],
    ['has text behind its root', `${sheetXml(HEADING + LINE)}text`],
    ['closes another element than it opened', sheetXml(HEADING + LINE.replace('</c>', '</row>'))],
    ['has an attribute without value', sheetXml(HEADING + LINE.replace('r="2"', 'r'))],
    ['has an attribute without quotes', sheetXml(HEADING + LINE.replace('r="2"', 'r=2'))],
    ['has an attribute twice', sheetXml(HEADING + LINE.replace('r="2"', 'r="2" r="2"'))],
    ['has no blank between attributes', sheetXml(HEADING + LINE.replace('r="2"', 'r="2"s="1"'))],
    ['has a < in an attribute', sheetXml(HEADING + LINE.replace('r="2"', 'r="2" s="<"'))],
    ['has an unknown entity', sheetXml(HEADING + LINE.replace('<v>5', '<v>&five;'))],
    ['has a bare &', sheetXml(HEADING + LINE.replace('<v>5', '<v>5 & 6'))],
    ['has a bare & where nobody reads', sheetXml(HEADING + LINE, '<extLst>a & b</extLst>')],
    ['is another kind of document', '<html><body/></html>'],
    ['is nested without end', sheetXml(HEADING + LINE, '<a>'.repeat(300) + '</a>'.repeat(300))],
    ['is empty', ''],
  ])('that %s', async (_name, xml) => {
    const error = await refusal(xlsx([{ xml }]));
    expect([error.code, error.params.part]).toEqual(['import_xml_damaged', SHEET]);
  });

  test.each([
    ['a row twice', `${LINE}<row r="2"/>`, 'A2'],
    ['a cell twice', LINE.replace('B2', 'A2'), 'A2'],
    ['a cell in another row', LINE.replace('B2', 'B3'), 'A2'],
    ['a cell without column', LINE.replace('B2', '2'), 'A2'],
    ['a cell of unknown type', LINE.replace('<c r="B2">', '<c r="B2" t="q">'), 'B2'],
    ['two values in a cell', LINE.replace('<v>5</v>', '<v>5</v><v>6</v>'), 'B2'],
  ])('with %s', async (_name, body, cell) => {
    const error = await refusal(xlsxOfSheetData(HEADING + body));
    expect([error.code, error.params.cell]).toEqual(['import_sheet_contradictory', cell]);
  });

  test.each([
    ['a row beyond the last', '<row r="1048577"/>', '1048577'],
    ['a row 0', '<row r="0"/>', '0'],
    ['a column beyond XFD', '<row r="3"><c r="XFE3"><v>1</v></c></row>', 'XFE3'],
    ['a column far beyond', '<row r="3"><c r="ZZZZZ3"><v>1</v></c></row>', 'ZZZZZ3'],
  ])('with %s', async (_name, body, cell) => {
    const error = await refusal(xlsxOfSheetData(HEADING + LINE + body));
    expect([error.code, error.params.cell]).toEqual(['import_cell_outside_sheet', cell]);
  });

  test('with the very last cell', async () => {
    const body = `${HEADING}${LINE}<row r="1048576"><c r="XFD1048576" t="str"><v>end</v></c></row>`;
    const { report } = await readLines(xlsxOfSheetData(body));
    expect(report.skipped.rows).toEqual([{ row: 1048576, reason: 'identifier_missing', values: ['end'] }]);
    expect(report.emptyRows).toBe(1048573);
  });

  test.each(['A1:B1', 'A1:XFD1048576', 'nonsense', ''])('with the dimension "%s"', async (dimension) => {
    const xml = sheetXml(HEADING + LINE, '', `<dimension ref="${dimension}"/>`);
    expect(bought((await readLines(xlsx([{ xml }]))).lines)).toEqual([['7680546372163', 5]]);
  });
});
