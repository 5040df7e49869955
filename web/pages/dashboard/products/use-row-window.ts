import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';
import { usePrinting } from '../../../components/hooks/use-printing.ts';

interface RowWindowOptions {
  count: number;
  /** Of every row, in pixels. */
  rowHeight: number;
  /** What the heading and the totals cover of the box, or of the window that it scrolls with, in pixels. */
  covered: number;
  /** It scrolls with the page, not in its box. */
  withPage?: boolean;
}

/** Which rows of equal height are in sight: a list need not have more of them in the document. On paper it has all. */
export function useRowWindow(box: RefObject<HTMLElement | null>, options: RowWindowOptions) {
  const { count, rowHeight, covered, withPage = false } = options;
  const printing = usePrinting();
  const scrollMargin = useTopOnPage(box, withPage);
  const common = {
    count,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollPaddingEnd: covered,
    // By a timer instead the end of scrolling would be told before a scroll that has begun since, which then drew nothing.
    useScrollendEvent: true,
    initialRect: { width: 0, height: 16 * rowHeight },
  };
  const inBox = useVirtualizer({ ...common, enabled: !withPage, getScrollElement: () => box.current });
  const onPage = useWindowVirtualizer({ ...common, enabled: withPage, scrollMargin });
  const rows = withPage ? onPage : inBox;

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of another height stand elsewhere.
  useLayoutEffect(() => rows.measure(), [rowHeight]);

  return {
    count,
    rowHeight,
    /** Places of the rows in the document, and of one more that stays there wherever it is. */
    places(also = -1): number[] {
      if (printing) return Array.from({ length: count }, (_, place) => place);
      const seen = rows.getVirtualIndexes();
      if (also < 0 || also >= count || seen.includes(also)) return seen;
      return [...seen, also].sort((one, other) => one - other);
    },
    /** Rows of a screenful. */
    page: Math.max(1, Math.floor(((rows.scrollRect?.height ?? 0) - covered) / rowHeight)),
    /** Shows the first row at the top, where the list was scrolled beyond it. */
    toStart(): void {
      if ((rows.scrollOffset ?? 0) > (withPage ? scrollMargin : 0)) rows.scrollToIndex(0, { align: 'start' });
    },
    /** Scrolls no further than needed to bring a row between heading and totals. */
    reveal: (place: number) => rows.scrollToIndex(place),
  };
}

/** How far below the top of the page it begins, in pixels, where that matters. */
function useTopOnPage(box: RefObject<HTMLElement | null>, matters: boolean): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (matters && box.current) setTop(Math.round(box.current.getBoundingClientRect().top + scrollY));
  });
  return top;
}
