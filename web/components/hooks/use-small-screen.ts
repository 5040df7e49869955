import { useCallback, useSyncExternalStore } from 'react';

/** True on phones. */
export function useSmallScreen(): boolean {
  return useScreenUpTo(640);
}

/** True on phones, and where they lie on their side. */
export function useTightScreen(): boolean {
  return useMedia('(max-width: 640px), (max-height: 500px)');
}

/** True where the window is at most so wide, in pixels. */
export function useScreenUpTo(width: number): boolean {
  return useMedia(`(max-width: ${width}px)`);
}

/** True where a finger works. */
export function useTouch(): boolean {
  return useMedia('(pointer: coarse)');
}

function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
