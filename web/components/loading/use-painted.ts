import { useEffect, useState } from 'react';
import { afterPaint } from './after-paint.ts';

/** Whether what came with the component has been painted: what can wait is begun after that. */
export function usePainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => afterPaint(() => setPainted(true)), []);
  return isPainted;
}
