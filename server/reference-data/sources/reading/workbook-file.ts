import { readFile } from 'node:fs/promises';
import { ReferenceDataError } from '#analytics/catalogue/table.ts';
import { ImportError } from '../../../workbooks/reading/import-error.ts';
import type { Limits } from '../../../workbooks/reading/limits.ts';
import { ERROR, NUMBER, type Row } from '../../../workbooks/reading/row.ts';
import type { SharedStrings } from '../../../workbooks/reading/shared-strings.ts';
import { SheetReader } from '../../../workbooks/reading/sheet-reader.ts';
import { readPart } from '../../../workbooks/reading/unpack.ts';
import {
  openWorkbook,
  readSharedStrings,
  type Sheet,
  type Workbook,
} from '../../../workbooks/reading/workbook.ts';
import type { SourceInput } from '../source-file.ts';
import type { Clock } from './clock.ts';
import { damagedArchive, type FileHead } from './content-kind.ts';
import { archiveLimits, WORKBOOK_BYTES } from './source-limits.ts';
import { CHARACTERS_OF_TOP, ROWS_OF_TOP, type TableFile, type TableRow } from './table-file.ts';

/** Opens an .xlsx with the top of each of its sheets. */
export async function openWorkbookFile(
  input: SourceInput,
  { size }: FileHead,
  clock: Clock,
): Promise<TableFile> {
  if (size > WORKBOOK_BYTES) {
    const limitMegabytes = WORKBOOK_BYTES / (1024 * 1024);
    throw new ReferenceDataError('source_too_large', { file: input.fileName, limitMegabytes });
  }
  return inOurWords(input, async () => {
    const limits = archiveLimits(input.milliseconds);
    const workbook = await openWorkbook(await readFile(input.path), limits);
    let done = 0;
    const advance = (bytes: number) => {
      done += bytes;
      clock.advance(done / Math.max(1, workbook.totalBytes));
    };
    const strings = await readSharedStrings(workbook, limits, advance);
    const tops: TableFile['tops'] = [];
    for (const sheet of workbook.sheets) {
      const read: ReadSheet = (take) => readSheet(workbook, sheet, strings, limits, advance, take);
      tops.push({
        sheet: sheet.name,
        rows: await topRows(workbook, sheet, strings, limits, clock),
        read: (take) =>
          inOurWords(input, async () => {
            await read((row) => {
              take(row);
              return true;
            });
          }),
      });
    }
    return { tops, date1904: workbook.date1904, encoding: undefined };
  });
}

type ReadSheet = (take: (row: TableRow) => boolean) => Promise<void>;

async function readSheet(
  workbook: Workbook,
  sheet: Sheet,
  strings: SharedStrings | undefined,
  limits: Limits,
  advance: (bytes: number) => void,
  take: (row: TableRow) => boolean,
): Promise<void> {
  const reader = new SheetReader(sheet.entry.name, strings, limits);
  const row = new SheetRow(reader.row);
  const takeRows = () => {
    while (reader.nextRow()) if (!take(row)) return false;
    return true;
  };
  let toTheEnd = true;
  await readPart(workbook.archive, sheet.entry, (chunk) => {
    advance(chunk.length);
    reader.push(chunk);
    toTheEnd = takeRows();
    return toTheEnd;
  });
  if (!toTheEnd) return;
  reader.finish();
  if (takeRows()) reader.assertComplete();
}

async function topRows(
  workbook: Workbook,
  sheet: Sheet,
  strings: SharedStrings | undefined,
  limits: Limits,
  clock: Clock,
) {
  const rows: { number: number; cells: string[] }[] = [];
  await readSheet(
    workbook,
    sheet,
    strings,
    limits,
    () => clock.advance(),
    (row) => {
      if (row.number > ROWS_OF_TOP) return false;
      rows.push({ number: row.number, cells: (row as SheetRow).top() });
      return true;
    },
  );
  return rows;
}

class SheetRow implements TableRow {
  private readonly row: Row;

  constructor(row: Row) {
    this.row = row;
  }

  get number(): number {
    return this.row.number;
  }

  get filled(): boolean {
    return this.row.filled;
  }

  text(column: number): string {
    return this.row.kind(column) === ERROR ? '' : this.row.text(column);
  }

  isNumber(column: number): boolean {
    return this.row.kind(column) === NUMBER;
  }

  top(): string[] {
    const cells: string[] = [];
    for (let i = 0; i < this.row.count; i++) {
      const column = this.row.columns[i]!;
      cells[column] = this.row.text(column, CHARACTERS_OF_TOP);
    }
    return Array.from(cells, (cell) => cell ?? '');
  }
}

async function inOurWords<T>(input: SourceInput, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ImportError ? damagedArchive(error, input) : error;
  }
}
