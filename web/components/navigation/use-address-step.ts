import { useEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router';

/**
 * What is open on a page, as a parameter of its address: Back closes it, a reload leaves it open, and whatever had the focus
 * gets it back. `go(null)` closes, which leaves no step to an open dialog in the history.
 */
export function useAddressStep(name: string) {
  const [parameters, setParameters] = useSearchParams();
  const { pathname } = useLocation();
  const step = parameters.get(name);
  const opener = useRef<Element | null>(null);
  const last = useRef(step);
  useEffect(() => {
    if (last.current !== null && step === null && opener.current instanceof HTMLElement)
      opener.current.focus();
    last.current = step;
  }, [step]);

  function go(next: string | null) {
    // Work that was begun here may end when Back has closed this, or has led to another page.
    const here = new URLSearchParams(location.search);
    if (next === null && (location.pathname !== pathname || here.get(name) !== step)) return;
    if (step === null) opener.current = document.activeElement;
    if (next === null) here.delete(name);
    else here.set(name, next);
    setParameters(here, { replace: next === null, preventScrollReset: true });
  }
  return { step, go };
}
