import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

/**
 * What is open on a page, as a parameter of its address: Back closes it, a reload leaves it open, and whatever had the focus
 * gets it back. `go(null)` closes, which leaves no step to an open dialog in the history.
 */
export function useAddressStep(name: string) {
  const [parameters, setParameters] = useSearchParams();
  const step = parameters.get(name);
  const opener = useRef<Element | null>(null);
  const last = useRef(step);
  useEffect(() => {
    if (last.current !== null && step === null && opener.current instanceof HTMLElement)
      opener.current.focus();
    last.current = step;
  }, [step]);

  function go(next: string | null) {
    if (step === null) opener.current = document.activeElement;
    setParameters(
      (current) => {
        const changed = new URLSearchParams(current);
        if (next === null) changed.delete(name);
        else changed.set(name, next);
        return changed;
      },
      { replace: next === null, preventScrollReset: true },
    );
  }
  return { step, go };
}
