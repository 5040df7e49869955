import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, Pool } from 'pg';
import type { Logger } from 'pino';
import { createClient } from './db/pool.ts';
import { queryRow } from './db/query.ts';

/** What PostgreSQL tells every process after a commit (see the triggers in migrations/). */
export type ChangeKind =
  | 'statistic'
  | 'user'
  | 'session'
  | 'catalogue'
  | 'stockouts'
  | 'focusGroups'
  | 'config';

/** Other processes' changes, as they are committed. `lost` fires when some may have been missed. */
export type Changes = {
  /** False while the connection is down: what is cached can't be trusted then. */
  readonly live: boolean;
  on(kind: ChangeKind, listener: (key: string) => void): void;
  onLost(listener: () => void): void;
  close(): Promise<void>;
};

const RETRY_MILLISECONDS = 500;

/** Name by which PostgreSQL knows the connections that listen. */
const LISTENING = 'assortment-portal changes';

/** A process that hangs is not waited for any longer; what it answers afterwards is its own affair. */
const HEARD_MILLISECONDS = 3000;

/** Listens on a connection of its own and connects again when it breaks. */
export async function listenForChanges(databaseUrl: string, log: Logger): Promise<Changes> {
  const events = new EventEmitter();
  events.setMaxListeners(0);
  let client: Client | undefined;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  await connect();

  return {
    get live() {
      return client !== undefined;
    },
    on: (kind, listener) => void events.on(kind, listener),
    onLost: (listener) => void events.on('lost', listener),
    async close() {
      closed = true;
      clearTimeout(retry);
      await client?.end();
    },
  };

  async function connect(): Promise<void> {
    const next = createClient(databaseUrl, LISTENING);
    next.on('error', () => disconnected(next));
    next.on('end', () => disconnected(next));
    next.on('notification', ({ payload = '' }) => {
      const separator = payload.indexOf(':');
      const [kind, key] = [payload.slice(0, separator), payload.slice(separator + 1)];
      if (kind === 'heard')
        next.query('select pg_notify($1, $2)', ['heard', key]).catch(() => disconnected(next));
      else events.emit(kind, key);
    });
    await next.connect();
    await next.query('listen changes');
    client = next;
  }

  function disconnected(which: Client): void {
    if (closed || client !== which) return;
    client = undefined;
    events.emit('lost');
    log.warn('connection for change notices lost');
    reconnect();
  }

  function reconnect(): void {
    retry = setTimeout(() => {
      connect().catch((error: unknown) => {
        log.warn({ err: error }, 'connection for change notices not back yet');
        if (!closed) reconnect();
      });
    }, RETRY_MILLISECONDS);
  }
}

/**
 * Resolves once every process has heard of all changes that were committed before the call, so that what it answers
 * from now on takes them into account. PostgreSQL keeps notices in the order of commits.
 */
export async function everyoneHasHeard(pool: Pool): Promise<void> {
  const client = await pool.connect();
  const key = randomUUID();
  let count = 0;
  let enough = () => {};
  const allHeard = new Promise<void>((resolve) => {
    enough = resolve;
  });
  const hear = ({ payload }: { payload?: string | undefined }) => {
    if (payload === key && --count === 0) enough();
  };
  client.on('notification', hear);
  try {
    await client.query('listen heard');
    const listening = await queryRow<{ count: number }>(
      client,
      `select count(*)::integer as count from pg_stat_activity
       where datname = current_database() and application_name = $1`,
      [LISTENING],
    );
    count = listening.count;
    if (count === 0) return;
    await client.query('select pg_notify($1, $2)', ['changes', `heard:${key}`]);
    await Promise.race([allHeard, sleep(HEARD_MILLISECONDS, undefined, { ref: false })]);
  } finally {
    client.off('notification', hear);
    await client.query('unlisten heard');
    client.release();
  }
}
