import { useEffect, useEffectEvent } from 'react';
import { flushSync } from 'react-dom';

const asked = 'drawallrows';

/** Has lists that have drawn a part of their rows draw all of them, before it returns. */
export function drawAllRows(): void {
  dispatchEvent(new Event(asked));
}

/** Calls `draw` before somebody reads the whole list: who prints it, and who searches it with the browser's search. */
export function useWholeForReaders(isWhole: boolean, draw: () => void): void {
  const complete = useEffectEvent(() => flushSync(draw));
  useEffect(() => {
    if (isWhole) return;
    const over = new AbortController();
    const { signal } = over;
    addEventListener('beforeprint', complete, { signal });
    addEventListener(asked, complete, { signal });
    addEventListener('keydown', (event) => isSearch(event) && complete(), { capture: true, signal });
    return () => over.abort();
  }, [isWhole]);
}

function isSearch({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key === 'F3' || ((ctrlKey || metaKey) && (key === 'f' || key === 'g'));
}
