import { useCallback, useEffect, useRef } from 'react';
import { drawAllRows } from '../../../components/rows-for-readers.ts';

/** Pixels left above the section. */
const offset = 80;
/** Milliseconds after which rows that did not come are waited for no longer. */
const patience = 3000;

/** Id of the heading of a manufacturer's rows. */
export function sectionId(manufacturer: string | null): string {
  return `manufacturer-${encodeURIComponent(manufacturer ?? '')}`;
}

/** Scrolls to a manufacturer's section and puts the focus there, as soon as it is drawn. */
export function useSectionJump(): (manufacturer: string | null) => void {
  const frame = useRef(0);
  useEffect(() => () => cancelAnimationFrame(frame.current), []);
  return useCallback((manufacturer) => {
    const begun = performance.now();
    cancelAnimationFrame(frame.current);
    look();

    function look() {
      const heading = document.getElementById(sectionId(manufacturer));
      if (heading) return jumpTo(heading);
      // In an order with sections it stands among the rows that are not drawn yet.
      if (document.querySelector('.market-table__section')) drawAllRows();
      if (performance.now() - begun < patience) frame.current = requestAnimationFrame(look);
    }
  }, []);
}

function jumpTo(heading: HTMLElement): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const top = heading.getBoundingClientRect().top + scrollY - offset;
  scrollTo({ top, behavior: isStill ? 'auto' : 'smooth' });
  heading.focus({ preventScroll: true });
}
