import { useCallback, useEffect, useRef, useState } from 'react';
import { onceSomebodyActs } from '../../../components/loading/once-somebody-acts.ts';
import { drawAllRows } from '../../../components/tables/rows-for-readers.ts';

/** Pixels left above the section. */
const offset = 80;

/** Id of the heading of a manufacturer's rows. */
export function sectionId(manufacturer: string | null): string {
  return `manufacturer-${encodeURIComponent(manufacturer ?? '')}`;
}

/**
 * Scrolls to a manufacturer's section and puts the focus there, as soon as the list in sections `isListed` whole. It
 * stays there when what stands above takes another height. All that unless somebody acts before.
 */
export function useSectionJump(isListed: boolean): (manufacturer: string | null) => void {
  const [awaited, setAwaited] = useState<{ id: string; over: AbortController }>();
  const last = useRef<AbortController>(null);
  useEffect(() => {
    if (!awaited || !isListed) return;
    const { id, over } = awaited;
    const frame = requestAnimationFrame(() => {
      setAwaited(undefined);
      if (over.signal.aborted) return;
      // It may stand among the rows that are not drawn yet.
      if (!document.getElementById(id)) drawAllRows();
      jumpTo(document.getElementById(id), over.signal);
    });
    return () => cancelAnimationFrame(frame);
  }, [awaited, isListed]);
  useEffect(() => () => last.current?.abort(), []);
  return useCallback((manufacturer) => {
    last.current?.abort();
    const over = new AbortController();
    last.current = over;
    onceSomebodyActs(() => over.abort(), over.signal);
    setAwaited({ id: sectionId(manufacturer), over });
  }, []);
}

/** Stays where one is when the manufacturer has no rows any more. */
function jumpTo(heading: HTMLElement | null, until: AbortSignal): void {
  if (!heading) return;
  heading.focus({ preventScroll: true });
  // Called at once too. Rows above grow with what comes late: the typeface, who buys a product.
  const observer = new ResizeObserver(() => scrollToHeading(heading));
  observer.observe(document.body);
  until.addEventListener('abort', () => observer.disconnect());
}

function scrollToHeading(heading: HTMLElement): void {
  if (!heading.isConnected) return;
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const top = heading.getBoundingClientRect().top + scrollY - offset;
  scrollTo({ top, behavior: isStill ? 'auto' : 'smooth' });
}
