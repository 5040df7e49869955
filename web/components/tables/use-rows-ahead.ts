import { startTransition, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useWholeForReaders } from './rows-for-readers.ts';

interface RowsAheadOptions {
  /** Rows of the first screen, drawn at once. */
  first: number;
  /** Pixels of a row. */
  rowHeight: number;
}

/** Screens below what is seen for which rows are drawn. */
const screensAhead = 2;
/** Rows that are drawn at once, at least. */
const step = 20;

/**
 * How many of the rows to draw now: at first a screenful, then more as the room that stands for the others comes near.
 * Rows that nobody has looked at would have to be taken away again with the next choice, which takes the browser longer
 * than to draw the new ones. Print and search find every row.
 */
export function useRowsAhead<Row>(rows: readonly Row[], options: RowsAheadOptions) {
  const { first, rowHeight } = options;
  const [drawn, setDrawn] = useState<{ rows: readonly Row[]; count: number }>({ rows, count: first });
  const [room, setRoom] = useState<Element | null>(null);
  // Who is further down stays there when the rows are read anew.
  const before = scrollY > innerHeight ? drawn.count : first;
  const count = Math.min(rows.length, drawn.rows === rows ? Math.max(first, drawn.count) : before);

  useEffect(() => {
    if (!room) return;
    const observer = new IntersectionObserver(
      ([seen]) => {
        if (!seen?.isIntersecting) return;
        const { top } = seen.boundingClientRect;
        const more = Math.max(step, Math.ceil(((screensAhead + 1) * innerHeight - top) / rowHeight));
        const draw = () => setDrawn({ rows, count: count + more });
        if (top < innerHeight) flushSync(draw);
        else startTransition(draw);
      },
      { rootMargin: `0px 0px ${screensAhead * 100}%` },
    );
    observer.observe(room);
    return () => observer.disconnect();
  }, [room, rows, count, rowHeight]);

  useWholeForReaders(count === rows.length, () => setDrawn({ rows, count: rows.length }));
  return {
    count,
    /** Of the row that stands for those that are missing. */
    room: setRoom,
  };
}
