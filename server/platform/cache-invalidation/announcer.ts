import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { createClient } from '../database/pool.ts';
import { queryRows } from '../database/query.ts';
import { LEASE_MILLISECONDS, LISTENING } from './changes.ts';

/** Slightly longer than a lease, because every process measures it with its own clock. */
const PATIENCE_MILLISECONDS = LEASE_MILLISECONDS + 100;

/** application_name of the announcing connections. */
export const ANNOUNCING = 'assortment-portal announcements';

/** Waits until all processes have seen a commit. */
export type Announcer = {
  /**
   * Resolves once no process answers from data older than any commit before the call: each has been notified, or has been
   * silent until its lease ended. PostgreSQL delivers notices in the order of commits.
   */
  everyoneHasHeard(): Promise<void>;
  close(): Promise<void>;
};

type Connection = {
  client: Client;
  ready: Promise<void>;
  /** The last query; the next one waits for it. */
  said: Promise<unknown>;
};

/**
 * Uses one connection, opened when first needed and reopened when it breaks or is silent, so that a process never has
 * more than one such query in flight, however slow PostgreSQL is.
 */
export function openAnnouncer(databaseUrl: string): Announcer {
  /** Pending announcements, each with a callback for the pid of every process that answers. */
  const answered = new Map<string, (pid: number) => void>();
  let connection: Connection | undefined;
  return { everyoneHasHeard, close };

  async function everyoneHasHeard(): Promise<void> {
    const key = randomUUID();
    const patience = sleep(PATIENCE_MILLISECONDS, undefined, { ref: false });
    const on = connected();
    let isAsked = false;
    const heard = ask(on, key, () => {
      isAsked = true;
    });
    // The commit stands even if asking fails: then wait for the leases to end.
    await Promise.race([heard.catch(() => patience), patience]);
    answered.delete(key);
    // Not asked within that time: the connection is dead, unless it has been replaced.
    if (!isAsked) lose(on.client);
  }

  async function ask(on: Connection, key: string, asked: () => void): Promise<void> {
    await on.ready;
    // A heartbeat is a query: a process without a recent one has lost its lease and is not waited for.
    const listeners = await say(on, (client) =>
      queryRows<{ pid: number }>(
        client,
        `select pid from pg_stat_activity
         where datname = current_database() and application_name = $1
           and query_start > clock_timestamp() - make_interval(secs => $2)`,
        [LISTENING, PATIENCE_MILLISECONDS / 1000],
      ),
    );
    const all = Promise.withResolvers<void>();
    // By backend pid, because new listeners answer too.
    const missing = new Set(listeners.map(({ pid }) => pid));
    answered.set(key, (pid) => {
      missing.delete(pid);
      if (missing.size === 0) all.resolve();
    });
    if (missing.size > 0)
      await say(on, (client) => client.query('select pg_notify($1, $2)', ['changes', `heard:${key}`]));
    else all.resolve();
    asked();
    await all.promise;
  }

  /** A client queues no queries of its own. */
  function say<Answer>(on: Connection, question: (client: Client) => Promise<Answer>): Promise<Answer> {
    const answer = on.said.then(() => question(on.client));
    on.said = answer.catch(() => undefined);
    return answer;
  }

  function connected(): Connection {
    if (connection) return connection;
    const client = createClient(databaseUrl, ANNOUNCING, LEASE_MILLISECONDS);
    client.on('notification', ({ payload = '', processId }) => answered.get(payload)?.(processId));
    client.on('error', () => lose(client));
    client.on('end', () => lose(client));
    const ready = client.connect().then(async () => {
      await client.query('listen heard');
    });
    ready.catch(() => lose(client));
    connection = { client, ready, said: ready };
    return connection;
  }

  function lose(client: Client): void {
    if (connection?.client === client) connection = undefined;
    // Destroy the socket; a graceful end would hang on a dead peer.
    client.connection.stream.destroy();
  }

  async function close(): Promise<void> {
    const open = connection;
    connection = undefined;
    await open?.ready.then(
      () => open.client.end(),
      () => undefined,
    );
  }
}
