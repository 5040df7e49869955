import { EventEmitter } from 'node:events';
import type { Client } from 'pg';
import type { Logger } from 'pino';
import { createClient } from './db/pool.ts';

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
    const next = createClient(databaseUrl);
    next.on('error', () => disconnected(next));
    next.on('end', () => disconnected(next));
    next.on('notification', ({ payload = '' }) => {
      const separator = payload.indexOf(':');
      events.emit(payload.slice(0, separator), payload.slice(separator + 1));
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
