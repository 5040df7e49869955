import { type ReactNode, useEffect, useRef, useState } from 'react';
import './data-table.css';

interface ScrollingTableProps {
  label: string;
  /** While it shows what was asked before. */
  isStale?: boolean;
  /** Columns as wide with rows as without, so that nothing moves when they come: names, then figures. */
  isFixed?: boolean;
  children: ReactNode;
}

/**
 * A table whose header and totals stay in sight. Where it is too wide it scrolls in a box of its own, which the
 * keyboard can reach.
 */
export function ScrollingTable({ label, isStale = false, isFixed = false, children }: ScrollingTableProps) {
  const box = useRef<HTMLDivElement>(null);
  const scrolls = useScrolls(box);
  const region = scrolls ? { role: 'region', 'aria-label': label, tabIndex: 0 } : {};
  return (
    <div className="data-table" ref={box} {...region}>
      <table aria-label={label} aria-busy={isStale} data-fixed={isFixed}>
        {children}
      </table>
    </div>
  );
}

function useScrolls(box: React.RefObject<HTMLElement | null>): boolean {
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() =>
      setScrolls(element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight),
    );
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, [box]);
  return scrolls;
}
