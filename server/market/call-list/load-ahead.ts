import { setTimeout as sleep } from 'node:timers/promises';
import type { Changes } from '../../platform/cache-invalidation/changes.ts';
import { AppError } from '../../platform/errors.ts';
import type { MyCustomers } from './my-customers.ts';

/** Requests for freshly published data come first, and consecutive publications are loaded once. */
const PATIENCE_MILLISECONDS = 1000;

/** Interval for statistics uploaded since. */
const INTERVAL_MILLISECONDS = 60_000;

/**
 * Preloads who buys what is missing: at the start, after every publication and, since uploads send no notices, every
 * minute. Returns a function that stops it and waits for the part in progress.
 */
export function loadCustomersAhead(
  customers: MyCustomers,
  changes: Changes,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  let again = false;
  let running: Promise<void> | undefined;
  for (const kind of ['catalogue', 'stockouts', 'focusGroups'] as const) changes.on(kind, begin);
  changes.onBack(begin);
  const timer = setInterval(begin, INTERVAL_MILLISECONDS);
  timer.unref();
  begin();
  return async () => {
    ending.abort();
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
    while (again && !signal.aborted) {
      await sleep(PATIENCE_MILLISECONDS, undefined, { ref: false, signal }).catch(() => undefined);
      if (signal.aborted) return;
      again = false;
      try {
        // A publication meanwhile restarts it.
        await customers.loadAhead(() => signal.aborted || again);
      } catch (error) {
        // Before the first publication there is nothing to load.
        if (!signal.aborted && !(error instanceof AppError && error.status === 409)) onError(error);
      }
    }
  }
}
