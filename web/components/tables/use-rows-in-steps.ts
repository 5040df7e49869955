import { useDeferredValue, useState } from 'react';
import { useWholeForReaders } from './rows-for-readers.ts';

/** Fills a screen of any height. */
const firstRows = 60;

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
