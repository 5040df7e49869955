import { type ReactNode, useDeferredValue, useState } from 'react';
import { useWholeForReaders } from './rows-for-readers.ts';

/** Fills a screen of any height. */
const firstRows = 60;

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

/**
 * The rows to draw now: at first as many as a screen has room for, and once those are there all of them. A choice is
 * answered at once that way, and print and search find every row.
 */
export function useRowsInSteps<Row>(rows: readonly Row[], first = firstRows): readonly Row[] {
  const drawn = useDeferredValue<readonly Row[] | undefined>(rows, undefined);
  const [read, setRead] = useState<readonly Row[]>();
  const isWhole = drawn === rows || read === rows || rows.length <= first;
  useWholeForReaders(isWhole, () => setRead(rows));
  return isWhole ? rows : rows.slice(0, first);
}
