import { AsyncLocalStorage } from 'node:async_hooks';
import pLimit from 'p-limit';

/**
 * Places are what there are few of: DuckDB's, PostgreSQL's connections, threads. Two who each hold one and wait for another
 * can wait for each other for ever, so nobody who holds a place may wait for one: who tries is told so by an error, in tests
 * and in production, on the first try and not under load. See docs/decisions/2026-11-24-places-pools-and-budgets.md.
 */
export class NestedPlaceError extends Error {
  override name = 'NestedPlaceError';
}

/** All places were taken for too long. */
export class NoPlaceError extends Error {
  override name = 'NoPlaceError';
  constructor(place: string) {
    super(`No ${place} was free in time.`);
  }
}

const held = new AsyncLocalStorage<string>();

/** Runs `work`, which holds a place. */
export function whileHolding<T>(place: string, work: () => Promise<T>): Promise<T> {
  return held.run(place, work);
}

/** Runs `work` as nobody's: what is begun by whoever holds a place and not waited for by them. */
export function apart<T>(work: () => T): T {
  return held.exit(work);
}

/** @throws {NestedPlaceError} where whoever waits for a place holds one */
export function mayWaitFor(place: string): void {
  const holding = held.getStore();
  if (holding) throw new NestedPlaceError(`A ${place} was asked for while holding a ${holding}.`);
}

export type Places = {
  /**
   * Runs `work` when there is a place for it, in the order of the calls. Whoever gives up while waiting hears so at once
   * and is passed over; work that has begun goes on and keeps its place until it ends.
   * @throws NoPlaceError, NestedPlaceError, or what `signal` says
   */
  inTurn<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Whether any work is under way. */
  busy(): boolean;
};

/** Lets at most `most` works run at once, for which others wait `patienceMs` at most. */
export function places(place: string, most: number, patienceMs: number): Places {
  const limit = pLimit(most);
  return { inTurn, busy: () => limit.activeCount > 0 };

  async function inTurn<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    mayWaitFor(place);
    signal?.throwIfAborted();
    const begun = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    let hasLeft = false;
    const leave = (reason: unknown) => {
      hasLeft = true;
      begun.reject(reason);
    };
    const giveUp = () => leave(signal?.reason);
    const tooLong = setTimeout(() => leave(new NoPlaceError(place)), patienceMs);
    signal?.addEventListener('abort', giveUp, { once: true });
    void limit(() => {
      if (hasLeft) return undefined;
      clearTimeout(tooLong);
      signal?.removeEventListener('abort', giveUp);
      begun.resolve();
      return ended.promise;
    });
    try {
      await begun.promise;
      return await work();
    } finally {
      clearTimeout(tooLong);
      signal?.removeEventListener('abort', giveUp);
      ended.resolve();
    }
  }
}
