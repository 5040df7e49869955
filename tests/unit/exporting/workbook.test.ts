import { crc32 } from 'node:zlib';
import { read } from '@e965/xlsx';
import { Float64, Int32, Table, tableToIPC, Utf8, vectorFromArray } from 'apache-arrow';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectedTexts } from '#server/platform/i18n/expected-delivery.ts';
import { makeWorkbook } from '#server/workbooks/writing/make-workbook.ts';
import type { Cell, Sheet, SheetColumn, Workbook } from '#server/workbooks/writing/workbook.ts';
import { combinedCrc32 } from '#server/workbooks/writing/zip.ts';
import { withoutBidiControls } from '#shared/plain-text.ts';
import { gtin } from '../../support/world.ts';
import {
  faultsOf,
  partsOf,
  rowsByOwnReader,
  rowsBySheetJs,
  scannedPictures,
  xmlOf,
} from '../../support/written-workbook.ts';

const text: SheetColumn = { heading: 'Text', kind: 'text' };

function workbook(sheet: Partial<Sheet>, ...more: Sheet[]): Workbook {
  const given = { name: 'Liste', columns: [text], rows: [], ...sheet };
  return {
    title: 'Sortimentsanalyse',
    author: 'Portal',
    created: '2026-03-01T10:00:00.500Z',
    pageOf: 'Seite &P von &N',
    moreColumns: 'Weitere Spalten',
    sheets: [given, ...more],
  };
}

const make = (sheet: Partial<Sheet>, ...more: Sheet[]) => makeWorkbook(workbook(sheet, ...more));

