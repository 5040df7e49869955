import { LRUCache } from 'lru-cache';
import type { ChangeKind, Changes } from './changes.ts';

export type Keeping<Value> = {
  /** Values kept at most; beyond it the least recently used go. */
  max: number;
  /** The notices that concern these values. */
  kinds: readonly ChangeKind[];
  /** Whether a notice of `noticed` concerns the value of `key`. Without it every one concerns all. */
  concerns?(noticed: string, key: string, value: Value): boolean;
  /** Whether a value may be kept, and still be given; without it every one. */
  keepable?(value: Value): boolean;
};

/** Gives the value of `key`, from memory or by `read`, which several callers share. */
export type Kept<Value> = (key: string, read: () => Promise<Value>) => Promise<Value>;

/**
 * Keeps values read from PostgreSQL until a notice says that they may have changed; the one place that does. A reading
 * that was under way when a notice came is given to whoever asked before, and to nobody later. While notices may be
 * missing nothing is kept or shared. Failures are never kept.
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
    // Before whoever asked goes on, so that nobody is given what ended before they asked.
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
