import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useDebounced } from '../../components/loading/use-debounced.ts';

/** What is open on the page stands in its address; a step in the history each, so that Back undoes it. */
export function useProductAddress() {
  const [parameters, setParameters] = useSearchParams();
  const { pathname } = useLocation();
  return { parameters, go };

  /** Sets parameters, or with null removes them; `replace`: without leaving a step behind. */
  function go(changes: Record<string, string | null>, { replace = false } = {}): void {
    // What was begun here may be done when another page is open.
    if (location.pathname !== pathname) return;
    const next = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) next.delete(name);
      else next.set(name, value);
    }
    setParameters(next, { replace, preventScrollReset: true });
  }
}

/**
 * What is looked for in a list, and what is typed of it by now. The address has both text and page, each under the name that
 * is given: another text begins with the first page.
 */
export function useSearchedText(textName: string, pageName: string) {
  const { parameters, go } = useProductAddress();
  const text = parameters.get(textName) ?? '';
  const [typed, setTyped] = useState(text);
  const settled = useDebounced(typed.trim());
  useEffect(() => {
    if (settled !== text) go({ [textName]: settled || null, [pageName]: null }, { replace: true });
  });
  return { text, typed, setTyped };
}
