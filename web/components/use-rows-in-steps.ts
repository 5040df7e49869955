import { startTransition, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Fills a screen of any height. */
const firstRows = 60;

/**
 * The rows to draw now: at first as many as a screen has room for; once those are painted `step` more for each frame,
 * unless given all of them. A choice is answered at once that way, however long the list is, and print and search find
 * every row.
 */
export function useRowsInSteps<Row>(
  rows: readonly Row[],
  first = firstRows,
  step = Number.POSITIVE_INFINITY,
): readonly Row[] {
  const [drawn, setDrawn] = useState<{ rows: readonly Row[]; count: number }>({ rows, count: first });
  const count = drawn.rows === rows ? Math.max(first, drawn.count) : first;
  useEffect(() => {
    if (rows.length <= count) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setDrawn({ rows, count: count + step })));
    });
    const complete = () => flushSync(() => setDrawn({ rows, count: rows.length }));
    addEventListener('beforeprint', complete);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      removeEventListener('beforeprint', complete);
    };
  }, [rows, count, step]);
  return rows.length <= count ? rows : rows.slice(0, count);
}
