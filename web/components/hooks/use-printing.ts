import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** True while the page is printed. Painted before the browser takes the page over. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const media = matchMedia('print');
    const set = (value: boolean) => flushSync(() => setPrinting(value));
    const changed = () => set(media.matches);
    const start = () => set(true);
    const end = () => set(false);
    media.addEventListener('change', changed);
    addEventListener('beforeprint', start);
    addEventListener('afterprint', end);
    return () => {
      media.removeEventListener('change', changed);
      removeEventListener('beforeprint', start);
      removeEventListener('afterprint', end);
    };
  }, []);
  return printing;
}