describe('what is written is read back by others', () => {
  const columns: SheetColumn[] = [
    { heading: 'Produkt', kind: 'text' },
    { heading: 'Packungen', kind: 'integer' },
    { heading: 'Packungen pro Monat', kind: 'packs' },
    { heading: 'Umsatz', kind: 'chf' },
    { heading: 'Anteil', kind: 'percent' },
    { heading: 'Seit', kind: 'date' },
    { heading: 'SL', kind: 'text', words: { true: 'Ja', false: 'Nein' } },
  ];
  const rows: Cell[][] = [
    ['Dafalgan 500 mg', 12, 1.25, 1234567.85, 0.256, '2024-02-29', true],
    ['Gelée royale', -3, 0, -0.05, 1, 'Ende 2026', false],
    [null, null, null, null, null, null, null],
    ['ÄöÜ €  ', 0, 0.333, 0, 0, '1999-12-31', null],
  ];

  test('a day that has passed says what it was', async () => {
    const expected = expectedTexts('de', '2026-11-24');
    const { Liste } = rowsBySheetJs(
      await make({
        columns: [{ heading: 'Erwartet', kind: 'date', expected }],
        rows: [['2026-11-23'], ['2026-11-24'], ['Ende 2025'], [null]],
      }),
    );
    expect(Liste!.slice(1, 4)).toEqual([
      ['war erwartet am 23.11.2026'],
      [new Date('2026-11-24T00:00:00Z')],
      ['Ende 2025'],
    ]);
  });

  test('a day that stands for its week says which, and that it has passed once its Sunday has', async () => {
    const expected = expectedTexts('de', '2026-11-24');
    const rows = ['2026-11-20', '2026-11-23', '2026-12-04', '2027-01-15'].map((weekOf) => [{ weekOf }]);
    const { Liste } = rowsBySheetJs(
      await make({ columns: [{ heading: 'Erwartet', kind: 'date', expected }], rows }),
    );
    expect(Liste!.slice(1)).toEqual([['war erwartet KW 47'], ['KW 48'], ['KW 49'], ['KW 2, 2027']]);
  });

  test('numbers, dates and texts, by SheetJS', async () => {
    const { Liste } = rowsBySheetJs(await make({ columns, rows }));
    expect(Liste).toEqual([
      columns.map(({ heading }) => heading),
      ['Dafalgan 500 mg', 12, 1.25, 1234567.85, 0.256, new Date('2024-02-29T00:00:00Z'), 'Ja'],
      ['Gelée royale', -3, 0, -0.05, 1, 'Ende 2026', 'Nein'],
      [null, null, null, null, null, null, null],
      ['ÄöÜ €  ', 0, 0.333, 0, 0, new Date('1999-12-31T00:00:00Z'), null],
    ]);
  });

  test('the same by the reader of uploads, dates as the days since 30 December 1899', async () => {
    const { Liste } = await rowsByOwnReader(await make({ columns, rows }));
    expect(Liste!.slice(1)).toEqual([
      ['Dafalgan 500 mg', '12', '1.25', '1234567.85', '0.256', '45351', 'Ja'],
      ['Gelée royale', '-3', '0', '-0.05', '1', 'Ende 2026', 'Nein'],
      [],
      ['ÄöÜ €  ', '0', '0.333', '0', '0', '36525'],
    ]);
  });

  test('numbers and days among lines to read, as such', async () => {
    const page: Sheet = {
      name: 'Angaben',
      form: 'page',
      columns: [text, text],
      rows: [
        ['Packungen', { kind: 'integer', value: 1234 }],
        ['Total', { kind: 'chf', value: 1234.5 }],
        ['Lieferung', { kind: 'date', value: '2026-02-28' }],
        ['Nachlieferung', { kind: 'date', value: 'unbekannt' }],
        ['Rabatt', { kind: 'chf', value: null }],
      ],
    };
    const bytes = await make({}, page);
    expect(faultsOf(bytes)).toEqual([]);
    expect(rowsBySheetJs(bytes).Angaben!.slice(1)).toEqual([
      ['Packungen', 1234],
      ['Total', 1234.5],
      ['Lieferung', new Date('2026-02-28T00:00:00Z')],
      ['Nachlieferung', 'unbekannt'],
      ['Rabatt', null],
    ]);
    const { Sheets } = read(bytes, { cellNF: true, cellDates: false });
    expect(['B2', 'B3', 'B4'].map((name) => Sheets.Angaben![name].z)).toEqual([
      '#,##0',
      '#,##0.00',
      'dd.mm.yyyy',
    ]);
  });

  test('a row is as high as the lines that its text breaks into', async () => {
    // Lines of 40 characters: one, three, and two of which each breaks.
    const columns: SheetColumn[] = [text, { heading: 'Bedeutung', kind: 'text', wide: 40 }];
    const rows = ['kurz', 'x'.repeat(81), `${'x'.repeat(50)}\n${'y'.repeat(50)}`].map((each) => ['a', each]);
    const sheet = partsOf(await make({ columns, rows }))
      .get('xl/worksheets/sheet1.xml')!
      .toString();
    expect(
      [...sheet.matchAll(/<row r="(\d)"(?: ht="(\d+)")?/g)].map(([, row, height]) => [row, height]),
    ).toEqual([
      ['1', '15'],
      ['2', undefined],
      ['3', '45'],
      ['4', '60'],
    ]);
  });

  test('numbers and dates have Swiss formats', async () => {
    const { Sheets } = read(await make({ columns, rows }), { cellNF: true, cellDates: false });
    const cell = (name: string) => Sheets.Liste![name];
    expect(['A2', 'B2', 'D2', 'F2'].map((name) => cell(name).z)).toEqual([
      '@',
      '#,##0',
      '#,##0.00',
      'dd.mm.yyyy',
    ]);
    expect(['B3', 'C2', 'D2', 'D3', 'E2'].map((name) => cell(name).w)).toEqual([
      '-3',
      '1.25',
      '1,234,567.85',
      '-0.05',
      '25.6%',
    ]);
  });

  test('any text and number there is comes back as it was, but for bidi controls', async () => {
    const cell = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.string());
    const numbers = fc.oneof(fc.integer(), fc.double({ noDefaultInfinity: true, noNaN: true }));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, numbers), { minLength: 1, maxLength: 20 }), async (pairs) => {
        const bytes = await make({ columns: [text, { heading: 'Zahl', kind: 'chf' }], rows: pairs });
        const expected = pairs.map(([word, number]) => [
          withoutBidiControls(word).toWellFormed(),
          String(number + 0),
        ]);
        const { Liste } = await rowsByOwnReader(bytes);
        expect(Liste!.slice(1)).toEqual(expected);
        expect(faultsOf(bytes)).toEqual([]);
      }),
      { numRuns: 60, seed: 7 },
    );
  });
});

test.each(['=1+1', '+41 44', '-2', '@SUM(A1)', '\t=1', '=cmd|/C calc!A0', '_x003D_1+1'])(
  '%j stays a text, also when it is edited',
  async (formula) => {
    const bytes = await make({ columns: [text], rows: [[formula]] });
    const cell = read(bytes, { cellFormula: true, cellNF: true, cellStyles: true }).Sheets.Liste!.A2;
    expect(cell).toMatchObject({ t: 's', v: formula, z: '@' });
    expect(cell.f).toBeUndefined();
  },
);

