import type { RowDifference } from './difference.ts';

/** What a guard compares: a file, or the version that it would replace. */
export type GuardedFile = {
  /** Its own date, YYYY-MM-DD; null where it names none. */
  date: string | null;
  rows: number;
  columns: readonly string[];
  /** Rows whose product is in the catalogue; null where the rows are of no products. */
  matched: number | null;
};

/** Why a file is only used when somebody says why it is right. `code` is a translation key below templateFiles.guard. */
export type Guard = { code: string; params: Record<string, string | number> };

/** Percent by which the number of rows may change unasked, and of rows that should match. */
export const ROWS_LIMIT = 10;
const MATCHED_LIMIT = 90;

/**
 * The one rule for files that replace each other, wherever they come in: what is suspicious about `file` beside `last`.
 * Nothing is about a first one. `without`: what another rule decides, as that of stock-out lists does.
 */
export function guardFile(
  file: GuardedFile,
  last: GuardedFile | null,
  without: readonly ('older' | 'rows' | 'matched')[] = [],
): Guard[] {
  if (!last) return [];
  const guards: Guard[] = [];
  if (!without.includes('older') && file.date !== null && last.date !== null && file.date < last.date) {
    guards.push({ code: 'older', params: { date: file.date, last: last.date } });
  }
  const changed = Math.abs(file.rows - last.rows);
  if (!without.includes('rows') && changed * 100 > last.rows * ROWS_LIMIT) {
    guards.push({ code: 'rows', params: { rows: file.rows, last: last.rows, limit: ROWS_LIMIT } });
  }
  const missing = last.columns.filter((column) => !file.columns.includes(column));
  if (missing.length > 0) guards.push({ code: 'columns', params: { missing: missing.join(', ') } });
  if (!without.includes('matched')) guards.push(...matchedLess(file, last));
  return guards;
}

/**
 * As many rows can be of others altogether: numbers that have lost their zeros end every customer and begin as many. Asked of
 * files whose rows are of no products.
 */
export function guardGone({ before, gone }: Pick<RowDifference, 'before' | 'gone'>): Guard[] {
  if (gone.count * 100 <= before * ROWS_LIMIT) return [];
  return [{ code: 'gone', params: { gone: gone.count, last: before, limit: ROWS_LIMIT } }];
}

function matchedLess(file: GuardedFile, last: GuardedFile): Guard[] {
  const [share, lastShare] = [shareOf(file), shareOf(last)];
  if (share === null || lastShare === null || share >= MATCHED_LIMIT || lastShare <= share) return [];
  const percent = (value: number) => value.toFixed(1);
  return [
    {
      code: 'matched',
      params: { share: percent(share), last: percent(lastShare), limit: MATCHED_LIMIT },
    },
  ];
}

function shareOf({ matched, rows }: GuardedFile): number | null {
  return matched === null || rows === 0 ? null : (matched * 100) / rows;
}
