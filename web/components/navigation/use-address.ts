import { useLocation, useSearchParams } from 'react-router';

/** The parameters of a page's address, which say what is open on it, and a way to change them. */
export function useAddress() {
  const [parameters, setParameters] = useSearchParams();
  const { pathname } = useLocation();
  return { parameters, go };

  /** Sets parameters, or with null removes them: a step in the history, so that Back undoes it, unless it is to `replace`. */
  function go(changes: Record<string, string | null>, { replace = false } = {}): void {
    // What was begun here, such as saving, may be done when another page is open.
    if (location.pathname !== pathname) return;
    const next = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) next.delete(name);
      else next.set(name, value);
    }
    setParameters(next, { replace });
  }
}
