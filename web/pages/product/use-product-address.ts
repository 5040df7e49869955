import { useSearchParams } from 'react-router';

/** What is open on the page stands in its address; a step in the history each, so that Back undoes it. */
export function useProductAddress() {
  const [parameters, setParameters] = useSearchParams();
  return { parameters, go };

  /** Sets parameters, or with null removes them; `replace`: without leaving a step behind. */
  function go(changes: Record<string, string | null>, { replace = false } = {}): void {
    setParameters(
      (current) => {
        const next = new URLSearchParams(current);
        for (const [name, value] of Object.entries(changes)) {
          if (value === null) next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace, preventScrollReset: true },
    );
  }
}
