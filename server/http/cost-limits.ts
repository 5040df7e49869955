import { type Cost, type HourlyCosts, hourlyCosts } from '../config.ts';
import { AppError } from '../platform/errors.ts';

const HOUR_SECONDS = 3600;
/** Beyond this number, those with a full allowance are forgotten. */
const KNOWN = 10_000;

export type Costs = {
  /** Counts one; returns how many more may follow at once. @throws AppError 429 with the seconds until the next */
  take(who: string, cost: Cost): number;
};

/** Token buckets in this process alone, refilled within an hour. `seconds`: a monotonic clock. */
export function createCostLimits(
  limits: HourlyCosts = hourlyCosts,
  seconds: () => number = () => performance.now() / 1000,
): Costs {
  const used = new Map<string, { count: number; at: number }>();
  return {
    take(who, cost) {
      const most = limits[cost];
      const key = `${cost} ${who}`;
      const count = usedNow(key, most);
      if (count + 1 > most) {
        const wait = Math.max(1, Math.ceil(((count + 1 - most) * HOUR_SECONDS) / most));
        const minutes = Math.ceil(wait / 60);
        throw new AppError(429, `costs_${cost}`, { params: { most, minutes, retryAfter: wait } });
      }
      if (used.size >= KNOWN) forget();
      used.set(key, { count: count + 1, at: seconds() });
      return Math.floor(most - count - 1);
    },
  };

  function usedNow(key: string, most: number): number {
    const known = used.get(key);
    if (!known) return 0;
    return Math.max(0, known.count - ((seconds() - known.at) * most) / HOUR_SECONDS);
  }

  function forget(): void {
    for (const key of used.keys()) {
      const cost = key.slice(0, key.indexOf(' ')) as Cost;
      if (usedNow(key, limits[cost]) === 0) used.delete(key);
    }
  }
}
