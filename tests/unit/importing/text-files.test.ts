import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { CsvReader, type Quoting } from '#server/workbooks/reading/csv-reader.ts';
import { ImportError } from '#server/workbooks/reading/import-error.ts';
import { LIMITS } from '#server/workbooks/reading/limits.ts';
import type { TextChoice } from '#shared/schemas/preview.ts';
import { bought, readLines, refusal } from '#tests/support/read-lines.ts';
import { type Seeded, seeded } from '#tests/support/seeded.ts';
import { xlsxOfRows } from '#tests/support/xlsx-builder.ts';

const GTIN = '7680546372163';
const OTHER = '7680578990021';

/** Cells row by row, as they come when the text arrives in pieces of so many bytes. */
function cells(
  text: string,
  { separator = ';', piece = 1_000_000, quoting = undefined as Quoting | undefined } = {},
): string[][] {
  const reader = new CsvReader(separator, LIMITS, quoting);
  const rows: string[][] = [];
  const take = () => {
    while (reader.nextRow()) {
      const { row } = reader;
      const found: string[] = [];
      for (let i = 0; i < row.count; i++) found[row.columns[i]!] = row.text(row.columns[i]!);
      rows.push(Array.from(found, (cell) => cell ?? ''));
    }
  };
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += piece) {
    reader.push(bytes.subarray(at, at + piece));
    take();
  }
  reader.finish();
  take();
  return rows;
}

describe('cells of a text', () => {
  test.each([
    [
      'a;b\r\nc;d\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a;b\rc\n\nd', [['a', 'b'], ['c'], [], ['d']]],
    [';;a;', [['', '', 'a']]],
    [
      '"a"; "b;c";\t"d" \r\n "e" ;f',
      [
        ['a', 'b;c', 'd'],
        ['e', 'f'],
      ],
    ],
    [
      'a; "offen\r\nb; "c";d',
      [
        ['a', ' "offen'],
        ['b', 'c', 'd'],
      ],
    ],
    ['"a\r\nb" ;c', [['"a'], ['b" ', 'c']]],
    ['"a;b";"c\r\nd";"e""f"', [['a;b', 'c\r\nd', 'e"f']]],
    ['"";"""";""""""', [['', '"', '""']]],
    [
      '"Hansaplast" classic;5\n"Foo;6\n"Bar";7',
      [
        ['"Hansaplast" classic', '5'],
        ['"Foo', '6'],
        ['Bar', '7'],
      ],
    ],
    ['5" Tube;="0012345";"offen', [['5" Tube', '="0012345"', '"offen']]],
    ['Zürich;€;💊', [['Zürich', '€', '💊']]],
  ])('%j, in whatever pieces it comes', (text, rows) => {
    for (const piece of [1, 2, 3, 7, 1_000_000]) expect(cells(text, { piece })).toEqual(rows);
  });

  test('where a text has backslashes before quotes within its cells, such a quote ends none', () => {
    const text = '"a\\"b;c";"d\\\\";"5\\"";e\\\r\n"f""g";h';
    const quoting = { quote: '"', hasBackslashes: true } as const;
    for (const piece of [1, 2, 3, 7, 1_000_000]) {
      expect(cells(text, { piece, quoting })).toEqual([
        ['a"b;c', 'd\\', '5"', 'e\\'],
        ['f"g', 'h'],
      ]);
    }
  });

  test('where apostrophes quote, quotes are characters', () => {
    const quoting = { quote: "'", hasBackslashes: false } as const;
    expect(cells(`'5" Tube; klein';'d''Avène'`, { quoting })).toEqual([['5" Tube; klein', "d'Avène"]]);
  });

  test('a text of a million characters is refused with its row', () => {
    const read = () => cells(`a;b\n${'x'.repeat(1_000_000)}`);
    expect(read).toThrow(expect.objectContaining({ code: 'import_text_damaged', params: { row: 2 } }));
  });

  test.each([
    ['wider than a sheet', 'x;'.repeat(6_000_000)],
    ['longer than there is room for', `${'x'.repeat(200_000)};`.repeat(60)],
  ])('a row that is %s is refused before all of it is kept', (_name, row) => {
    const read = () => cells(`a\n${row}`, { piece: 100_000 });
    expect(read).toThrow(expect.objectContaining({ code: 'import_text_damaged', params: { row: 2 } }));
  });

  test('more rows than a sheet has are refused', () => {
    expect(() => cells('\n'.repeat(1_048_577))).toThrow(
      expect.objectContaining({ code: 'import_too_many_rows' }),
    );
  });
});