test('a text beyond what a cell holds is cut, with a sign', async () => {
  const { Liste } = rowsBySheetJs(await make({ rows: [['x'.repeat(40_000)]] }));
  expect(Liste![1]![0]).toBe(`${'x'.repeat(32_766)}…`);
});

test('a list has headings that stay, are printed on every page, and a filter; it fits the width of A4 on its side', async () => {
  const bytes = await make({ name: "O'Neill: Liste", columns: [text, text], rows: [['a', 'b']] });
  const parts = partsOf(bytes);
  const sheet = parts.get('xl/worksheets/sheet1.xml')!.toString();
  expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
  expect(sheet).toContain('<autoFilter ref="A1:B2"/>');
  expect(sheet).toContain('<pageSetUpPr fitToPage="1"/>');
  expect(sheet).toContain(
    '<pageSetup paperSize="9" fitToWidth="1" fitToHeight="0" orientation="landscape"/>',
  );
  expect(sheet).toContain('<oddFooter>&amp;RSeite &amp;P von &amp;N</oddFooter>');
  const names = xmlOf(parts.get('xl/workbook.xml')!).children.find(({ name }) => name === 'definedNames')!;
  expect(names.children.map(({ attributes }) => attributes.name)).toEqual([
    '_xlnm._FilterDatabase',
    '_xlnm.Print_Titles',
  ]);
  expect(parts.get('xl/workbook.xml')!.toString()).toContain(">'O''Neill  Liste'!$1:$1<");
});

test('a wide list prints as many columns as stand on a page across in letters of seven points', async () => {
  // 122 characters of ten points are 174 of seven: two columns of 63, not three.
  const wide = (count: number) =>
    make({
      name: 'Breit',
      columns: Array.from({ length: count }, () => text),
      rows: [Array.from({ length: count }, () => 'x'.repeat(80))],
    });
  const areaOf = (bytes: Uint8Array) =>
    /Print_Area" localSheetId="0">([^<]*)</.exec(partsOf(bytes).get('xl/workbook.xml')!.toString())?.[1];
  expect(areaOf(await wide(2))).toBeUndefined();
  const three = await wide(3);
  expect(areaOf(three)).toBe("'Breit'!$A$1:$B$2");
  // Paper says that there is more.
  const footerOf = (bytes: Uint8Array) =>
    /<oddFooter>(.*?)</.exec(partsOf(bytes).get('xl/worksheets/sheet1.xml')!.toString())?.[1];
  expect(footerOf(three)).toBe('&amp;LWeitere Spalten&amp;RSeite &amp;P von &amp;N');
  expect(footerOf(await wide(2))).toBe('&amp;RSeite &amp;P von &amp;N');
  expect(faultsOf(three)).toEqual([]);
  // What stands below the rows, outside of the filter, is printed with them.
  const totals = ['Total', null, null];
  const columns = [text, text, text];
  const summed = await make({ name: 'Breit', columns, rows: [columns.map(() => 'x'.repeat(80))], totals });
  expect(areaOf(summed)).toBe("'Breit'!$A$1:$B$3");
});

test('columns are as wide as their widest cell, from a few characters to sixty, and headings break', async () => {
  const columns: SheetColumn[] = [
    { heading: 'A', kind: 'text' },
    { heading: 'B', kind: 'text' },
    { heading: 'C', kind: 'chf' },
    { heading: 'Anzahl der Packungen', kind: 'integer' },
  ];
  const bytes = await make({ columns, rows: [['12345678', 'x'.repeat(300), 1234567.8, 1]] });
  const sheet = xmlOf(partsOf(bytes).get('xl/worksheets/sheet1.xml')!);
  const cols = sheet.children.find(({ name }) => name === 'cols')!.children;
  // 8 + 3; 60 + 3; 1’234’567.80 has 12 characters; Packungen has 9, the filter's arrow takes 3 and what figures keep free 2.
  expect(cols.map(({ attributes }) => attributes.width)).toEqual(['11', '63', '15', '14']);
});

