import { useSyncExternalStore } from 'react';

const query = '(max-width: 640px)';

/** True on phones, where a popover becomes a sheet. */
export function useSmallScreen(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

function subscribe(changed: () => void): () => void {
  const media = matchMedia(query);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
}
