import type { Pool } from 'pg';
import type { Engine } from '#analytics/engine.ts';
import { readSums, sumLines } from '#analytics/lines.ts';
import { inTransaction } from '../db/query.ts';
import { lockUnsummed, storeSums } from '../db/statistic-sums.ts';

const INTERVAL_MILLISECONDS = 10 * 60_000;

/**
 * Stores the sums of statistics that have none, newest first: those of before there were sums, and those that a process of
 * an older version stores, which is why it looks again every ten minutes. Each in a transaction of its own, so that any
 * number of processes can share the work and be killed. Gives its end, which waits for the statistic under way.
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
      await inTransaction(pool, async (client) => {
        const found = await lockUnsummed(client, id);
        if (!found) return;
        next = found.id;
        const sums = await sumLines(engine, found.lines);
        await storeSums(client, found.id, sums, await readSums(engine, sums));
      });
    } catch (error) {
      // One whose lines can't be read must not keep the others waiting.
      if (next === undefined) throw error;
      onError(error);
    }
    return next;
  }
}
