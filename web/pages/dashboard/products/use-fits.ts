import { type RefObject, useLayoutEffect, useState } from 'react';

/** Whether a table with this least width has room in its box, so that nothing need scroll sideways. */
export function useFits(box: RefObject<HTMLElement | null>, leastWidth: string): boolean {
  const [fits, setFits] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the least width is read from the table's style.
  useLayoutEffect(() => {
    const element = box.current;
    const table = element?.querySelector('table');
    if (!element || !table) return;
    const look = () => setFits(Number.parseFloat(getComputedStyle(table).minWidth) <= element.clientWidth);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, leastWidth]);
  return fits;
}