test('headings have the lines that their words need, and days stand below theirs', async () => {
  const columns: SheetColumn[] = [
    { heading: 'CHF im Jahr', kind: 'chf' },
    { heading: 'Seit', kind: 'date' },
  ];
  const bytes = await make({ columns, rows: [[1, '2026-01-02']] });
  const parts = partsOf(bytes);
  // Jahr has 4 letters, beside which are 5: of 9 no two of the words have room.
  const sheet = parts.get('xl/worksheets/sheet1.xml')!.toString();
  expect(sheet).toContain('<row r="1" ht="45" customHeight="1">');
  const style = Number(/<c r="B2" s="(\d+)"/.exec(sheet)![1]);
  const styles = xmlOf(parts.get('xl/styles.xml')!).children.find(({ name }) => name === 'cellXfs')!.children;
  expect(styles[style]!.children[0]!.attributes).toMatchObject({ horizontal: 'left' });
});

test('the document says what it is, by whom and when', async () => {
  const bytes = await make({ rows: [['x']] });
  const { Props } = read(bytes);
  expect(Props).toMatchObject({ Title: 'Sortimentsanalyse', Author: 'Portal' });
  expect(partsOf(bytes).get('docProps/core.xml')!.toString()).toContain('>2026-03-01T10:00:00Z<');
});

test('names of sheets are made what spreadsheets allow, no two alike', async () => {
  const names = ["'Daten/2024'", 'x'.repeat(40), 'X'.repeat(40), '[]'];
  const [first, ...rest] = names.map((name) => ({ name, columns: [text], rows: [] }));
  const { SheetNames } = read(await make(first!, ...rest));
  expect(SheetNames).toEqual(['Daten 2024', 'x'.repeat(31), `${'X'.repeat(29)} 2`, 'Sheet']);
});

test('the checksum of pieces behind each other is that of the whole', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.uint8Array(), (first, second) => {
      const whole = crc32(Buffer.concat([first, second]));
      expect(combinedCrc32(crc32(first), crc32(second), second.length)).toBe(whole);
    }),
    { numRuns: 300, seed: 5 },
  );
  const [a, b] = [Buffer.alloc(3_000_001, 7), Buffer.alloc(2_097_152, 9)];
  expect(combinedCrc32(crc32(a), crc32(b), b.length)).toBe(crc32(Buffer.concat([a, b])));
});

test('the same workbook gives the same bytes', async () => {
  const sheet = { rows: [['a'], ['b']] };
  expect(Buffer.compare(await make(sheet), await make(sheet))).toBe(0);
});

test('rows of an Arrow stream are written like others', async () => {
  const table = new Table({
    qty: vectorFromArray([3, null, 5], new Int32()),
    chf: vectorFromArray([1.5, 2.25, null], new Float64()),
    name: vectorFromArray(['a', null, '=c'], new Utf8()),
  });
  const arrow = tableToIPC(table, 'stream');
  const columns: SheetColumn[] = [
    { heading: 'Name', kind: 'text' },
    { heading: 'CHF', kind: 'chf' },
    { heading: 'Packungen', kind: 'integer' },
  ];
  const { Liste } = rowsBySheetJs(await make({ columns, rows: { arrow, read: ['name', 'chf', 'qty'] } }));
  expect(Liste!.slice(1)).toEqual([
    ['a', 1.5, 3],
    [null, 2.25, null],
    ['=c', null, 5],
  ]);
});

test('a list to fill in keeps codes with leading zeros that are typed below its rows, and has no filter', async () => {
  const columns: SheetColumn[] = [
    { heading: 'PhCode', kind: 'text' },
    { heading: 'Menge', kind: 'integer' },
  ];
  const bytes = await make({ form: 'input', columns, rows: [['0012345', 2]] });
  expect(faultsOf(bytes)).toEqual([]);
  const sheet = partsOf(bytes).get('xl/worksheets/sheet1.xml')!.toString();
  const styles = partsOf(bytes).get('xl/styles.xml')!.toString();
  const used = [...sheet.matchAll(/<col [^>]*style="(\d+)"/g)].map(([, style]) => Number(style));
  const cells = [...styles.matchAll(/<xf numFmtId="(\d+)"[^>]*applyNumberFormat/g)].map(
    ([, format]) => format,
  );
  const formats = used.map(
    (style) => new RegExp(`numFmtId="${cells[style - 1]}" formatCode="([^"]+)"`).exec(styles)?.[1],
  );
  expect(formats).toEqual(['@', '#,##0']);
  expect(sheet).not.toContain('autoFilter');
  expect(partsOf(bytes).get('xl/workbook.xml')!.toString()).not.toContain('_FilterDatabase');
});

