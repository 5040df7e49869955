import { useSearchParams } from 'react-router';

/** The address's parameters, and what says one of them anew: an empty value leaves it out. Neither is a step for Back. */
export function useAddressValues(): [URLSearchParams, (name: string, value: string) => void] {
  const [parameters, setParameters] = useSearchParams();
  function choose(name: string, value: string) {
    setParameters(
      (current) => {
        const next = new URLSearchParams(current);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  }
  return [parameters, choose];
}
