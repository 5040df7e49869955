import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

interface RowWindowOptions {
  count: number;
  /** Of every row, in pixels. */
  rowHeight: number;
  /** What the heading and the totals cover of the box, or of the window that it scrolls with, in pixels. */
  covered: number;
}

/** Rows beyond both edges, and the step in which the window moves. */
const margin = 12;
const step = 4;

/**
 * Which rows of equal height are in sight of a box that scrolls in itself or with the page: a list need not have more of
 * them in the document.
 */
export function useRowWindow(box: RefObject<HTMLElement | null>, options: RowWindowOptions) {
  const { count, rowHeight, covered } = options;
  const [sight, setSight] = useState({ first: 0, rows: 16 });

  const look = useCallback(() => {
    if (!box.current) return;
    const { top, height } = viewOf(box.current);
    const first = Math.max(0, Math.floor(top / rowHeight / step) * step);
    const rows = Math.ceil(height / rowHeight);
    setSight((before) => (before.first === first && before.rows === rows ? before : { first, rows }));
  }, [box, rowHeight]);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    // Painted in the frame that shows the new position, so that no gap is ever seen.
    const onScroll = () => flushSync(look);
    const observer = new ResizeObserver(look);
    observer.observe(element);
    const over = new AbortController();
    const options = { passive: true, signal: over.signal };
    element.addEventListener('scroll', onScroll, options);
    addEventListener('scroll', onScroll, options);
    addEventListener('resize', look, options);
    return () => {
      observer.disconnect();
      over.abort();
    };
  }, [box, look]);

  const last = Math.min(count, sight.first + sight.rows + step + margin);
  return {
    /** First row of the window, and the one after its last. */
    first: Math.max(0, Math.min(sight.first - margin, last)),
    last,
    /** Rows of a screenful. */
    page: Math.max(1, sight.rows - 1 - Math.ceil(covered / rowHeight)),
    /** Shows the first row at the top, where the list was scrolled beyond it. */
    toStart(): void {
      const element = box.current;
      if (!element) return;
      const { top } = viewOf(element);
      if (top > 0) scrollRows(element, -top);
    },
    /** Scrolls no further than needed to bring a row between heading and totals. */
    reveal(row: number): void {
      const element = box.current;
      if (!element) return;
      const top = row * rowHeight;
      const view = viewOf(element);
      const free = view.height - covered;
      if (top < view.top) scrollRows(element, top - view.top);
      else if (top + rowHeight > view.top + free) scrollRows(element, top + rowHeight - free - view.top);
      flushSync(look);
    },
  };
}

/** How far it is scrolled, below zero while it begins further down, and how much can be seen at once, in pixels. */
function viewOf(box: HTMLElement): { top: number; height: number } {
  if (scrollsItself(box)) return { top: box.scrollTop, height: box.clientHeight };
  return { top: -box.getBoundingClientRect().top, height: innerHeight };
}

function scrollRows(box: HTMLElement, by: number): void {
  if (scrollsItself(box)) box.scrollTop += by;
  else scrollBy({ top: by, behavior: 'instant' });
}

function scrollsItself(box: HTMLElement): boolean {
  return getComputedStyle(box).overflowY !== 'visible';
}