describe('barcodes', () => {
  const columns: SheetColumn[] = [
    { heading: 'GTIN', kind: 'text' },
    { heading: 'Barcode', kind: 'barcode', instead: 2 },
    { heading: 'Pharmacode', kind: 'text' },
  ];
  const gtins = ['768012345001', '768012345011', '768012345021', '768012345031'].map(gtin);
  const rows: Cell[][] = [
    [gtins[0]!, gtins[0]!, '1000001'],
    ['7680123450010', '7680123450010', '1000002'],
    [gtins[1]!, gtins[1]!, '1000003'],
    [null, null, '1000004'],
    [gtins[2]!, gtins[2]!, '1000005'],
    [gtins[3]!, gtins[3]!, '1000006'],
  ];

  test('each is scanned in its own row; where the GTIN is bad or missing a text stands', async () => {
    const bytes = await make({ name: 'Fakten', rows: [['x']] }, { name: 'Liste', columns, rows });
    expect(faultsOf(bytes)).toEqual([]);
    expect(await scannedPictures(bytes, 2)).toEqual([
      { row: 1, text: gtins[0] },
      { row: 3, text: gtins[1] },
      { row: 5, text: gtins[2] },
      { row: 6, text: gtins[3] },
    ]);
    const { Liste } = rowsBySheetJs(bytes);
    expect(Liste!.map((row) => row[1])).toEqual(['Barcode', null, '1000002', null, '1000004', null, null]);
  });

  test('what does not fit beside them at their size is not printed, so that a row is on one page', async () => {
    // 22 characters for the barcode; of the others 8 + 3 for the first, then 53 + 3 each: 11 + 22 + 56 is below 122.
    const long: SheetColumn = { heading: 'Lang', kind: 'text' };
    const bytes = await make({
      columns: [text, { heading: 'Barcode', kind: 'barcode' }, long, long],
      rows: [['12345678', gtins[0]!, 'x'.repeat(53), 'x'.repeat(53)]],
    });
    const book = partsOf(bytes).get('xl/workbook.xml')!.toString();
    expect(book).toContain('<definedName name="_xlnm.Print_Area" localSheetId="0">\'Liste\'!$A$1:$C$2<');
  });

  test('they are printed at their size, inside one cell of their row', async () => {
    const parts = partsOf(await make({ columns, rows }));
    const sheet = parts.get('xl/worksheets/sheet1.xml')!.toString();
    expect(sheet).toContain('<pageSetup paperSize="9" scale="100" orientation="landscape"/>');
    expect(sheet).not.toContain('fitToPage');
    expect(parts.get('xl/workbook.xml')!.toString()).toContain(">'Liste'!$1:$1<");
    // 270 dots of 300 to the inch are 64.8 points; 72 leave room.
    expect(sheet).toContain('<row r="2" ht="72" customHeight="1">');
    const drawing = parts.get('xl/drawings/drawing1.xml')!.toString();
    const [first] = drawing.match(/<xdr:from>.*?<\/xdr:to>/)!;
    const [fromColumn, fromX, fromRow, fromY, toColumn, toX, toRow, toY] = first!.match(/\d+/g)!.map(Number);
    expect([fromColumn, fromRow, toColumn, toRow]).toEqual([1, 1, 1, 1]);
    // 452 × 270 dots of 3,048 EMU.
    expect([toX! - fromX!, toY! - fromY!]).toEqual([452 * 3048, 270 * 3048]);
    // The column is 22 characters of 7 pixels and 5 more wide, 9,525 EMU each.
    expect(toX).toBeLessThan((22 * 7 + 5) * 9525);
  });
});

describe('writing takes place elsewhere', () => {
  const long = Array.from({ length: 30_000 }, (_, row) => [`Zeile ${row}`, row]);
  const columns: SheetColumn[] = [text, { heading: 'Zahl', kind: 'integer' }];

  test('whoever gives up is told so at once, and the next workbook is written all the same', async () => {
    const gone = new AbortController();
    const given = makeWorkbook(workbook({ columns, rows: long }), { signal: gone.signal });
    setTimeout(() => gone.abort(new Error('gone')), 10);
    await expect(given).rejects.toThrow('gone');
    expect(rowsBySheetJs(await make({ rows: [['x']] })).Liste).toHaveLength(2);
  });

  test('what fails there fails here', async () => {
    const arrow = tableToIPC(new Table({ a: vectorFromArray([1], new Int32()) }), 'stream');
    await expect(make({ rows: { arrow, read: ['b'] } })).rejects.toThrow('no column b');
  });
});