describe('a text file is read as it was written', () => {
  const rows = [
    ['Bestellungen 2025'],
    [],
    ['GTIN', 'Artikel', 'Menge', 'Preis'],
    [GTIN, 'Crème für Ärzte', '12', "1'234.50"],
    [OTHER, 'Löffel', '3', '0.95'],
  ];
  const text = (separator: string) => rows.map((row) => row.join(separator)).join('\r\n');

  test.each([
    ['semicolons in UTF-8', Buffer.from(text(';')), ';', 'utf-8'],
    ['commas in UTF-8 with a mark', Buffer.from(`\ufeff${text(',')}`), ',', 'utf-8'],
    ['tabs in UTF-16 with a mark', Buffer.from(`\ufeff${text('\t')}`, 'utf16le'), '\t', 'utf-16le'],
    ['tabs in UTF-16 without one', Buffer.from(text('\t'), 'utf16le'), '\t', 'utf-16le'],
    [
      'bars in UTF-16 of the other order',
      Buffer.from(`\ufeff${text('|')}`, 'utf16le').swap16(),
      '|',
      'utf-16be',
    ],
    ['semicolons in Windows-1252', Buffer.from(text(';'), 'latin1'), ';', 'windows-1252'],
    ['what the file says of itself', Buffer.from(`sep=|\r\n${text('|')}`), '|', 'utf-8'],
  ])('%s', async (_name, file, separator, encoding) => {
    const { report, lines } = await readLines(file);
    expect(report).toMatchObject({
      sheet: 'CSV',
      headingRow: 3,
      imported: 2,
      text: { separator, encoding, decimal: '.' },
    });
    expect(lines.map((line) => line.description_read)).toEqual(['Crème für Ärzte', 'Löffel']);
    expect(bought(lines)).toEqual([
      [GTIN, 12],
      [OTHER, 3],
    ]);
  });

  test('a euro sign of Windows is one', async () => {
    const file = Buffer.concat([
      Buffer.from('GTIN;Artikel;Menge\n7680546372163;'),
      Buffer.from([0x80, 0x20, 0xe4]),
      Buffer.from(';5\n'),
    ]);
    const { lines } = await readLines(file);
    expect(lines[0]!.description_read).toBe('€ ä');
  });

  test.each([
    ['12,50', '1.000', ',', 1000],
    ['1.234,5', '1.000', ',', 1000],
    ['12.50', '1.000', '.', 1],
    ["1'234.5", '1,000', '.', 1000],
    ['12,50', '12,000', ',', 12],
  ])(
    'beside a price of %s a quantity of %s counts with %j as its decimal sign',
    async (price, quantity, decimal, packs) => {
      const { report, lines } = await readLines(
        Buffer.from(`GTIN;Menge;Preis\n${GTIN};${quantity};${price}\n`),
      );
      expect(report.text!.decimal).toBe(decimal);
      expect(bought(lines)).toEqual([[GTIN, packs]]);
    },
  );

  test.each([
    ['months', ['01.2025', '12.2025']],
    ['months, the year first', ['2025.10', '2025.11']],
    ['months of one quarter', ['10.2025', '11.2025']],
    ['months with two digits of the year', ['12.25', '12.25']],
    ['weeks', ['27.2025', '28.2025']],
    ['days', ['31.12', '15.3']],
    ['codes, of which some begin with a zero', ['10.50', '07.10']],
    ['codes of three parts', ['123.456.789', '1.234.567']],
    ['numbers with a point and numbers with a comma', ['12.50', '12,50']],
  ])('%s do not say whether 3,000 packs are three or three thousand', async (_name, [first, second]) => {
    const { report, lines } = await readLines(
      Buffer.from(`GTIN;Angabe;Menge\n${GTIN};${first};3,000\n${OTHER};${second};5\n`),
    );
    expect(report.text!.decimal).toBeNull();
    expect(report.skipped.byReason.quantity_ambiguous).toBe(1);
    expect(bought(lines)).toEqual([[OTHER, 5]]);
  });

  test('prices with a point do not say so where it would part a pack', async () => {
    const { report, lines } = await readLines(
      Buffer.from(`GTIN;Menge;Preis\n${GTIN};1.250;12.50\n${OTHER};2.000;3.40\n${OTHER};7;3.40\n`),
    );
    expect(report.skipped.byReason.quantity_ambiguous).toBe(2);
    expect(bought(lines)).toEqual([[OTHER, 7]]);
  });

  test('what stands above the headings does not say how numbers below them are written', async () => {
    const { report } = await readLines(
      Buffer.from(`Zeitraum;01.2025;12.2025\nRabatt;2.50\nGTIN;Monat;Menge\n${GTIN};x;3,000\n${OTHER};x;5\n`),
    );
    expect(report.text!.decimal).toBeNull();
    expect(report.skipped.byReason.quantity_ambiguous).toBe(1);
  });

  test('prices with commas say it beside a month in every row, also beside rows without a price', async () => {
    const rows = Array.from({ length: 99 }, (_, i) => `${OTHER};10.2025;1;${i < 97 ? '12,50' : ''}\n`);
    const { report, lines } = await readLines(
      Buffer.from(`GTIN;Monat;Menge;Preis\n${GTIN};10.2025;3,000;12,50\n${rows.join('')}`),
    );
    expect(report.text!.decimal).toBe(',');
    expect(bought(lines)[0]).toEqual([GTIN, 3]);
  });

  test('a column says it by what can be nothing else, though some of it could be a day', async () => {
    const { report, lines } = await readLines(
      Buffer.from(`GTIN;Menge;Preis\n${GTIN};3,000;12.05\n${OTHER};5;0.95\n`),
    );
    expect(report.text!.decimal).toBe('.');
    expect(bought(lines)).toEqual([
      [GTIN, 3000],
      [OTHER, 5],
    ]);
  });

  test.each([
    [
      ['5,000', '1.234,000', '3,000-'],
      [5, 1234, -3],
    ],
    [
      ['5.000', '1,234.000', '2.000'],
      [5, 1234, 2],
    ],
    [
      ['5,000 ST', '12,0 ST', '1.000 ST'],
      [5, 12, 1000],
    ],
    [
      ['0,000', '3,000', '12,000'],
      [0, 3, 12],
    ],
    [
      ['1234.000', '5.000', '2'],
      [1234, 5, 2],
    ],
  ])('quantities say it of their own column, whatever stands beside it: %j', async (quantities, packs) => {
    const rows = quantities.map((quantity) => `${GTIN};${quantity};12.50;7,5\n`).join('');
    const { lines } = await readLines(Buffer.from(`GTIN;Menge;Preis;Rabatt\n${rows}`));
    expect(bought(lines).map(([, quantity]) => quantity)).toEqual(packs);
  });

  test('weights say it of quantities beside them, and numbers of documents do not', async () => {
    const read = (beside: string, quantity: string) =>
      readLines(Buffer.from(`GTIN;Menge;Beleg\n${GTIN};${quantity};${beside}\n${OTHER};5;${beside}\n`));
    expect(bought((await read('0,250', '1.000')).lines)[0]).toEqual([GTIN, 1000]);
    expect((await read('2025.001', '1.000')).report.skipped.byReason.quantity_ambiguous).toBe(1);
  });

  test('a quantity far below says it of those above it', async () => {
    const rows = `${GTIN};2,000\n`.repeat(200);
    const { report, lines } = await readLines(Buffer.from(`GTIN;Menge\n${rows}${OTHER};1.234,000\n`));
    expect(report.text!.decimal).toBe(',');
    expect(report.skipped.total).toBe(0);
    expect(bought(lines).reduce((sum, [, packs]) => sum + packs, 0)).toBe(200 * 2 + 1234);
  });

  test('quantities that contradict each other say nothing', async () => {
    const rows = `${GTIN};2,000\n`.repeat(200);
    const { report } = await readLines(Buffer.from(`GTIN;Menge\n${GTIN};1,0\n${rows}${OTHER};1.0\n`));
    expect(report.text!.decimal).toBeNull();
    expect(report).toMatchObject({ imported: 2, skipped: { byReason: { quantity_ambiguous: 200 } } });
  });

  test('texts of a workbook follow the same, and what is chosen', async () => {
    const rows = (price: string) =>
      xlsxOfRows([
        ['GTIN', 'Menge', 'Preis'],
        [GTIN, '3,000', price],
        [OTHER, 5, 2.5],
      ]);
    const read = async (price: string, chosen?: TextChoice) => {
      const { lines, report } = await readLines(rows(price), undefined, chosen);
      return [bought(lines)[0], report.text];
    };
    expect(await read('12,50')).toEqual([[GTIN, 3], { decimal: ',' }]);
    expect(await read('12.50')).toEqual([[GTIN, 3000], { decimal: '.' }]);
    expect(await read('x')).toEqual([[OTHER, 5], { decimal: null }]);
    expect(await read('x', { decimal: ',' })).toEqual([[GTIN, 3], { decimal: ',' }]);
  });

  test('of a workbook it is said how texts were read only where some could be read in two ways', async () => {
    const said = async (...quantities: (string | number)[]) => {
      const rows = quantities.map((quantity) => [GTIN, quantity]);
      const { report } = await readLines(xlsxOfRows([['GTIN', 'Menge'], ...rows]));
      return report.text;
    };
    expect(await said(5, 1.5, '7', '12,00', "1'234")).toBeUndefined();
    expect(await said(5, '1.000')).toEqual({ decimal: null });
    await expect(said('1.000', '2.000')).rejects.toMatchObject({
      code: 'import_nothing_readable',
      sheets: [{ text: { decimal: null } }],
    });
  });

  test('a quantity that nothing explains is not guessed, and counts as it is chosen', async () => {
    const file = Buffer.from(`GTIN;Menge\n${GTIN};1.000\n${OTHER};5\n`);
    const { report } = await readLines(file);
    expect(report.text!.decimal).toBeNull();
    expect(report.skipped.byReason.quantity_ambiguous).toBe(1);
    expect(bought((await readLines(file, undefined, { decimal: ',' })).lines)).toEqual([
      [GTIN, 1000],
      [OTHER, 5],
    ]);
    expect(bought((await readLines(file, undefined, { decimal: '.' })).lines)).toEqual([
      [GTIN, 1],
      [OTHER, 5],
    ]);
  });

  test('what is chosen counts, and what makes no sense in it shows', async () => {
    const file = Buffer.from(`GTIN;Menge;Ort\n${GTIN};5;Zürich\n`, 'latin1');
    const { lines } = await readLines(
      Buffer.from(`GTIN;Menge;Artikel\n${GTIN};5;Zürich\n`, 'latin1'),
      undefined,
      {
        encoding: 'utf-8',
      },
    );
    expect(lines[0]!.description_read).toBe('Z\ufffdrich');
    const refused = readLines(file, undefined, { separator: '\t' });
    await expect(refused).rejects.toMatchObject({
      code: 'import_no_heading',
      sheets: [{ text: { separator: '\t', encoding: 'windows-1252', decimal: null } }],
    });
  });

  test('without known headings the separator of the most regular rows is taken', async () => {
    const { sheets } = await refusal(Buffer.from('Was, wo, wie\nx;1\ny;2\nz;3\n'));
    expect(sheets![0]!.text!.separator).toBe(';');
  });

  test('a zero, which PostgreSQL keeps in no text, is a blank', async () => {
    const filler = `${OTHER};1;x\n`.repeat(300);
    const { lines } = await readLines(Buffer.from(`GTIN;Menge;Artikel\n${filler}${GTIN};5;a\0b\n`));
    expect(lines.at(-1)!.description_read).toBe('a b');
  });

  test('rows of totals and repeated headings are told apart as in a workbook', async () => {
    const { report } = await readLines(Buffer.from(`GTIN;Menge\n${GTIN};5\nGTIN;Menge\n;\nTotal;5\nx;1\n`));
    expect(report).toMatchObject({ rowsRead: 5 - 1, imported: 1, emptyRows: 1, totalRowCount: 1 });
    expect(report.skipped.byReason).toMatchObject({ heading_repeated: 1, identifier_unreadable: 1 });
  });
});

