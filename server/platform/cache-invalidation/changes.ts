import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { Client } from 'pg';
import type { Logger } from 'pino';
import { goByDatabase } from '../clock.ts';
import { timeline } from '../database/history.ts';
import { createClient } from '../database/pool.ts';
import { queryRow } from '../database/query.ts';

/**
 * Notices that PostgreSQL sends to every process after a commit (see the triggers in migrations/). The key of a statistic
 * is its direct link id and its id, with a space between.
 */
export type ChangeKind =
  | 'statistic'
  | 'user'
  | 'session'
  | 'catalogue'
  | 'stockouts'
  | 'focusGroups'
  | 'feed'
  | 'config'
  | 'template_file';

/** Notices of commits, also those of other processes. */
export type Changes = {
  /**
   * Whether every change committed LEASE_MILLISECONDS ago or earlier has been heard. While false, caches cannot be
   * trusted.
   */
  readonly live: boolean;
  /** Whether commits complete: they do not while PostgreSQL waits for a synchronous standby that is gone. */
  readonly commits: boolean;
  /** The newest WAL position (LSN) seen by this process. */
  readonly heardTo: string;
  /** How often PostgreSQL came back on another timeline, or before that position. */
  readonly setBacks: number;
  on(kind: ChangeKind, listener: (key: string) => void): void;
  /** Notices may be missed from now on. */
  onLost(listener: () => void): void;
  /** No notices are missed from now on; those missed before are not repeated. */
  onBack(listener: () => void): void;
  close(): Promise<void>;
};

/** application_name of the listening connections. */
export const LISTENING = 'assortment-portal changes';

/**
 * How long a heartbeat through PostgreSQL is valid, from when it was sent: notices come in the order of commits, so
 * everything committed before it has been heard.
 */
export const LEASE_MILLISECONDS = 3000;

const BEAT_MILLISECONDS = 1000;
const RETRY_MILLISECONDS = 500;

/** A connection that is silent for so long is replaced. */
const GIVE_UP_MILLISECONDS = 2 * LEASE_MILLISECONDS;

type Connection = {
  client: Client;
  /** Send time of the newest heartbeat that came back (performance.now). */
  heardUntil: number;
  /** The last query; the next one waits for it. */
  said: Promise<unknown>;
};

