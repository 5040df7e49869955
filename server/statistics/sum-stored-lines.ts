import type { Pool } from 'pg';
import type { Engine } from '#analytics/engine.ts';
import { readSums, sumLines } from '#analytics/lines.ts';
import { inTransaction } from '../platform/database/query.ts';
import { findUnsummed, storeSums } from './sum-queries.ts';

const INTERVAL_MILLISECONDS = 10 * 60_000;

/**
 * Stores the sums of statistics that have none, newest first: those of before there were sums, and those that a process of
 * an older version stores, which is why it looks again every ten minutes. Each is stored in a transaction of its own, by
 * whoever is first: any number of processes can do so and be killed. Gives its end, which waits for the statistic under way.
 */
export function sumStoredLines(
  pool: Pool,
  engine: Engine,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let ended = false;
  let running = sumAll();
  const timer = setInterval(() => {
    running = running.then(sumAll);
  }, INTERVAL_MILLISECONDS);
  timer.unref();
  return () => {
    ended = true;
    clearInterval(timer);
    return running;
  };

  async function sumAll(): Promise<void> {
    let id: number | undefined = 2 ** 31 - 1;
    try {
      while (id !== undefined && !ended) id = await sumNext(id);
    } catch (error) {
      onError(error);
    }
  }

  /** Sums the newest statistic below `id`; gives its id, nothing when there is none left. */
  async function sumNext(id: number): Promise<number | undefined> {
    let next: number | undefined;
    try {
      const found = await findUnsummed(pool, id);
      if (!found) return undefined;
      next = found.id;
      const sums = await sumLines(engine, found.lines);
      const identifiers = await readSums(engine, sums);
      await inTransaction(pool, (client) => storeSums(client, found.id, sums, identifiers));
    } catch (error) {
      // One whose lines can't be read must not keep the others waiting.
      if (next === undefined) throw error;
      onError(error);
    }
    return next;
  }
}
