import { LRUCache } from 'lru-cache';
import type { ChangeKind, Changes } from './changes.ts';

export type Keeping<Value> = {
  /** Most values kept; beyond it the least recently used are dropped. */
  max: number;
  /** Kinds of notices that can invalidate these values. */
  kinds: readonly ChangeKind[];
  /** Whether a notice of `noticed` invalidates the value of `key`; default: always. */
  concerns?(noticed: string, key: string, value: Value): boolean;
  /** Whether a value may be cached, and still be served; default: always. */
  keepable?(value: Value): boolean;
};

/** Returns the value of `key`, from memory or by `read`; concurrent callers share one `read`. */
export type Kept<Value> = (key: string, read: () => Promise<Value>) => Promise<Value>;

/**
 * Caches values read from PostgreSQL until a notice invalidates them. A read that was in flight when a notice came is
 * returned to earlier callers only. While notices may be missing nothing is cached or shared. Failures are never cached.
 */
export function keepUntilChanged<Value>(changes: Changes, keeping: Keeping<Value>): Kept<Value> {
  const kept = new LRUCache<string, { value: Value }>({ max: keeping.max });
  const readings = new Map<string, Promise<Value>>();
  let generation = 0;
  const { concerns, keepable = () => true } = keeping;
  for (const kind of keeping.kinds) {
    changes.on(kind, (noticed) => {
      if (!concerns) return forgetAll();
      generation++;
      readings.clear();
      for (const [key, { value }] of kept.entries()) if (concerns(noticed, key, value)) kept.delete(key);
    });
  }
  changes.onLost(forgetAll);

  return (key, read) => {
    if (!changes.live) return read();
    const known = kept.get(key);
    if (known && keepable(known.value)) return Promise.resolve(known.value);
    return readings.get(key) ?? begin(key, read);
  };

  function begin(key: string, read: () => Promise<Value>): Promise<Value> {
    const begun = generation;
    const reading = read();
    readings.set(key, reading);
    const ended = () => {
      if (readings.get(key) === reading) readings.delete(key);
    };
    // Remove from the in-flight map before resolving, or later callers get a stale read.
    reading.then((value) => {
      ended();
      if (generation === begun && changes.live && keepable(value)) kept.set(key, { value });
    }, ended);
    return reading;
  }

  function forgetAll(): void {
    generation++;
    readings.clear();
    kept.clear();
  }
}
