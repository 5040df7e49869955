import { startTransition, useEffect, useState } from 'react';

/** Fills a screen of any height. */
const firstRows = 60;

/**
 * The rows to draw now: at first as many as a screen has room for, all of them once those are painted. A choice is
 * answered at once that way, however long the list is, and print and search find every row.
 */
export function useRowsInSteps<Row>(rows: readonly Row[], first = firstRows): readonly Row[] {
  const [complete, setComplete] = useState<readonly Row[]>([]);
  useEffect(() => {
    if (rows.length <= first) return;
    const timer = setTimeout(() => startTransition(() => setComplete(rows)));
    return () => clearTimeout(timer);
  }, [rows, first]);
  return complete === rows || rows.length <= first ? rows : rows.slice(0, first);
}
