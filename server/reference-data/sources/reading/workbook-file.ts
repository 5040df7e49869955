import { readFile } from 'node:fs/promises';
import { ReferenceDataError } from '#analytics/catalogue/table.ts';
import { fileKind } from '../../../workbooks/reading/file-kind.ts';
import { ImportError } from '../../../workbooks/reading/import-error.ts';
import type { Limits } from '../../../workbooks/reading/limits.ts';
import type { SharedStrings } from '../../../workbooks/reading/shared-strings.ts';
import { SheetReader } from '../../../workbooks/reading/sheet-reader.ts';
import { readPart } from '../../../workbooks/reading/unpack.ts';
import {
  openWorkbook,
  readSharedStrings,
  type Sheet,
  type Workbook,
} from '../../../workbooks/reading/workbook.ts';
import type { SourceInput } from '../rows.ts';
import { damagedArchive, type FileHead } from './content-kind.ts';
import type { Clock } from './reader-clock.ts';
import { archiveLimits, OLD_WORKBOOK_BYTES, WORKBOOK_BYTES } from './source-limits.ts';
import { ReadRow, ROWS_OF_TOP, type TableFile, type TableTop } from './table-file.ts';

/** Opens an .xlsx with the top of each of its sheets. */
export async function openWorkbookFile(
  input: SourceInput,
  { size }: FileHead,
  clock: Clock,
): Promise<TableFile> {
  assertSize(input, size, WORKBOOK_BYTES);
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
        hidden: sheet.hidden,
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

/** Opens an .xls with the top of each of its sheets. The library for it is loaded for the first of them. */
export async function openOldWorkbookFile(
  input: SourceInput,
  { size }: FileHead,
  clock: Clock,
): Promise<TableFile> {
  assertSize(input, size, OLD_WORKBOOK_BYTES);
  return inOurWords(input, async () => {
    const file = await readFile(input.path);
    // Other files of the old office begin alike.
    fileKind(file);
    const { openOldWorkbook } = await import('../../../workbooks/reading/old-workbook.ts');
    const tops: TableFile['tops'] = [];
    for (const sheet of openOldWorkbook(file, archiveLimits(input.milliseconds))) {
      const rows: TableTop['rows'] = [];
      await sheet.read(
        (row) => {
          if (row.number > ROWS_OF_TOP) return false;
          if (row.filled) rows.push(new ReadRow(row).top());
          return true;
        },
        () => clock.advance(),
      );
      tops.push({
        sheet: sheet.name,
        hidden: sheet.hidden,
        rows,
        read: (take) =>
          inOurWords(input, async () => {
            await sheet.read(
              (row) => {
                take(new ReadRow(row));
                return true;
              },
              () => clock.advance(),
            );
          }),
      });
    }
    return { tops, date1904: false, encoding: undefined };
  });
}

function assertSize({ fileName }: SourceInput, size: number, most: number): void {
  if (size <= most) return;
  throw new ReferenceDataError('source_too_large', { file: fileName, limitMegabytes: most / (1024 * 1024) });
}

type ReadSheet = (take: (row: ReadRow) => boolean) => Promise<void>;

async function readSheet(
  workbook: Workbook,
  sheet: Sheet,
  strings: SharedStrings | undefined,
  limits: Limits,
  advance: (bytes: number) => void,
  take: (row: ReadRow) => boolean,
): Promise<void> {
  const reader = new SheetReader(sheet.entry.name, strings, limits);
  const row = new ReadRow(reader.row);
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
  const rows: TableTop['rows'] = [];
  await readSheet(
    workbook,
    sheet,
    strings,
    limits,
    () => clock.advance(),
    (row) => {
      if (row.number > ROWS_OF_TOP) return false;
      rows.push(row.top());
      return true;
    },
  );
  return rows;
}

async function inOurWords<T>(input: SourceInput, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ImportError ? damagedArchive(error, input) : error;
  }
}
