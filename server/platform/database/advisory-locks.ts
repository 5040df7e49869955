import type { ClientBase } from 'pg';
import { queryRow, queryRows } from './query.ts';

/** Keys of PostgreSQL's advisory locks. Template files and corrections of customers have keys by name. */
export const advisoryLocks = {
  /** Held while a server or backup migrates or needs the schema unchanged. */
  migrations: 7_680_001,
  publication: 7_680_002,
  /** Of several processes on one database, one makes the backup. */
  backups: 7_680_003,
  /** Of several processes on one database, one loads the demo. */
  demo: 7_680_004,
  accounts: 7_680_005,
  testOrders: 7_680_006,
  /** With a second key, a hash of an older tool's file, which is imported once. */
  history: 7_680_007,
} as const;

/**
 * Takes a session lock. Where others hold it, `notice` is told who they are, and this waits. @param what waits, for the
 * notice
 */
export async function lockSession(
  client: ClientBase,
  key: number,
  what: string,
  notice: (text: string) => void = console.error,
): Promise<void> {
  const { locked } = await queryRow<{ locked: boolean }>(
    client,
    'select pg_try_advisory_lock($1) as locked',
    [key],
  );
  if (locked) return;
  const holders = await queryRows<{ said: string }>(client, whoHolds, [key]);
  notice(`${what} waits for ${holders.map(({ said }) => said).join(' and ') || 'what has just ended'}.`);
  await client.query('select pg_advisory_lock($1)', [key]);
}

// pg_locks shows a 64-bit key in two columns; the upper half of ours is 0.
const whoHolds = `
  select format('process %s of PostgreSQL (%s%s)', a.pid, a.application_name, ' from ' || host(a.client_addr)) as said
  from pg_locks l join pg_stat_activity a using (pid)
  where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = $1 and l.objsubid = 1
    and l.database = a.datid`;
