import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useSettled } from '../../../components/use-settled.ts';

const parameter = 'find';

/** What is looked for in the list. The address follows when typing pauses, without a step in the history. */
export function useFindText() {
  const [parameters, setParameters] = useSearchParams();
  const [text, setText] = useState(() => parameters.get(parameter) ?? '');
  const [isNear, setNear] = useState(false);
  const settled = useSettled(text, 400);

  useEffect(() => {
    if (settled !== text || (parameters.get(parameter) ?? '') === settled) return;
    const next = new URLSearchParams(parameters);
    if (settled) next.set(parameter, settled);
    else next.delete(parameter);
    setParameters(next, { replace: true, preventScrollReset: true });
  }, [settled, text, parameters, setParameters]);

  return {
    text,
    setText,
    /** Somebody is about to look for something. */
    isNear,
    approach: useCallback(() => setNear(true), []),
  };
}