describe('how a text is quoted is told by what it holds', () => {
  const quoted = async (rows: string[]) => {
    const { report, lines } = await readLines(Buffer.from(rows.join('\r\n')));
    return {
      text: lines.map((line) => line.description_read),
      packs: bought(lines),
      skipped: report.skipped,
    };
  };

  test('quotes behind blanks, as programs write them that put a comma and a blank', async () => {
    const { text, packs } = await quoted([
      '"GTIN", "Désignation", "Quantité"',
      `"${GTIN}", "Crème, 30 g", "5"`,
      `"${OTHER}",  "Gel" , "7"`,
    ]);
    expect(text).toEqual(['Crème, 30 g', 'Gel']);
    expect(packs).toEqual([
      [GTIN, 5],
      [OTHER, 7],
    ]);
  });

  test('backslashes before quotes, where one could neither end a cell nor be doubled', async () => {
    const { text, packs } = await quoted([
      '"GTIN","Articolo","Quantità"',
      `"${GTIN}","Crema \\"forte\\", 30 g","5"`,
      `"${OTHER}","Tubo 5\\"","7"`,
    ]);
    expect(text).toEqual(['Crema "forte", 30 g', 'Tubo 5"']);
    expect(packs).toEqual([
      [GTIN, 5],
      [OTHER, 7],
    ]);
  });

  test('a backslash at the end of a cell is one where nothing says otherwise', async () => {
    const { text, packs } = await quoted(['"GTIN";"Artikel";"Menge"', `"${GTIN}";"A\\";"5"`]);
    expect(text).toEqual(['A\\']);
    expect(packs).toEqual([[GTIN, 5]]);
  });

  test('apostrophes around whole cells of most rows', async () => {
    const { text, packs } = await quoted([
      "'GTIN','Item','Quantity'",
      `'${GTIN}','Cream, 30 g','5'`,
      `'${OTHER}','Crème d''Avène, 50 ml','7'`,
    ]);
    expect(text).toEqual(['Cream, 30 g', "Crème d'Avène, 50 ml"]);
    expect(packs).toEqual([
      [GTIN, 5],
      [OTHER, 7],
    ]);
  });

  test('apostrophes in numbers and names, and in front of codes, quote nothing', async () => {
    const { text, packs } = await quoted([
      'GTIN;Artikel;Menge',
      `'${GTIN};Crème d'Avène;1'234`,
      `'${OTHER};'Gel';'7`,
    ]);
    expect(text).toEqual(["Crème d'Avène", "'Gel'"]);
    expect(packs).toEqual([
      [GTIN, 1234],
      [OTHER, 7],
    ]);
  });

  test('a quantity with a quote that nothing closes is not read', async () => {
    const { packs, skipped } = await quoted(['GTIN;Menge', `${GTIN};"5`, `${OTHER};7`, `${OTHER};"3" `]);
    expect(packs).toEqual([
      [OTHER, 7],
      [OTHER, 3],
    ]);
    expect(skipped.rows).toMatchObject([{ row: 2, reason: 'quantity_unreadable' }]);
  });
});

