import type { ReactNode } from 'react';
import { useRowsInSteps } from './use-rows-in-steps.ts';

interface RowsInStepsProps<Row> {
  rows: readonly Row[];
  /** Rows of the first screen; a screenful of any height unless given. */
  first?: number;
  /** Rows that are drawn at once after those; all of them unless given. */
  step?: number;
  /** Pixels of a row, at first one that needs one line. */
  rowHeight?: number;
  /** Draws a row. */
  children: (row: Row) => ReactNode;
}

/** Rows of a table: the first screen at once, then the rest, for which room is kept. */
export function RowsInSteps<Row>({ rows, first, step, rowHeight = 35, children }: RowsInStepsProps<Row>) {
  const shown = useRowsInSteps(rows, first, step);
  const missing = rows.length - shown.length;
  return (
    <>
      {shown.map(children)}
      {missing > 0 && <tr className="data-table__room" style={{ height: missing * rowHeight }} />}
    </>
  );
}
