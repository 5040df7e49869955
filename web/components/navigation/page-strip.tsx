import type { Page } from '../../page.ts';
import { Link } from './link.tsx';
import './navigation.css';
import { usePageLabel } from './use-pages.ts';

interface PageStripProps {
  pages: readonly Page[];
  isCurrent: (page: Page) => boolean;
  pathOf: (page: Page) => string;
}

/** Names of pages beside each other, each leading to its page. */
export function PageStrip({ pages, isCurrent, pathOf }: PageStripProps) {
  const nameOf = usePageLabel();
  return (
    <ul className="plain-list page-strip">
      {pages.map((page) => (
        <li key={page.path} data-label={nameOf(page)}>
          {isCurrent(page) ? (
            <span aria-current="page" ref={showInStrip}>
              {nameOf(page)}
            </span>
          ) : (
            <Link to={pathOf(page)}>{nameOf(page)}</Link>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Where the strip has no room for all, it is scrolled to the current page's name. */
function showInStrip(name: HTMLElement | null): void {
  const strip = name?.closest('ul');
  if (name && strip) strip.scrollLeft = name.offsetLeft - strip.offsetLeft;
}
