import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

interface RowWindowOptions {
  count: number;
  /** Of every row, in pixels. */
  rowHeight: number;
  /** What the heading and the totals cover of the box, in pixels. */
  covered: number;
}

/** Rows beyond both edges, and the step in which the window moves. */
const margin = 12;
const step = 4;

/** Which rows of equal height are in sight of a box that scrolls: a list need not have more of them in the document. */
export function useRowWindow(box: RefObject<HTMLElement | null>, options: RowWindowOptions) {
  const { count, rowHeight, covered } = options;
  const [sight, setSight] = useState({ first: 0, rows: 16 });

  const look = useCallback(() => {
    if (!box.current) return;
    const first = Math.floor(box.current.scrollTop / rowHeight / step) * step;
    const rows = Math.ceil(box.current.clientHeight / rowHeight);
    setSight((before) => (before.first === first && before.rows === rows ? before : { first, rows }));
  }, [box, rowHeight]);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    // Painted in the frame that shows the new position, so that no gap is ever seen.
    const onScroll = () => flushSync(look);
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, [box, look]);

  const last = Math.min(count, sight.first + sight.rows + step + margin);
  return {
    /** First row of the window, and the one after its last. */
    first: Math.max(0, Math.min(sight.first - margin, last)),
    last,
    /** Rows of a screenful. */
    page: Math.max(1, sight.rows - 1 - Math.ceil(covered / rowHeight)),
    /** Scrolls no further than needed to bring a row between heading and totals. */
    reveal(row: number): void {
      const element = box.current;
      if (!element) return;
      const top = row * rowHeight;
      const free = element.clientHeight - covered;
      if (top < element.scrollTop) element.scrollTop = top;
      else if (top + rowHeight > element.scrollTop + free) element.scrollTop = top + rowHeight - free;
      flushSync(look);
    },
  };
}
