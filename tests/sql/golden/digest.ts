import { createHash } from 'node:crypto';
import type { Row } from '#tests/support/recompute/answers.ts';

/** An answer small enough to be kept and reviewed: a long one by its first rows, its sums and a hash of all. */
export type Digest = {
  columns: string[];
  rowCount: number;
  rows: unknown[][];
  /** Of the columns that hold only numbers, rounded to the centime. */
  sums: Record<string, number>;
  /** SHA-256 of all rows as JSON. */
  sha256: string;
};

const KEPT_ROWS = 3;

/** Digests the given columns of an answer; a file may get further columns without a change of meaning. */
export function digest(answer: readonly Row[], columns: readonly string[]): Digest {
  const rows = answer.map((row) => columns.map((column) => row[column]));
  const sums = columns.flatMap((column, index) => {
    const values = rows.map((row) => row[index]);
    if (rows.length <= KEPT_ROWS || !values.every((value) => typeof value === 'number')) return [];
    return [[column, Math.round(100 * values.reduce((sum, value) => sum + value, 0)) / 100] as const];
  });
  return {
    columns: [...columns],
    rowCount: rows.length,
    rows: rows.slice(0, KEPT_ROWS),
    sums: Object.fromEntries(sums),
    sha256: createHash('sha256').update(JSON.stringify(rows)).digest('hex'),
  };
}

/** What is kept for one SQL file. */
export type Golden = {
  /** Below sql/. */
  file: string;
  /** The demo world is built as of this day. */
  today: string;
  answers: {
    statistic: string;
    /** Every parameter of the file. */
    parameters: Record<string, unknown>;
    answer: Digest;
  }[];
};
