import type { Pool } from 'pg';
import { todayInZurich } from '#analytics/context.ts';
import type { User } from '#shared/schemas/user.ts';
import { addUsage, type UsageCount, type UsageEvent } from './usage-queries.ts';

/** What a process that is killed loses at most. */
const INTERVAL_MILLISECONDS = 10_000;

export type Usage = {
  /** Counts once, in memory; `user`: who did it, undefined for a visitor. Never fails, and nobody waits for it. */
  count(event: UsageEvent, user: User | undefined, statisticId?: number): void;
  /** Writes down what is counted, at once; for reports. */
  write(): Promise<void>;
  /** Writes down what is left. */
  end(): Promise<void>;
};

/**
 * Counts openings and downloads beside requests: in memory, and every ten seconds in PostgreSQL. Of visitors nothing is
 * known but that they were visitors.
 */
export function countUsage(pool: Pool, onError: (error: unknown) => void): Usage {
  let counted = new Map<string, UsageCount>();
  let writing: Promise<void> = Promise.resolve();
  const timer = setInterval(write, INTERVAL_MILLISECONDS);
  timer.unref();
  return {
    count(event, user, statisticId = 0) {
      const caller = user ? (user.role === 'Admin' ? 'admin' : 'user') : 'visitor';
      const representativeId = event === 'opening' ? 0 : (user?.id ?? 0);
      add({ day: todayInZurich(), event, caller, statisticId, representativeId, count: 1 });
    },
    write,
    async end() {
      clearInterval(timer);
      await write();
    },
  };

  function add(more: UsageCount): void {
    const { count, ...what } = more;
    const key = Object.values(what).join(' ');
    const before = counted.get(key)?.count ?? 0;
    counted.set(key, { ...what, count: before + count });
  }

  /** One after the other; what could not be written is tried again next time. */
  function write(): Promise<void> {
    writing = writing.then(async () => {
      if (counted.size === 0) return;
      const counts = [...counted.values()];
      counted = new Map();
      try {
        await addUsage(pool, counts);
      } catch (error) {
        counts.forEach(add);
        onError(error);
      }
    });
    return writing;
  }
}
