import { AppError } from '../errors.ts';
import type { Changes } from '../following/changes.ts';
import type { MyCustomers } from './my-customers.ts';

/** Statistics that were uploaded since are loaded so long after the last time. */
const INTERVAL_MILLISECONDS = 60_000;

/**
 * Has who buys what is missing loaded before anybody asks: at the start, after every publication and, since uploads are not
 * told, every minute. Gives its end, which waits for the part under way.
 */
export function loadCustomersAhead(
  customers: MyCustomers,
  changes: Changes,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let ended = false;
  let again = false;
  let running: Promise<void> | undefined;
  for (const kind of ['catalogue', 'stockouts', 'focusGroups'] as const) changes.on(kind, begin);
  changes.onBack(begin);
  const timer = setInterval(begin, INTERVAL_MILLISECONDS);
  timer.unref();
  begin();
  return async () => {
    ended = true;
    clearInterval(timer);
    await running;
  };

  function begin(): void {
    again = true;
    running ??= loadWhileAsked().finally(() => {
      running = undefined;
    });
  }

  async function loadWhileAsked(): Promise<void> {
    while (again && !ended) {
      again = false;
      try {
        // What was published meanwhile is begun anew.
        await customers.loadAhead(() => ended || again);
      } catch (error) {
        // Before the first publication there is nothing to load.
        if (!ended && !(error instanceof AppError && error.status === 409)) onError(error);
      }
    }
  }
}
