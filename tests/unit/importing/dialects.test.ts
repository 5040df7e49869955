import { describe, expect, test } from 'vitest';
import { bought, readLines, refusal } from '#tests/support/read-lines.ts';
import {
  DECLARATION,
  MAIN,
  RELATIONSHIPS,
  sharedStringsXml,
  sheetXml,
  workbookParts,
  xlsx,
  xlsxOfSheetData,
  zip,
  zipParts,
} from '#tests/support/xlsx-builder.ts';

const HEADING = '<row r="1"><c r="A1" t="str"><v>GTIN</v></c><c r="B1" t="str"><v>Menge</v></c></row>';
const ACCUPAQUE: [string, number] = ['7680546372163', 5];
const ONE_LINE = [ACCUPAQUE];

async function read(file: Uint8Array) {
  return bought((await readLines(file)).lines);
}

function withBody(body: string, sharedStrings?: string) {
  return xlsxOfSheetData(HEADING + body, sharedStrings);
}

describe('cells', () => {
  test('numbers and inline strings are read', async () => {
    const body =
      '<row r="2"><c r="A2"><v>7680546372163</v></c><c r="B2" t="n"><v>5</v></c></row>' +
      '<row r="3"><c r="A3" t="inlineStr"><is><t>7680578990021</t></is></c><c r="B3" t="inlineStr"><is><t>7</t></is></c></row>';
    expect(await read(withBody(body))).toEqual([ACCUPAQUE, ['7680578990021', 7]]);
  });

  test('cells and rows without references follow one another', async () => {
    const sheet = sheetXml(
      '<row><c t="str"><v>GTIN</v></c><c t="str"><v>Text</v></c><c t="str"><v>Menge</v></c></row>' +
        '<row><c><v>7680546372163</v></c><c/><c><v>5</v></c></row>',
    );
    const { lines } = await readLines(xlsx([{ xml: sheet }]));
    expect(bought(lines)).toEqual(ONE_LINE);
    expect(lines[0]!.row_number).toBe('2');
  });

  test('a row without number takes it from its cells', async () => {
    const { lines } = await readLines(
      xlsxOfSheetData(`${HEADING}<row><c r="A7"><v>7680546372163</v></c><c r="B7"><v>5</v></c></row>`),
    );
    expect(lines[0]!.row_number).toBe('7');
  });

  test('cells out of order stand where they say', async () => {
    const body = '<row r="2"><c r="B2"><v>5</v></c><c r="A2"><v>7680546372163</v></c></row>';
    expect(await read(withBody(body))).toEqual(ONE_LINE);
  });

  test('a formula counts by its cached value', async () => {
    const body =
      '<row r="2"><c r="A2" t="str"><f>"7680"&amp;"546372163"</f><v>7680546372163</v></c><c r="B2"><f>2+3</f><v>5</v></c></row>';
    expect(await read(withBody(body))).toEqual(ONE_LINE);
  });

  test('a formula without cached value is reported, not read as nothing', async () => {
    const body =
      '<row r="2"><c r="A2"><v>7680546372163</v></c><c r="B2"><v>5</v></c></row>' +
      '<row r="3"><c r="A3"><v>7680546372163</v></c><c r="B3"><f>2+3</f></c></row>';
    const { report } = await readLines(withBody(body));
    expect(report.skipped.rows).toEqual([
      { row: 3, reason: 'formula_not_calculated', values: ['7680546372163', ''] },
    ]);
  });

  test('a boolean is kept as it is shown, whatever is stored for it', async () => {
    const cells = (row: number, truth: string) =>
      `<row r="${row}"><c r="A${row}"><v>7680546372163</v></c><c r="B${row}"><v>3</v></c><c r="C${row}" t="b"><v>${truth}</v></c></row>`;
    const heading =
      '<row r="1"><c r="A1" t="str"><v>GTIN</v></c><c r="B1" t="str"><v>Menge</v></c><c r="C1" t="str"><v>Artikel</v></c></row>';
    const { lines } = await readLines(
      xlsxOfSheetData(heading + cells(2, '1') + cells(3, '5') + cells(4, '0')),
    );
    expect(lines.map((line) => line.description_read)).toEqual(['TRUE', 'TRUE', 'FALSE']);
  });

  test('errors, booleans and dates are no quantities', async () => {
    const cell = (type: string, value: string) => `<c r="B9" t="${type}"><v>${value}</v></c>`;
    const rows = [cell('e', '#N/A'), cell('b', '1'), cell('d', '2025-01-31')].map(
      (c, i) =>
        `<row r="${i + 3}"><c r="A${i + 3}"><v>7680546372163</v></c>${c.replace('B9', `B${i + 3}`)}</row>`,
    );
    const first = '<row r="2"><c r="A2"><v>7680546372163</v></c><c r="B2"><v>5</v></c></row>';
    const { report } = await readLines(withBody(first + rows.join('')));
    expect(report.skipped.byReason.quantity_unreadable).toBe(3);
    expect(report.skipped.rows.map((r) => r.values[1])).toEqual(['#N/A', 'TRUE', '2025-01-31']);
  });

  test('an inline string in <v> and a number in <is> are both read', async () => {
    const body =
      '<row r="2"><c r="A2" t="inlineStr"><v>7680546372163</v></c><c r="B2"><is><t>5</t></is></c></row>';
    expect(await read(withBody(body))).toEqual(ONE_LINE);
  });

  test('empty cells of every form are empty', async () => {
    const body =
      '<row r="2"><c r="A2"><v>7680546372163</v></c><c r="B2"><v>5</v></c><c r="C2" s="1"/><c r="D2"></c><c r="E2"><v/></c><c r="F2" t="s"><v></v></c><c r="G2" t="inlineStr"><is/></c></row>' +
      '<row r="3"><c r="A3" s="1"/><c r="B3" t="str"><v>  </v></c></row><row r="4"/>';
    const { report, lines } = await readLines(withBody(body));
    expect(bought(lines)).toEqual(ONE_LINE);
    expect(report.rowsRead).toBe(1);
  });

  test('a 1904 workbook has the same numbers', async () => {
    const parts = workbookParts([
      {
        xml: sheetXml(`${HEADING}<row r="2"><c r="A2"><v>7680546372163</v></c><c r="B2"><v>5</v></c></row>`),
      },
    ]);
    const workbook = String(parts.get('xl/workbook.xml'));
    parts.set('xl/workbook.xml', workbook.replace('<sheets>', '<workbookPr date1904="1"/><sheets>'));
    expect(await read(zipParts(parts))).toEqual(ONE_LINE);
  });
});

