import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { createClient } from '../database/pool.ts';
import { queryRows } from '../database/query.ts';
import { LEASE_MILLISECONDS, LISTENING } from './changes.ts';

/** A little longer than a lease, which every process measures with a clock of its own. */
const PATIENCE_MILLISECONDS = LEASE_MILLISECONDS + 100;

/** Name by which PostgreSQL knows the connections that announce. */
export const ANNOUNCING = 'assortment-portal announcements';

/** Asks all processes whether they have heard of what was committed. */
export type Announcer = {
  /**
   * Resolves once no process answers from before any change that was committed before the call: each has heard of it, or
   * has been silent for so long that it no longer trusts what it keeps. PostgreSQL keeps notices in the order of commits.
   */
  everyoneHasHeard(): Promise<void>;
  close(): Promise<void>;
};

type Connection = {
  client: Client;
  ready: Promise<void>;
  /** What is said on it last; what is said next waits for it. */
  said: Promise<unknown>;
};

/**
 * Asks on one connection of its own, made when it is first needed and anew when it breaks or is silent: however slow
 * PostgreSQL is and whoever never answers, a process never has more than this one under way.
 */
export function openAnnouncer(databaseUrl: string): Announcer {
  /** Called with the backend of every answer, by what was asked. */
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
    // What was committed stays so, whatever becomes of asking: then time alone has to tell.
    await Promise.race([heard.catch(() => patience), patience]);
    answered.delete(key);
    // Not even asked in all this time: that connection is of no use; another one may have come since.
    if (!isAsked) lose(on.client);
  }

  async function ask(on: Connection, key: string, asked: () => void): Promise<void> {
    await on.ready;
    // A heartbeat is a query: who has made none for as long trusts nothing any more, and is not waited for.
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
    // Each by its backend: who has begun to listen since answers too, and in nobody's place.
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

  /** A client queues no questions of its own. */
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
    // Without a farewell, which a connection that is silent would not take.
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
