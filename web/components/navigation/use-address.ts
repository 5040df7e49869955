import { useEffect, useRef } from 'react';
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

/** Whether the address has that value by now, which Back may have taken from it since a page was drawn. */
export function addressHas(name: string, value: string | null): boolean {
  return new URLSearchParams(location.search).get(name) === value;
}

/** What had the focus when a step was taken, by its name, which several parts of a page may share. */
const openers = new Map<string, Element | null>();

/**
 * What is open on a page, as a parameter of its address: Back closes it, a reload leaves it open, and whatever had the focus
 * gets it back. `go(null)` closes, which leaves no step to an open dialog in the history.
 */
export function useAddressStep(name: string) {
  const { parameters, go: goTo } = useAddress();
  const step = parameters.get(name);
  const last = useRef(step);
  useEffect(() => {
    const opener = openers.get(name);
    if (last.current !== null && step === null && opener instanceof HTMLElement) opener.focus();
    last.current = step;
  }, [name, step]);

  function go(next: string | null) {
    if (next === null && !addressHas(name, step)) return;
    if (step === null) openers.set(name, document.activeElement);
    goTo({ [name]: next }, { replace: next === null });
  }
  return { step, go };
}