describe('text', () => {
  const describedBy = async (cell: string, sharedStrings?: string) => {
    const heading =
      '<row r="1"><c r="A1" t="str"><v>GTIN</v></c><c r="B1" t="str"><v>Menge</v></c><c r="C1" t="str"><v>Bezeichnung</v></c></row>';
    const body = `<row r="2"><c r="A2"><v>7680546372163</v></c><c r="B2"><v>5</v></c>${cell}</row>`;
    const { lines } = await readLines(xlsxOfSheetData(heading + body, sharedStrings));
    return lines[0]!.description_read;
  };

  test('rich text is joined, without phonetic runs', async () => {
    const is =
      '<is><r><rPr><b/></rPr><t>Dafal</t></r><rPh sb="0" eb="1"><t>ダファ</t></rPh><r><t>gan</t></r><phoneticPr fontId="1"/></is>';
    expect(await describedBy(`<c r="C2" t="inlineStr">${is}</c>`)).toBe('Dafalgan');
  });

  test('shared strings are plain, rich, empty and self-closing', async () => {
    const items = [
      '<si><t>Dafalgan</t></si>',
      '<si><r><t>Acti</t></r><r><rPr><i/></rPr><t xml:space="preserve">lyse </t></r><rPh sb="0" eb="1"><t>x</t></rPh></si>',
      '<si><t/></si>',
      '<si/>',
      '<si><t></t></si>',
      '<si><t>after</t></si>',
    ];
    const strings = sharedStringsXml(items);
    const at = (index: number) => describedBy(`<c r="C2" t="s"><v>${index}</v></c>`, strings);
    expect(await at(0)).toBe('Dafalgan');
    expect(await at(1)).toBe('Actilyse ');
    expect(await at(2)).toBe('');
    expect(await at(3)).toBe('');
    expect(await at(4)).toBe('');
    expect(await at(5)).toBe('after');
  });

  test('entities, character references and CDATA are resolved', async () => {
    const text = '&lt;A&amp;B&gt; &quot;&apos; &#228;&#xE4;&#x1F48A; <![CDATA[<5 & 6>]]>';
    expect(await describedBy(`<c r="C2" t="inlineStr"><is><t>${text}</t></is></c>`)).toBe(
      '<A&B> "\' ää💊 <5 & 6>',
    );
  });

  test("Excel's own escapes are resolved", async () => {
    const cell = (text: string) => describedBy(`<c r="C2" t="inlineStr"><is><t>${text}</t></is></c>`);
    expect(await cell('a_x000D_b')).toBe('a b');
    expect(await cell('a_x005F_x000D_b')).toBe('a_x000D_b');
    expect(await cell('_xD83D__xDC8A_')).toBe('💊');
    expect(await cell('_x00e4_')).toBe('ä');
    expect(await cell('_x12_')).toBe('_x12_');
  });

  test('comments and instructions between and inside elements are no text', async () => {
    const cell = '<!-- a < b > --><c r="C2" t="inlineStr"><?x y?><is><t>Dafal<!-- x -->gan</t></is></c>';
    expect(await describedBy(cell)).toBe('Dafalgan');
  });

  test('line breaks, tabs, quotes, commas and NUL escapes cannot break the lines file', async () => {
    const text = '"a",b;&#10;c&#13;&#10;d\te_x0000_f';
    expect(await describedBy(`<c r="C2" t="inlineStr"><is><t>${text}</t></is></c>`)).toBe('"a",b; c  d e f');
  });
});

