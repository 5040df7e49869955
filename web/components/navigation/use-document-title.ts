import { useEffect } from 'react';

/** Sets the browser's title while the calling page is shown; undefined leaves it alone. */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) document.title = title;
  }, [title]);
}
