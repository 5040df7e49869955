import { type MouseEvent, useCallback } from 'react';
import { useGo } from '../navigation/link.tsx';

/**
 * A click listener with which plain links, or those below it, lead on without loading the page anew. For long lists:
 * each <Link> listens to the address, and hundreds of them make every change of it slow. Where they lead to knows where
 * one came from: the history's state has the address as `from`.
 */
export function useFollowedLinks(): (event: MouseEvent) => void {
  const go = useGo();
  return useCallback(
    (event: MouseEvent) => {
      const link = (event.target as Element).closest('a');
      const to = link instanceof SVGAElement ? link.href.baseVal : link?.getAttribute('href');
      if (!to || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      go(to, { state: { from: location.pathname + location.search } });
    },
    [go],
  );
}
