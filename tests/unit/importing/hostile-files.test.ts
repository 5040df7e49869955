import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Measured, type MeasuredReader, startMeasuredReader } from '#tests/support/measured-reader.ts';
import { long } from '#tests/support/rounds.ts';
import {
  MAIN,
  repeatedPart,
  sheetXml,
  workbookParts,
  xlsx,
  xlsxOfSheetData,
  type ZipPart,
  zip,
} from '#tests/support/xlsx-builder.ts';

const MEGABYTE = 1024 * 1024;
const MOST_MEMORY = 300 * MEGABYTE;
const MOST_MILLISECONDS = 10_500;
const SHEET = 'xl/worksheets/sheet1.xml';
const HEADING = '<row r="1"><c r="A1" t="str"><v>GTIN</v></c><c r="B1" t="str"><v>Menge</v></c></row>';
const LINE = '<row r="2"><c r="A2"><v>7680546372163</v></c><c r="B2"><v>5</v></c></row>';
const START = `<worksheet xmlns="${MAIN}"><sheetData>${HEADING}${LINE}`;
const END = '</sheetData></worksheet>';

let reader: MeasuredReader;
beforeAll(() => {
  reader = startMeasuredReader();
});
afterAll(() => reader.close());

/** Reads a file in a process of its own and holds its time and memory against the bounds. */
async function withinBounds(file: Buffer): Promise<Measured> {
  const measured = await reader.read(file);
  expect(measured.milliseconds).toBeLessThan(MOST_MILLISECONDS);
  expect(measured.memory).toBeLessThan(MOST_MEMORY);
  return measured;
}

async function codeWithinBounds(file: Buffer) {
  return (await withinBounds(file)).code;
}

async function readWithinBounds(file: Buffer) {
  const { report, code } = await withinBounds(file);
  if (report === undefined) throw new Error(`The file was refused: ${code}`);
  return report;
}

/** A workbook one part of which is replaced. */
function withPart(part: ZipPart, sharedStrings?: string): Buffer {
  const parts: ZipPart[] = [...workbookParts([{ xml: START + END }], sharedStrings)]
    .filter(([name]) => name !== part.name)
    .map(([name, data]) => ({ name, data }));
  return zip([...parts, part]);
}

const GIGABYTE = 1024 * MEGABYTE;
const times = (bytes: number, block: string) => Math.floor(bytes / block.length);
const ROW = '<row><c><v>7680546372163</v></c><c><v>1</v></c></row>';

describe('a gigabyte in a small zip is refused by its size', () => {
  test.each([
    ['rows', () => repeatedPart(SHEET, START, ROW, times(GIGABYTE, ROW), END)],
    ['spaces', () => repeatedPart(SHEET, START, ' ', GIGABYTE, END)],
    [
      'one string',
      () => repeatedPart(SHEET, `${START}<row><c t="str"><v>`, 'x', GIGABYTE, `</v></c></row>${END}`),
    ],
    ['a comment', () => repeatedPart(SHEET, `${START}<!--`, 'x', GIGABYTE, `-->${END}`)],
  ])(
    '%s',
    async (_name, part) => {
      expect(await codeWithinBounds(withPart(part()))).toBe('import_unpacked_too_large');
    },
    30_000,
  );

  test('shared strings', async () => {
    const si = '<si><t>Dafalgan 500 mg, 20 Tabletten</t></si>';
    const part = repeatedPart(
      'xl/sharedStrings.xml',
      `<sst xmlns="${MAIN}">`,
      si,
      times(GIGABYTE, si),
      '</sst>',
    );
    expect(await codeWithinBounds(withPart(part, '<sst/>'))).toBe('import_unpacked_too_large');
  }, 30_000);

  test.each([1, 1_000_000, 600 * MEGABYTE])(
    'rows that claim to be %d bytes',
    async (size) => {
      const part = repeatedPart(SHEET, START, ROW, times(GIGABYTE, ROW), END);
      expect(await codeWithinBounds(withPart({ ...part, size }))).toBe('import_archive_damaged');
    },
    30_000,
  );
});

