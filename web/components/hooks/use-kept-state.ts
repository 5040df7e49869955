import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/** Values by step of the history and name. */
const kept = new Map<string, unknown>();

/** A state that is as it was left when the history goes back to the page; a page that is opened begins with `initial`. */
export function useKeptState<Value>(name: string, initial: Value): [Value, Dispatch<SetStateAction<Value>>] {
  const id = `${useLocation().key} ${name}`;
  const [value, setValue] = useState(() => (kept.has(id) ? (kept.get(id) as Value) : initial));
  useEffect(() => {
    kept.set(id, value);
  }, [id, value]);
  return [value, setValue];
}
