import { useCallback, useEffect, useState } from 'react';
import { onceSomebodyActs } from '../../../components/once-somebody-acts.ts';
import { drawAllRows } from '../../../components/rows-for-readers.ts';

/** Pixels left above the section. */
const offset = 80;

/** Id of the heading of a manufacturer's rows. */
export function sectionId(manufacturer: string | null): string {
  return `manufacturer-${encodeURIComponent(manufacturer ?? '')}`;
}

/**
 * Scrolls to a manufacturer's section and puts the focus there, as soon as the list in sections `isListed` whole and
 * unless somebody acts before.
 */
export function useSectionJump(isListed: boolean): (manufacturer: string | null) => void {
  const [awaited, setAwaited] = useState<{ id: string; over: AbortController }>();
  useEffect(() => {
    if (!awaited || !isListed) return;
    const { id, over } = awaited;
    const frame = requestAnimationFrame(() => {
      if (over.signal.aborted) return;
      over.abort();
      // It may stand among the rows that are not drawn yet.
      if (!document.getElementById(id)) drawAllRows();
      jumpTo(document.getElementById(id));
    });
    return () => cancelAnimationFrame(frame);
  }, [awaited, isListed]);
  useEffect(() => () => awaited?.over.abort(), [awaited]);
  return useCallback((manufacturer) => {
    const over = new AbortController();
    onceSomebodyActs(() => over.abort(), over.signal);
    setAwaited({ id: sectionId(manufacturer), over });
  }, []);
}

/** Stays where one is when the manufacturer has no rows any more. */
function jumpTo(heading: HTMLElement | null): void {
  if (!heading) return;
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const top = heading.getBoundingClientRect().top + scrollY - offset;
  scrollTo({ top, behavior: isStill ? 'auto' : 'smooth' });
  heading.focus({ preventScroll: true });
}