/** Listens on its own connection, checks it by heartbeats, and reconnects when it breaks or is silent. */
export async function listenForChanges(databaseUrl: string, log: Logger): Promise<Changes> {
  const events = new EventEmitter();
  events.setMaxListeners(0);
  const ownBeats = `beat_${randomUUID()}`;
  let connection: Connection | undefined;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  let beatAt = performance.now();
  /** Since when this process has been running without a pause. */
  let awakeSince = beatAt;
  let heardTo = 0n;
  let heardOn: string | undefined;
  let setBacks = 0;
  let commits = true;
  await connect();
  const beating = setInterval(beat, BEAT_MILLISECONDS);
  beating.unref();

  return {
    get live() {
      return connection !== undefined && silence(connection) < LEASE_MILLISECONDS;
    },
    get commits() {
      return commits;
    },
    get heardTo() {
      return `${(heardTo >> 32n).toString(16)}/${(heardTo & 0xffffffffn).toString(16)}`;
    },
    get setBacks() {
      return setBacks;
    },
    on: (kind, listener) => void events.on(kind, listener),
    onLost: (listener) => void events.on('lost', listener),
    onBack: (listener) => void events.on('back', listener),
    async close() {
      closed = true;
      clearTimeout(retry);
      clearInterval(beating);
      if (connection && silence(connection) < LEASE_MILLISECONDS) await connection.client.end();
      else if (connection) cut(connection);
    },
  };

  async function connect(): Promise<void> {
    const client = createClient(databaseUrl, LISTENING, LEASE_MILLISECONDS);
    const next: Connection = { client, heardUntil: performance.now(), said: Promise.resolve() };
    client.on('error', () => disconnected(next));
    client.on('end', () => disconnected(next));
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === ownBeats) next.heardUntil = Math.max(next.heardUntil, Number(payload));
      else hear(next, payload);
    });
    try {
      await client.connect();
      next.heardUntil = performance.now();
      await lookForSetBack(client);
      await client.query(`listen changes; listen "${ownBeats}"`);
      await goByDatabase(client, log);
    } catch (error) {
      cut(next);
      throw error;
    }
    if (closed) return cut(next);
    connection = next;
    events.emit('back');
  }

  function hear(on: Connection, payload: string): void {
    const separator = payload.indexOf(':');
    const [kind, key] = [payload.slice(0, separator), payload.slice(separator + 1)];
    if (kind === 'heard') say(on, 'heard', key);
    else events.emit(kind, key);
  }

  function beat(): void {
    const now = performance.now();
    if (now - beatAt > LEASE_MILLISECONDS) awakeSince = now;
    beatAt = now;
    if (!connection) return;
    // After a pause of this process, notices may wait unread in the socket.
    if (silence(connection) > GIVE_UP_MILLISECONDS && now - awakeSince > LEASE_MILLISECONDS) {
      disconnected(connection);
      return;
    }
    say(connection, ownBeats, String(performance.now()));
    ask(connection, hearPosition);
    ask(connection, (client) => goByDatabase(client, log));
  }

  function say(on: Connection, channel: string, payload: string): void {
    ask(on, (client) => client.query('select pg_notify($1, $2)', [channel, payload]));
  }

  function ask(on: Connection, question: (client: Client) => Promise<unknown>): void {
    on.said = on.said.then(() => question(on.client)).catch(() => disconnected(on));
  }

  async function hearPosition(client: Client): Promise<void> {
    const now = await readPosition(client);
    commits = now.commits;
    if (now.position > heardTo) heardTo = now.position;
  }

  async function lookForSetBack(client: Client): Promise<void> {
    const now = await readPosition(client);
    if (heardOn !== undefined && (now.timeline !== heardOn || now.position < heardTo)) {
      setBacks++;
      log.error(
        { before: heardOn, now: now.timeline },
        'PostgreSQL is on another timeline or was set back: what was committed last may be lost',
      );
    }
    heardOn = now.timeline;
    commits = now.commits;
    if (now.position > heardTo) heardTo = now.position;
  }

  function disconnected(which: Connection): void {
    if (closed || connection !== which) return;
    connection = undefined;
    cut(which);
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
 * SQL for whether commits complete: with synchronous replication, there is a standby, and no statement of the portal has
 * waited for it for three seconds. Without pg_monitor, PostgreSQL does not tell which standby is synchronous.
 */
const commitsEnd = `(
  current_setting('synchronous_standby_names') = '' or current_setting('synchronous_commit') in ('off', 'local')
  or exists (select from pg_stat_replication where coalesce(sync_state, 'sync') in ('sync', 'quorum'))
    and not exists (
      select from pg_stat_activity
      where wait_event = 'SyncRep' and query_start < clock_timestamp() - interval '3 s'
    )
)`;

/**
 * The timeline, the WAL position, and whether commits complete. @throws where PostgreSQL is read-only: it has become a
 * standby, or was set so, as providers do on a full disk
 */
async function readPosition(
  client: Client,
): Promise<{ timeline: string; position: bigint; commits: boolean }> {
  const { isReadOnly, position, ...read } = await queryRow<{
    isReadOnly: boolean;
    timeline: string;
    position: string;
    commits: boolean;
  }>(
    client,
    `select current_setting('transaction_read_only') = 'on' as "isReadOnly", ${commitsEnd} as commits,
       case when not pg_is_in_recovery() then ${timeline} end as timeline,
       case when not pg_is_in_recovery() then (pg_current_wal_flush_lsn() - '0/0')::text end as position`,
  );
  if (isReadOnly) throw new Error('PostgreSQL can only be read');
  return { ...read, position: BigInt(position) };
}

/** Milliseconds since the last valid heartbeat. */
function silence({ heardUntil }: Connection): number {
  return performance.now() - heardUntil;
}

/** Destroy the socket; a graceful end would hang on a dead peer. */
function cut({ client }: Connection): void {
  client.connection.stream.destroy();
}
