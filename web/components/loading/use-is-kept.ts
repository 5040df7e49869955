import { useSyncExternalStore } from 'react';
import { isKept, onKept } from '../../api/browser-storage.ts';

/** False while the browser does not keep what was entered under this key. */
export function useIsKept(key: string): boolean {
  return useSyncExternalStore(onKept, () => isKept(key));
}
