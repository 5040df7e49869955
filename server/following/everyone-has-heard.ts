import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { queryRow } from '../db/query.ts';
import { LEASE_MILLISECONDS, LISTENING } from './changes.ts';

/** A little longer than a lease, which every process measures with a clock of its own. */
const PATIENCE_MILLISECONDS = LEASE_MILLISECONDS + 100;

/**
 * Resolves once no process answers from before any change that was committed before the call: each has heard of it, or
 * has been silent for so long that it no longer trusts what it keeps. PostgreSQL keeps notices in the order of commits.
 */
export async function everyoneHasHeard(pool: Pool): Promise<void> {
  const enough = new AbortController();
  const patience = sleep(PATIENCE_MILLISECONDS, undefined, { ref: false });
  // What was committed stays so, whatever becomes of asking: then time alone has to tell.
  await Promise.race([askEveryone(pool, enough.signal).catch(() => patience), patience]);
  enough.abort();
}

async function askEveryone(pool: Pool, enough: AbortSignal): Promise<void> {
  const client = await pool.connect();
  const key = randomUUID();
  let count = 0;
  let allHeard = () => {};
  const answered = new Promise<void>((resolve) => {
    allHeard = resolve;
  });
  enough.addEventListener('abort', allHeard);
  const hear = ({ payload }: { payload?: string | undefined }) => {
    if (payload === key && --count === 0) allHeard();
  };
  client.on('notification', hear);
  let broken: Error | undefined;
  try {
    await client.query('listen heard');
    // A heartbeat is a query: who has made none for as long trusts nothing any more, and is not waited for.
    const listening = await queryRow<{ count: number }>(
      client,
      `select count(*)::integer as count from pg_stat_activity
       where datname = current_database() and application_name = $1
         and query_start > clock_timestamp() - make_interval(secs => $2)`,
      [LISTENING, PATIENCE_MILLISECONDS / 1000],
    );
    count = listening.count;
    if (count === 0) return;
    await client.query('select pg_notify($1, $2)', ['changes', `heard:${key}`]);
    await answered;
    await client.query('unlisten heard');
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    client.off('notification', hear);
    client.release(broken);
  }
}
