import type { ReactNode } from 'react';
import { useRowsInSteps } from './use-rows-in-steps.ts';

/** Pixels of a row that needs one line. */
const rowHeight = 35;

interface RowsInStepsProps<Row> {
  rows: readonly Row[];
  /** Draws a row. */
  children: (row: Row) => ReactNode;
}

/** Rows of a table: the first screen at once, then the rest, for which room is kept. */
export function RowsInSteps<Row>({ rows, children }: RowsInStepsProps<Row>) {
  const shown = useRowsInSteps(rows);
  const missing = rows.length - shown.length;
  return (
    <>
      {shown.map(children)}
      {missing > 0 && <tr className="data-table__room" style={{ height: missing * rowHeight }} />}
    </>
  );
}