test('a hundred damaged texts are read or refused with words, and every filled row is accounted for', async () => {
  const random = seeded(34);
  for (let i = 0; i < 100; i++) {
    const file = hostile(random);
    try {
      const { report, lines } = await readLines(file);
      expect(report.imported + report.skipped.total + report.totalRowCount).toBe(report.rowsRead);
      expect(lines.length).toBe(report.imported);
    } catch (error) {
      expect(error).toBeInstanceOf(ImportError);
    }
  }
});

/** A small good text, and then what goes wrong on the way: other encodings, pieces put in, doubled or cut off. */
function hostile(random: Seeded): Buffer {
  const separator = random.pick([';', ',', '\t', '|']);
  const good = ['GTIN', 'Menge', 'Artikel'].join(separator);
  const lines = Array.from({ length: random.below(50) }, (_, i) =>
    [random.pick([GTIN, OTHER, '60769', 'Total', '']), String(i - 3), 'Crème "fein"'].join(separator),
  );
  const text = `${good}\r\n${lines.join(random.pick(['\n', '\r\n', '\r']))}`;
  let file: Buffer = Buffer.from(text, random.pick(['utf8', 'latin1', 'utf16le'] as const));
  for (let i = random.below(6); i > 0; i--) {
    const at = random.below(file.length + 1);
    const piece = random.pick([
      Buffer.from('"'),
      Buffer.from(`${separator}"`),
      Buffer.from('""'.repeat(random.below(50_000))),
      Buffer.from(separator.repeat(random.below(100_000))),
      Buffer.from('\n'.repeat(random.below(200_000))),
      Buffer.from('9'.repeat(random.below(400_000))),
      Buffer.from([0, 0xff, 0xfe, 0x80, 0xed, 0xa0, 0x80]),
      Buffer.from('sep=;\n'),
      Buffer.from('\ufeff'),
      Buffer.from("=cmd|' /C calc'!A0"),
      file.subarray(0, random.below(file.length + 1)),
    ]);
    const rest = random.below(4) === 0 ? at + random.below(200) : at;
    file = Buffer.concat([file.subarray(0, at), piece, file.subarray(rest)]);
  }
  return file;
}

test('a hundred tables with quotes, separators and line breaks in their cells are read as csv-parse reads them', () => {
  const random = seeded(35);
  for (let i = 0; i < 100; i++) {
    const separator = random.pick([';', ',', '\t', '|']);
    const rows = Array.from({ length: 1 + random.below(20) }, () =>
      Array.from({ length: 1 + random.below(6) }, () =>
        Array.from({ length: random.below(5) }, () =>
          random.pick(['a', 'é', '"', separator, '\r\n', ' ']),
        ).join(''),
      ),
    );
    const written = (cell: string) => (/[";,\t|\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
    const text = rows.map((row) => row.map(written).join(separator)).join('\r\n');
    const expected = parse(text, {
      delimiter: separator,
      relax_column_count: true,
      record_delimiter: '\r\n',
    });
    const trimmed = (table: string[][]) =>
      table.map((row) => row.join(separator).replace(new RegExp(`[${separator}]+$`), ''));
    expect(trimmed(cells(text, { separator, piece: 1 + random.below(9) }))).toEqual(trimmed(expected));
  }
});