describe('half a gigabyte is within the bounds and takes bounded time and memory', () => {
  const HALF = 512 * MEGABYTE;

  test('more rows than a sheet has', async () => {
    const part = repeatedPart(SHEET, START, '<row><c/></row>', times(HALF, '<row><c/></row>'), END);
    expect(await codeWithinBounds(withPart(part))).toBe('import_cell_outside_sheet');
  }, 30_000);

  if (long)
    test('spaces', async () => {
      const report = await readWithinBounds(withPart(repeatedPart(SHEET, START, ' ', HALF, END)));
      expect(report.imported).toBe(1);
    }, 30_000);

  test('one string', async () => {
    const part = repeatedPart(SHEET, `${START}<row><c t="str"><v>`, 'x', HALF, `</v></c></row>${END}`);
    expect(await codeWithinBounds(withPart(part))).toBe('import_cell_too_large');
  }, 30_000);

  test('one string in a column nobody reads', async () => {
    const part = repeatedPart(
      SHEET,
      `${START}<row r="3"><c r="ZZ3" t="str"><v>`,
      'x',
      HALF,
      `</v></c></row>${END}`,
    );
    expect(await codeWithinBounds(withPart(part))).toBe('import_cell_too_large');
  }, 30_000);

  test('one tag', async () => {
    const part = repeatedPart(SHEET, `${START}<row spans="`, 'x', HALF, `"/>${END}`);
    expect(await codeWithinBounds(withPart(part))).toBe('import_xml_damaged');
  }, 30_000);

  test('one row of cells', async () => {
    const part = repeatedPart(
      SHEET,
      `${START}<row>`,
      '<c><v>1</v></c>',
      times(HALF, '<c><v>1</v></c>'),
      `</row>${END}`,
    );
    expect(await codeWithinBounds(withPart(part))).toBe('import_cell_outside_sheet');
  }, 30_000);

  test.each([
    ['empty', '<si/>'],
    ['short', '<si><t>a</t></si>'],
    ['long', `<si><t>${'Dafalgan '.repeat(1000)}</t></si>`],
  ])(
    '%s shared strings',
    async (_name, si) => {
      const part = repeatedPart(
        'xl/sharedStrings.xml',
        `<sst xmlns="${MAIN}">`,
        si,
        times(HALF, si),
        '</sst>',
      );
      expect(await codeWithinBounds(withPart(part, '<sst/>'))).toBe('import_shared_strings_too_large');
    },
    30_000,
  );

  if (long)
    test('merged cells', async () => {
      const merge = '<mergeCell ref="A1:XFD1048576"/>';
      const part = repeatedPart(
        SHEET,
        `${START}</sheetData><mergeCells>`,
        merge,
        times(HALF, merge),
        '</mergeCells></worksheet>',
      );
      expect((await readWithinBounds(withPart(part))).imported).toBe(1);
    }, 30_000);

  test('nested elements', async () => {
    const part = repeatedPart(SHEET, `${START}</sheetData>`, '<a>', times(HALF, '<a>'), '</worksheet>');
    expect(await codeWithinBounds(withPart(part))).toBe('import_xml_damaged');
  }, 30_000);

  if (long)
    test('a million rows with ten cells each, all of them imported', async () => {
      const row = `<row><c><v>7680546372163</v></c><c><v>1</v></c>${'<c t="str"><v>Dafalgan</v></c>'.repeat(10)}</row>`;
      const report = await readWithinBounds(withPart(repeatedPart(SHEET, START, row, 1_000_000, END)));
      expect(report.imported).toBe(1_000_001);
    }, 30_000);
});

describe('300,000 rows take bounded time, whatever is in them', () => {
  const text = (value: string) => `<c t="str"><v>${value}</v></c>`;

  test.each([
    ['no codes', text('').repeat(2) + text('Todesursache').repeat(8), [1, 300_000]],
    ['codes and quantities that need thought', text('7680 54637 216 3') + text("1'000.00"), [300_001, 0]],
    [
      'references and escapes',
      text('&#55;680546372163') + text('1') + text('A &amp; B_x0041_'),
      [300_001, 0],
    ],
    ['formulas', '<c><f>A1</f><v>7680546372163</v></c><c><f>1+1</f><v>2</v></c>', [300_001, 0]],
    ['unreadable quantities', text('7680546372163') + text('viele'), [1, 300_000]],
  ])(
    '%s',
    async (_name, cells, expected) => {
      const part = repeatedPart(SHEET, START, `<row>${cells}</row>`, 300_000, END);
      const report = await readWithinBounds(withPart(part));
      expect([report.imported, report.skipped.total]).toEqual(expected);
    },
    30_000,
  );
});

