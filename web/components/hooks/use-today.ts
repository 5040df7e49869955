import { useSyncExternalStore } from 'react';
import { todayIn } from '../../i18n/formats.ts';

/** Milliseconds after which a day that has begun is noticed. */
const interval = 60_000;

/** Today in Switzerland, YYYY-MM-DD; a page that is left open over midnight moves on. */
export function useToday(): string {
  return useSyncExternalStore(subscribe, () => todayIn('Europe/Zurich'));
}

function subscribe(onChange: () => void): () => void {
  const timer = setInterval(onChange, interval);
  // Timers rest while nobody sees the page.
  document.addEventListener('visibilitychange', onChange);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onChange);
  };
}
