import type { BadRow, ReferenceTable } from '#analytics/catalogue/table.ts';

/** What one file gave: rows used, and those of them that are doubtful or rows left out, with line numbers and reasons. */
export type FileReport = { rows: number; doubtful: BadRow[]; bad: BadRow[] };

export function reportOf({ rows, doubtful, bad }: ReferenceTable<unknown>): FileReport {
  return { rows: rows.length, doubtful, bad };
}