describe('entities and document types are refused', () => {
  const laughs = `<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>`;

  test.each([
    ['an entity bomb', `${laughs}${sheetXml(HEADING + LINE.replace('5', '&b;')).replace(/^<\?.*?\?>/, '')}`],
    ['an external entity', `<!DOCTYPE x SYSTEM "file:///etc/passwd">${START}${END}`],
    ['a document type in lower case', `<!doctype html>${START}${END}`],
  ])('%s', async (_name, xml) => {
    const code = await codeWithinBounds(xlsx([{ xml }]));
    expect(code).toBe(xml.startsWith('<!doctype') ? 'import_xml_damaged' : 'import_document_type');
  });

  test('in the workbook and in the shared strings too', async () => {
    for (const name of ['xl/workbook.xml', 'xl/sharedStrings.xml']) {
      const part = { name, data: `${laughs}<workbook/>` };
      expect(await codeWithinBounds(withPart(part, '<sst/>'))).toBe('import_document_type');
    }
  });
});

describe('wide claims cost nothing', () => {
  test('a million empty formatted rows', async () => {
    const row = '<row s="1" customFormat="1"><c s="1"/><c s="1"/><c s="1"/></row>';
    const report = await readWithinBounds(withPart(repeatedPart(SHEET, START, row, 1_000_000, END)));
    expect([report.imported, report.rowsRead, report.emptyRows]).toEqual([1, 1, 0]);
  }, 30_000);

  test('merges, validations, filters and formats over whole columns', async () => {
    const all = 'A1:XFD1048576';
    const after =
      `<autoFilter ref="${all}"/><mergeCells count="1"><mergeCell ref="${all}"/></mergeCells>` +
      `<conditionalFormatting sqref="${all}"><cfRule type="expression" priority="1"><formula>1</formula></cfRule></conditionalFormatting>` +
      `<dataValidations count="1"><dataValidation type="list" sqref="${all}"><formula1>"a,b"</formula1></dataValidation></dataValidations>` +
      `<hyperlinks><hyperlink ref="${all}" location="x"/></hyperlinks>`;
    const before = `<dimension ref="${all}"/><cols><col min="1" max="16384" width="9" style="1"/></cols>`;
    const report = await readWithinBounds(xlsx([{ xml: sheetXml(HEADING + LINE, after, before) }]));
    expect(report.imported).toBe(1);
  });

  test('defined names over whole columns', async () => {
    const parts = workbookParts([{ xml: sheetXml(HEADING + LINE) }]);
    const names =
      '<definedNames><definedName name="all">Sheet1!$A$1:$XFD$1048576</definedName></definedNames>';
    const workbook = String(parts.get('xl/workbook.xml')).replace('</workbook>', `${names}</workbook>`);
    const file = zip(
      [...parts].map(([name, data]) => ({ name, data: name === 'xl/workbook.xml' ? workbook : data })),
    );
    expect((await readWithinBounds(file)).imported).toBe(1);
  });

  test('ten thousand parts and five hundred sheets are the most', async () => {
    const parts: ZipPart[] = [...workbookParts([{ xml: sheetXml(HEADING + LINE) }])].map(([name, data]) => ({
      name,
      data,
    }));
    for (let i = 0; i < 10_000; i++) parts.push({ name: `xl/media/${i}.png`, data: '' });
    expect(await codeWithinBounds(zip(parts))).toBe('import_too_many_parts');
    const sheets = Array.from({ length: 501 }, () => ({ rows: [] }));
    expect(await codeWithinBounds(xlsx(sheets))).toBe('import_too_many_sheets');
  });

  test('many sheets over one large part count it once in size and are read in time', async () => {
    const row = '<row><c s="1"/><c s="1"/></row>';
    const part = repeatedPart(SHEET, START, row, 1_000_000, END);
    const sheets = Array.from({ length: 400 }, () => ({ part: SHEET }));
    const parts = [...workbookParts(sheets)]
      .filter(([name]) => name !== SHEET)
      .map(([name, data]) => ({ name, data }));
    expect((await readWithinBounds(zip([...parts, part]))).imported).toBe(1);
  }, 30_000);
});

test('headings and sheets named like properties of objects are names like any other', async () => {
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    const heading = HEADING.replace('</row>', `<c r="C1" t="str"><v>${name}</v></c></row>`);
    const line = LINE.replace('</row>', `<c r="C2" t="str"><v>${name}</v></c></row>`);
    const report = await readWithinBounds(xlsx([{ name, xml: sheetXml(heading + line) }]));
    expect([report.sheet, report.imported]).toEqual([name, 1]);
    const refused = await codeWithinBounds(xlsxOfSheetData(heading.replace('Menge', name)));
    expect(refused).toBe('import_no_quantity_heading');
  }
  expect(Object.keys({})).toEqual([]);
});