describe('markup', () => {
  const body = `${HEADING}<row r="2"><c r="A2"><v>7680546372163</v></c><c r="B2"><v>5</v></c></row>`;

  test('prefixed namespaces are read', async () => {
    const prefixed = body.replaceAll(/<(\/?)(\w)/g, '<$1x:$2');
    const sheet = `<x:worksheet xmlns:x="${MAIN}"><x:sheetData>${prefixed}</x:sheetData></x:worksheet>`;
    const parts = workbookParts([{ xml: sheet }]);
    const workbook = `<x:workbook xmlns:x="${MAIN}" xmlns:rel="${RELATIONSHIPS}"><x:sheets><x:sheet name="A" sheetId="1" rel:id="rId1"/></x:sheets></x:workbook>`;
    parts.set('xl/workbook.xml', workbook);
    expect(await read(zipParts(parts))).toEqual(ONE_LINE);
  });

  test('strict OOXML is read', async () => {
    const strict = 'http://purl.oclc.org/ooxml/';
    const parts = workbookParts([{ xml: sheetXml(body) }]);
    for (const [name, text] of parts) {
      parts.set(
        name,
        String(text)
          .replaceAll(MAIN, `${strict}spreadsheetml/main`)
          .replaceAll(RELATIONSHIPS, `${strict}officeDocument/relationships`),
      );
    }
    expect(await read(zipParts(parts))).toEqual(ONE_LINE);
  });

  test('single quotes, blanks in tags and line breaks between them are read', async () => {
    const loose = body.replaceAll('"', "'").replaceAll('><', '\n >\r\n\t<');
    expect(await read(xlsxOfSheetData(loose))).toEqual(ONE_LINE);
  });

  test.each([
    ['UTF-8 with byte order mark', (xml: string) => Buffer.from(`\ufeff${xml}`)],
    [
      'UTF-16 little endian',
      (xml: string) => Buffer.from(`\ufeff${xml.replace('UTF-8', 'UTF-16')}`, 'utf16le'),
    ],
    ['UTF-16 big endian', (xml: string) => Buffer.from(`\ufeff${xml}`, 'utf16le').swap16()],
    ['UTF-16 without byte order mark', (xml: string) => Buffer.from(xml, 'utf16le')],
    ['ISO-8859-1', (xml: string) => Buffer.from(xml.replace('UTF-8', 'ISO-8859-1'), 'latin1')],
  ])('%s is read', async (_name, encode) => {
    const heading =
      '<row r="1"><c r="A1" t="str"><v>Code EAN</v></c><c r="B1" t="str"><v>Quantité</v></c><c r="C1" t="str"><v>Désignation</v></c></row>';
    const line =
      '<row r="2"><c r="A2"><v>7680546372163</v></c><c r="B2"><v>5</v></c><c r="C2" t="str"><v>Crème à l’été äöü</v></c></row>';
    const apostrophe = encode('’').length === 1 ? "'" : '’';
    const parts = workbookParts([{}]);
    for (const [name, text] of parts) parts.set(name, encode(String(text)));
    parts.set('xl/worksheets/sheet1.xml', encode(sheetXml(heading + line.replace('’', apostrophe))));
    const { lines } = await readLines(zipParts(parts));
    expect(lines[0]!.description_read).toBe(`Crème à l${apostrophe}été äöü`);
  });

  test('an encoding we cannot read is named', async () => {
    const parts = workbookParts([{ xml: sheetXml(body).replace('UTF-8', 'EBCDIC-CP-CH') }]);
    const error = await refusal(zipParts(parts));
    expect([error.code, error.params.encoding]).toEqual(['import_encoding_unsupported', 'EBCDIC-CP-CH']);
  });

  test('bytes that are no UTF-8 are refused', async () => {
    const parts = workbookParts([{}]);
    parts.set('xl/worksheets/sheet1.xml', Buffer.from(sheetXml(body.replace('Menge', 'Mengé')), 'latin1'));
    expect((await refusal(zipParts(parts))).code).toBe('import_xml_damaged');
  });
});

