import { type ReactNode, useEffect } from 'react';
import './navigation.css';

interface PageHeaderProps {
  title: string;
  /** Whether it is seen; otherwise it is read aloud only. */
  isTitleShown?: boolean;
  /** What the browser's tab says; undefined while it is not known. */
  documentTitle: string | undefined;
  /** What stands above the title: the way here. */
  trail?: ReactNode;
  /** What stands below the title, side by side. */
  facts?: readonly ReactNode[];
  /** What can be chosen for the whole page. */
  children?: ReactNode;
}

/** Names a page, and says in a line what it is about. */
export function PageHeader({
  title,
  isTitleShown = true,
  documentTitle,
  trail,
  facts = [],
  children,
}: PageHeaderProps) {
  useDocumentTitle(documentTitle);
  return (
    <header className="page-header">
      {trail}
      <h1 className={isTitleShown ? undefined : 'visually-hidden'}>{title}</h1>
      {facts.length > 0 && (
        <p className="page-header__facts">
          {facts.map((fact, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: facts have their places.
            <span key={place}>{fact}</span>
          ))}
        </p>
      )}
      {children}
    </header>
  );
}

/** Sets the browser's title while the calling page is shown; undefined leaves it alone. */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) document.title = title;
  }, [title]);
}
