import { type Semaphore, semaphore } from '#analytics/semaphore.ts';
import { AppError } from '../../platform/errors.ts';
import { threads } from '../../platform/threads.ts';
import { isArrow, type Workbook } from './workbook.ts';
import type { RowsWanted, WriterRequest } from './writer-worker.ts';

/** Rows per message: one or two milliseconds of copying. */
const ROWS_AT_ONCE = 500;

/** At most two writer threads. */
const writing = threads<WriterRequest, Uint8Array, RowsWanted>(
  new URL('./writer-worker.ts', import.meta.url),
  {
    most: 2,
    keepsOne: true,
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 64 },
    tooLarge: exportTooLarge,
  },
);

/** Workbooks in memory: twice the number of writer threads, so that a free thread finds one ready. */
const AT_ONCE = 4;

/** Longest wait for others. */
const PATIENCE_MILLISECONDS = 60_000;

/**
 * Limits how many workbooks are read and written at a time: rows are read much faster than written, and would fill the
 * memory while they wait for a thread.
 */
export function turnsToMake(): Semaphore {
  return semaphore('turn to make a workbook', AT_ONCE, PATIENCE_MILLISECONDS);
}

export type MakeOptions = { signal?: AbortSignal };

/**
 * Writes a workbook as .xlsx on another thread; bytes of Arrow streams are copied. When `signal` fires, the thread ends
 * at once. @throws the signal's reason; AppError export_too_large when the rows need more memory than the thread has
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

/** The error for a file that needs more memory than its thread has. */
export function exportTooLarge(): AppError {
  return new AppError(422, 'export_too_large');
}
