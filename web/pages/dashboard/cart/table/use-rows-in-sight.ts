import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { usePrinting } from '../../../../components/hooks/use-printing.ts';

interface RowsInSightOptions {
  count: number;
  /** Of every row, in pixels. */
  rowHeight: number;
  /** What the heading and the totals cover of the box, in pixels. */
  covered: number;
}

/** Rows beyond both edges, and the step in which they move. */
const margin = 12;
const step = 4;

/**
 * Which rows of equal height are in sight of a box that scrolls in itself; on paper all. @tanstack/react-virtual says it of
 * the product analysis: with it the cart would have more script than a page may before its figures.
 */
export function useRowsInSight(box: RefObject<HTMLElement | null>, options: RowsInSightOptions) {
  const { count, rowHeight, covered } = options;
  const printing = usePrinting();
  const [sight, setSight] = useState({ first: 0, rows: 16 });

  const look = useCallback(() => {
    if (!box.current) return;
    const { scrollTop, clientHeight } = box.current;
    const first = Math.floor(scrollTop / rowHeight / step) * step;
    const rows = Math.ceil(clientHeight / rowHeight);
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

  const last = printing ? count : Math.min(count, sight.first + sight.rows + step + margin);
  const first = printing ? 0 : Math.max(0, Math.min(sight.first - margin, last));
  return {
    count,
    rowHeight,
    /** Places of the rows in the document, and of one more that stays there wherever it is. */
    places(also = -1): number[] {
      const seen = Array.from({ length: last - first }, (_, index) => first + index);
      if (also < 0 || (also >= first && also < last)) return seen;
      return also < first ? [also, ...seen] : [...seen, also];
    },
    /** Rows of a screenful. */
    page: Math.max(1, sight.rows - 1 - Math.ceil(covered / rowHeight)),
    /** Scrolls no further than needed to bring a row between heading and totals. */
    reveal(place: number): void {
      const element = box.current;
      if (!element) return;
      const top = place * rowHeight;
      const highest = top + rowHeight + covered - element.clientHeight;
      element.scrollTop = Math.max(highest, Math.min(top, element.scrollTop));
      flushSync(look);
    },
  };
}
