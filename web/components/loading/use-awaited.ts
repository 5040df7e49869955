import { useEffect, useState } from 'react';

/** Whether what is pending may still come soon: it has not been so for longer than this. */
export function useAwaited(isPending: boolean, milliseconds = 300): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => setLate(true), milliseconds);
    return () => clearTimeout(timer);
  }, [isPending, milliseconds]);
  return isPending && !isLate;
}