describe('packaging', () => {
  const sheet = sheetXml(
    `${HEADING}<row r="2"><c r="A2"><v>7680546372163</v></c><c r="B2"><v>5</v></c></row>`,
  );

  test.each([
    ['absolute', '/xl/worksheets/sheet1.xml'],
    ['absolute in other case', '/XL/Worksheets/Sheet1.XML'],
    ['with backslashes', 'worksheets\\sheet1.xml'],
    ['from the root without slash', 'xl/worksheets/sheet1.xml'],
    ['with dots', '../xl/./worksheets/sheet1.xml'],
  ])('a part path %s is found', async (_name, target) => {
    const parts = workbookParts([{ xml: sheet }]);
    const name = 'xl/_rels/workbook.xml.rels';
    parts.set(name, String(parts.get(name)).replace('worksheets/sheet1.xml', target));
    expect(await read(zipParts(parts))).toEqual(ONE_LINE);
  });

  test('entry names with backslashes, a leading slash and other case are found', async () => {
    const renamed = [...workbookParts([{ xml: sheet }])].map(([name, data]) => ({
      name: name.startsWith('xl/worksheets') ? '\\XL\\Worksheets\\sheet1.xml' : name.replace(/^xl/, '/xl'),
      data,
    }));
    expect(await read(zip(renamed))).toEqual(ONE_LINE);
  });

  test('a workbook that lies elsewhere is found by its relationship', async () => {
    const moved = [...workbookParts([{ xml: sheet }])].map(([name, data]) => ({
      name: name.replace(/^xl\//, 'office/').replace('workbook.xml', 'book.xml'),
      data: String(data).replaceAll('xl/workbook.xml', 'office/book.xml'),
    }));
    expect(await read(zip(moved))).toEqual(ONE_LINE);
  });

  test.each([
    ['stored entries', { store: true }],
    ['sizes behind the data', { descriptor: true }],
    ['zip64 sizes', { zip64: true }],
  ])('%s are read', async (_name, how) => {
    const parts = [...workbookParts([{ xml: sheet }])].map(([name, data]) => ({ name, data, ...how }));
    expect(await read(zip(parts))).toEqual(ONE_LINE);
  });

  test('an archive comment and bytes behind the archive do no harm', async () => {
    const parts = [...workbookParts([{ xml: sheet }])].map(([name, data]) => ({ name, data }));
    const file = Buffer.concat([zip(parts, { comment: 'written by hand' }), Buffer.from('\r\n\r\n')]);
    expect(await read(file)).toEqual(ONE_LINE);
  });

  test('a workbook with macros is read, and they are not looked at', async () => {
    const typed = workbookParts([{ xml: sheet }]);
    const types = String(typed.get('[Content_Types].xml'));
    typed.set(
      '[Content_Types].xml',
      types.replace(
        /application\/vnd.openxml\S+sheet.main\+xml/,
        'application/vnd.ms-excel.sheet.macroEnabled.main+xml',
      ),
    );
    expect(await read(zipParts(typed))).toEqual(ONE_LINE);
    const project = workbookParts([{ xml: sheet }]).set('xl/vbaProject.bin', 'x');
    expect(await read(zipParts(project))).toEqual(ONE_LINE);
  });

  test('external links are not followed', async () => {
    const parts = workbookParts([{ xml: sheet }]);
    const name = 'xl/_rels/workbook.xml.rels';
    const link = `<Relationship Id="rId9" Type="${RELATIONSHIPS}/externalLink" Target="http://attacker.example/x" TargetMode="External"/>`;
    parts.set(name, String(parts.get(name)).replace('</Relationships>', `${link}</Relationships>`));
    expect(await read(zipParts(parts))).toEqual(ONE_LINE);
  });

  test('a chart sheet is passed over', async () => {
    const parts = workbookParts([{ name: 'Chart' }, { name: 'Data', xml: sheet }]);
    const name = 'xl/_rels/workbook.xml.rels';
    const rels = String(parts.get(name)).replace(
      '/worksheet" Target="worksheets/sheet1.xml"',
      '/chartsheet" Target="chartsheets/sheet1.xml"',
    );
    parts.set(name, rels);
    parts.delete('xl/worksheets/sheet1.xml');
    expect((await readLines(zipParts(parts))).report.sheet).toBe('Data');
  });

  test('a declaration is optional', async () => {
    const parts = workbookParts([{ xml: sheet }]);
    for (const [name, text] of parts) parts.set(name, String(text).replace(DECLARATION, ''));
    expect(await read(zipParts(parts))).toEqual(ONE_LINE);
  });
});
