import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importLines } from '#server/statistics/lines/import-lines.ts';
import { readStatistic } from '#server/statistics/lines/read-statistic.ts';
import { LIMITS } from '#server/workbooks/reading/limits.ts';
import { SheetReader } from '#server/workbooks/reading/sheet-reader.ts';
import { readPart } from '#server/workbooks/reading/unpack.ts';
import { openWorkbook, readSharedStrings, type Workbook } from '#server/workbooks/reading/workbook.ts';

/** Where the quantities stand; columns count from 0. */
export type Place = { headingRow: number; quantityColumn: number };

/** What a reader found below the heading; readers agree when theirs are equal. Null where it does not look. */
export type Found = { rows: number | null; quantity: number | null };

export type Reader = { name: string; read(path: string, file: Uint8Array, place: Place): Promise<Found> };

const NOTHING: Found = { rows: null, quantity: null };
const LT = 0x3c;
const linesPath = join(tmpdir(), `bench-lines-${process.pid}.csv`);
process.on('exit', () => rmSync(linesPath, { force: true }));

/** Our stages, each with all before it. */
export const stages: Reader[] = [
  {
    name: 'unzip',
    async read(_path, file) {
      await unpackAll(await openWorkbook(file, LIMITS), () => undefined);
      return NOTHING;
    },
  },
  {
    name: 'unzip and scan',
    async read(_path, file) {
      let tags = 0;
      await unpackAll(await openWorkbook(file, LIMITS), (chunk) => {
        for (let i = 0; i < chunk.length; i++) if (chunk[i] === LT) tags++;
      });
      return tags > 0 ? NOTHING : Promise.reject(new Error('No tags'));
    },
  },
  { name: 'to rows', read: toRows },
  {
    name: 'to the lines file',
    async read(_path, file) {
      return { rows: (await importLines(file, linesPath)).imported, quantity: null };
    },
  },
  {
    name: 'the same in the reader thread',
    async read(_path, file) {
      return { rows: (await readStatistic(file, { linesPath })).imported, quantity: null };
    },
  },
];

/** Other libraries, reading every row into values. */
export const rivals: Reader[] = [
  {
    name: 'exceljs, stream',
    async read(path, _file, place) {
      const { default: ExcelJS } = await import('exceljs');
      const found = counter(place);
      const book = new ExcelJS.stream.xlsx.WorkbookReader(path, {});
      for await (const sheet of book) {
        for await (const row of sheet) found.take(row.number, row.getCell(place.quantityColumn + 1).value);
        break;
      }
      return found.result;
    },
  },
  {
    name: 'exceljs, file',
    async read(path, _file, place) {
      const { default: ExcelJS } = await import('exceljs');
      const found = counter(place);
      const book = new ExcelJS.Workbook();
      await book.xlsx.readFile(path);
      book.worksheets[0]!.eachRow((row, number) =>
        found.take(number, row.getCell(place.quantityColumn + 1).value),
      );
      return found.result;
    },
  },
  {
    name: '@e965/xlsx',
    async read(_path, file, place) {
      const { read, utils } = await import('@e965/xlsx');
      const found = counter(place);
      const book = read(file, { dense: true });
      const rows = utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1 });
      rows.forEach((row, i) => void found.take(i + 1, row[place.quantityColumn]));
      return found.result;
    },
  },
  {
    name: 'read-excel-file',
    async read(path, _file, place) {
      const { readSheet } = await import('read-excel-file/node');
      const found = counter(place);
      const rows = await readSheet(path);
      rows.forEach((row, i) => void found.take(i + 1, row[place.quantityColumn]));
      return found.result;
    },
  },
  {
    name: 'hucre, stream',
    async read(_path, file, place) {
      const { streamXlsxRows } = await import('hucre/xlsx');
      const found = counter(place);
      let number = 0;
      for await (const row of streamXlsxRows(file)) found.take(++number, row.values[place.quantityColumn]);
      return found.result;
    },
  },
  {
    name: 'hucre, file',
    async read(_path, file, place) {
      const { readXlsx } = await import('hucre/xlsx');
      const found = counter(place);
      const book = await readXlsx(file);
      book.sheets[0]!.rows.forEach((row, i) => void found.take(i + 1, row[place.quantityColumn]));
      return found.result;
    },
  },
];

async function unpackAll({ archive, sheets, sharedStrings }: Workbook, take: (chunk: Uint8Array) => void) {
  const entries = [...(sharedStrings ? [sharedStrings] : []), ...sheets.map((sheet) => sheet.entry)];
  for (const entry of entries) {
    await readPart(archive, entry, (chunk) => {
      take(chunk);
      return true;
    });
  }
}

async function toRows(_path: string, file: Uint8Array, place: Place): Promise<Found> {
  const workbook = await openWorkbook(file, LIMITS);
  const strings = await readSharedStrings(workbook, LIMITS, () => undefined);
  const found = counter(place);
  const { entry } = workbook.sheets[0]!;
  const reader = new SheetReader(entry.name, strings, LIMITS);
  const pull = () => {
    while (reader.nextRow()) found.take(reader.row.number, reader.row.text(place.quantityColumn));
  };
  await readPart(workbook.archive, entry, (chunk) => {
    reader.push(chunk);
    pull();
    return true;
  });
  reader.finish();
  pull();
  return found.result;
}

function counter({ headingRow }: Place) {
  const result = { rows: 0, quantity: 0 };
  return {
    result,
    take(row: number, value: unknown) {
      if (row <= headingRow || value === null || value === undefined || value === '') return;
      result.rows++;
      const quantity = Number(value);
      if (Number.isFinite(quantity)) result.quantity += quantity;
    },
  };
}
