import { type Semaphore, semaphore } from '#analytics/semaphore.ts';
import { AppError } from '../../platform/errors.ts';
import { threads } from '../../platform/threads.ts';
import { isArrow, type Workbook } from './workbook.ts';
import type { RowsWanted, WriterRequest } from './writer-worker.ts';

/** Rows handed over at once: a millisecond or two of copying. */
const ROWS_AT_ONCE = 500;

/** Threads that write, at most two at a time. */
const writing = threads<WriterRequest, Uint8Array, RowsWanted>(
  new URL('./writer-worker.ts', import.meta.url),
  {
    most: 2,
    keepsOne: true,
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 64 },
    tooLarge: exportTooLarge,
  },
);

/** Workbooks whose rows are in memory: twice those that are written at a time, so that a thread finds the next ones read. */
const AT_ONCE = 4;

/** How long a workbook may wait for others. */
const PATIENCE_MILLISECONDS = 60_000;

/**
 * Turns to read what a workbook of many rows is made of and to make it: rows are read much faster than they are written, and
 * those of all who wait for a thread would fill the memory.
 */
export function turnsToMake(): Semaphore {
  return semaphore('turn to make a workbook', AT_ONCE, PATIENCE_MILLISECONDS);
}

export type MakeOptions = { signal?: AbortSignal };

/**
 * Writes a workbook as .xlsx on another thread, on which bytes of Arrow streams are copied. When `signal` fires,
 * the thread ends at once.
 * @throws the signal's reason; AppError export_too_large when the rows are more than the thread has memory for
 */
export function makeWorkbook(workbook: Workbook, { signal }: MakeOptions = {}): Promise<Uint8Array> {
  const sheets = workbook.sheets.map((sheet) =>
    isArrow(sheet.rows) ? { ...sheet, rows: sheet.rows } : { ...sheet, rows: { count: sheet.rows.length } },
  );
  return writing.run(
    { ...workbook, sheets },
    {
      signal,
      hear: ({ sheet, from }, port) => port.postMessage(rowsOf(sheet, from)),
    },
  );

  function rowsOf(sheet: number, from: number) {
    const { rows } = workbook.sheets[sheet]!;
    return isArrow(rows) ? [] : rows.slice(from, from + ROWS_AT_ONCE);
  }
}

/** What is said when a file needs more memory than the thread that makes it has. */
export function exportTooLarge(): AppError {
  return new AppError(422, 'export_too_large');
}
