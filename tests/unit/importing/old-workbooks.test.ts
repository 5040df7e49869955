import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BookType, utils, write } from '@e965/xlsx';
import CFB from 'cfb';
import { afterAll, expect, test } from 'vitest';
import { readStatistic } from '#server/statistics/lines/read-statistic.ts';
import { ImportError } from '#server/workbooks/reading/import-error.ts';
import { bought, readLines, refusal } from '#tests/support/read-lines.ts';
import { patience, rounds } from '#tests/support/rounds.ts';
import { seeded } from '#tests/support/seeded.ts';

const folder = mkdtempSync(join(tmpdir(), 'old-workbooks-'));
afterAll(() => rmSync(folder, { recursive: true }));

const GTIN = '7680546372163';
const OTHER = '7680578990021';
const ROWS = [
  ['Bezüge 2025'],
  [],
  ['GTIN', 'Artikel', 'Menge', 'Preis', 'Tag'],
  [Number(GTIN), 'Crème «fein» €', 12, 4.55, new Date(Date.UTC(2025, 11, 31))],
  [OTHER, 'Löffel\0gross', -3, 1000.5, 'x'],
  ['', 'Total', 9, '', ''],
];

function workbook(bookType: BookType, rows: unknown[][] = ROWS): Buffer {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([['Legende']]), 'Legende');
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows, { UTC: true }), 'Daten');
  book.Workbook = { Sheets: [{ Hidden: 1 }, { Hidden: 0 }] };
  return write(book, { bookType, type: 'buffer' });
}

test('an old workbook is read as a new one: rows, texts, numbers, days and totals', async () => {
  const { report, lines } = await readLines(workbook('biff8'));
  expect(report).toMatchObject({ sheet: 'Daten', headingRow: 3, rowsRead: 3, imported: 2, totalRowCount: 1 });
  expect(report.text).toBeUndefined();
  expect(bought(lines)).toEqual([
    [GTIN, 12],
    [OTHER, -3],
  ]);
  expect(lines.map((line) => line.description_read)).toEqual(['Crème «fein» €', 'Löffel gross']);
});

test('one of Excel 5 is read too', async () => {
  expect(bought((await readLines(workbook('biff5'))).lines)).toEqual([
    [GTIN, 12],
    [OTHER, -3],
  ]);
});

test.each([
  ['biff8', 'Workbook', 'WORKBOOK'],
  ['biff8', 'Workbook', 'workbook'],
  ['biff5', 'Book', 'BOOK'],
] as const)(
  'one of %s whose stream is called %s in other capitals, %s, is read',
  async (kind, usual, name) => {
    const file = workbook(kind);
    const at = file.indexOf(Buffer.from(`${usual}\0`, 'utf16le'));
    file.write(name, at, 'utf16le');
    expect(bought((await readLines(file)).lines)).toEqual([
      [GTIN, 12],
      [OTHER, -3],
    ]);
  },
);

test('one with more rows than a library would keep in one piece loses none', async () => {
  const rows = Array.from({ length: 20_000 }, (_, i) => [GTIN, `Artikel ${i}`, 1 + (i % 3)]);
  const { report } = await readLines(workbook('biff8', [['GTIN', 'Artikel', 'Menge'], ...rows]));
  expect(report.imported).toBe(20_000);
});

test('one that names more than 500 sheets is refused before there is room for each', async () => {
  const container = CFB.read(workbook('biff8'), { type: 'buffer' });
  const stream = CFB.find(container, 'Workbook')!;
  const content = Buffer.from(stream.content as Uint8Array);
  const bofEnd = 4 + content.readUInt16LE(2);
  const named = Buffer.from('85000a0000000000000002004141', 'hex');
  const refusalOf = (sheets: number) => {
    stream.content = Buffer.concat([
      content.subarray(0, bofEnd),
      ...Array<Buffer>(sheets).fill(named),
      content.subarray(bofEnd),
    ]);
    stream.size = stream.content.length;
    return refusal(CFB.write(container, { type: 'buffer' }) as Buffer);
  };
  // Two more are the workbook's own.
  expect(await refusalOf(499)).toMatchObject({ code: 'import_too_many_sheets', params: { limit: 500 } });
  expect((await refusalOf(498)).code).not.toBe('import_too_many_sheets');
});

test('a password is named as such', async () => {
  const file = workbook('biff8');
  // FILEPASS in the place of the record behind the first one.
  const bof = file.indexOf(Buffer.from('09081000', 'hex'));
  file.writeUInt16LE(0x002f, bof + 20);
  expect((await refusal(file)).code).toBe('import_password_protected');
});

test(
  'damaged old workbooks are read or refused with words, on a thread that goes on',
  async () => {
    const random = seeded(97);
    const linesPath = join(folder, 'lines.csv');
    const good = [workbook('biff8'), workbook('biff5')];
    for (let i = 0; i < rounds({ short: 20, long: 1000 }); i++) {
      const file = Buffer.from(random.pick(good));
      for (let changes = 1 + random.below(20); changes > 0; changes--) {
        // The container's header, tables and directory as often as the records.
        const at = 8 + random.below(random.pick([504, 2048, file.length - 8]));
        const value = random.pick([0, 1, 0x7f, 0x80, 0xff, random.below(256)]);
        file.fill(value, at, Math.min(file.length, at + random.pick([1, 1, 2, 4, 100])));
      }
      const length = random.below(5) === 0 ? random.below(file.length) : file.length;
      const outcome = await readStatistic(file.subarray(0, Math.max(512, length)), {
        linesPath,
        timeoutMs: 2500,
      }).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (outcome !== undefined) expect(outcome).toBeInstanceOf(ImportError);
    }
    expect((await readStatistic(good[0]!, { linesPath })).imported).toBe(2);
  },
  120_000 * patience,
);
