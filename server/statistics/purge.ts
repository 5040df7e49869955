import type { Pool } from 'pg';
import { purgeDeletedStatistics } from '../db/statistic-changes.ts';

const INTERVAL_MILLISECONDS = 10 * 60_000;

/** Removes for good what was deleted longer ago than it can be restored, now and every ten minutes. Gives its end. */
export function purgeRegularly(pool: Pool, onError: (error: unknown) => void): () => void {
  const purge = () => void purgeDeletedStatistics(pool).catch(onError);
  purge();
  const timer = setInterval(purge, INTERVAL_MILLISECONDS);
  timer.unref();
  return () => clearInterval(timer);
}
