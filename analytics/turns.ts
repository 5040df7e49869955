import pLimit from 'p-limit';

export type Turns = {
  /**
   * Runs `work` when there is a place for it, in the order of the calls. Whoever gives up while waiting hears so at once
   * and is passed over; work that has begun goes on and keeps its place until it ends.
   */
  inTurn<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Whether any work is under way. */
  busy(): boolean;
};

/** Lets at most `places` works run at once. */
export function takeTurns(places: number): Turns {
  const limit = pLimit(places);
  return { inTurn, busy: () => limit.activeCount > 0 };

  async function inTurn<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (!signal) return limit(work);
    signal.throwIfAborted();
    const waiting = Promise.withResolvers<void>();
    const giveUp = () => waiting.reject(signal.reason);
    signal.addEventListener('abort', giveUp, { once: true });
    const done = limit(async () => {
      signal.throwIfAborted();
      signal.removeEventListener('abort', giveUp);
      waiting.resolve();
      return work();
    });
    // Of whoever gave up nobody waits for it.
    done.catch(() => undefined);
    await waiting.promise;
    return done;
  }
}
