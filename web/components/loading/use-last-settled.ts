import { useRef } from 'react';

/** The value, or while it is not settled the one that last was. */
export function useLastSettled<Value>(value: Value, isSettled: boolean): Value {
  const last = useRef(value);
  if (isSettled) last.current = value;
  return last.current;
}
