import { startTransition, useEffect, useState } from 'react';
import { afterPaint } from '../loading/after-paint.ts';
import { useWholeForReaders } from './rows-for-readers.ts';

/** Fills a screen of any height. */
const firstRows = 60;

/**
 * The rows to draw now: at first as many as a screen has room for, and once those are painted all of them. A choice is
 * answered at once that way, and print and search find every row.
 */
export function useRowsInSteps<Row>(rows: readonly Row[], first = firstRows): readonly Row[] {
  const [whole, setWhole] = useState<readonly Row[]>();
  const isWhole = whole === rows || rows.length <= first;
  useEffect(() => {
    if (isWhole) return;
    return afterPaint(() => startTransition(() => setWhole(rows)));
  }, [rows, isWhole]);
  useWholeForReaders(isWhole, () => setWhole(rows));
  return isWhole ? rows : rows.slice(0, first);
}
