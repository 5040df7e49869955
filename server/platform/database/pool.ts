import { setTimeout as sleep } from 'node:timers/promises';
import pg, { escapeIdentifier, type Pool, type PoolClient } from 'pg';
import { mayWaitFor, semaphore } from '#analytics/semaphore.ts';
import { isUnavailable } from './query-failure.ts';

/**
 * Timeouts where a person waits: for a connection, a lock, a statement. query_timeout is the client's own, for a
 * PostgreSQL that has gone silent.
 */
const INTERACTIVE = {
  connectionTimeoutMillis: 5000,
  lock_timeout: 5000,
  statement_timeout: 20_000,
  query_timeout: 25_000,
  idle_in_transaction_session_timeout: 60_000,
};

/** Storing, publishing and background work may wait for each other. */
const BULK = { connectionTimeoutMillis: 30_000 };

/** TCP keep-alive after this time; the system's default is two hours. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/**
 * Overridden by what is set for the database and its user (which also works behind a pooler), and by options of a pool.
 */
const NO_TIMEOUTS = {
  options: '-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0',
};

/** Connections outside the pools: one listens for changes, one announces them. */
const APART = 2;

/** One connection in three is for bulk work. */
const BULK_SHARE = 3;

/** One pool where a person waits, one for long work: neither blocks the other. */
export type Pools = { interactive: pg.Pool; bulk: pg.Pool };

/**
 * The pools of a server process with `connections` in all, 4 at least. The interactive pool goes through the pooler at
 * `pooler`, where there is one: see `expectTimeouts`.
 */
export function createPools(url: string, connections: number, pooler?: string): Pools {
  const inPools = connections - APART;
  const bulk = Math.max(1, Math.floor(inPools / BULK_SHARE));
  const { connectionTimeoutMillis, query_timeout, ...timeouts } = INTERACTIVE;
  // A pooler refuses settings per connection.
  const options = { connectionTimeoutMillis, query_timeout, ...(pooler ? { options: undefined } : timeouts) };
  return {
    interactive: createPool(pooler ?? url, { ...options, max: inPools - bulk }, SharedPool),
    bulk: createPool(url, { ...BULK, max: bulk }),
  };
}

type ConnectCallback = Parameters<pg.Pool['connect']>[0];

/** Whoever holds a permit must not wait for a connection: see analytics/semaphore.ts. */
class PlacesPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    mayWaitFor('PostgreSQL connection');
    if (!callback) return super.connect();
    super.connect(callback);
    return undefined;
  }
}

/** The first in the queue are served in order; behind them, fair queueing by asker. */
const IN_ORDER = 4;

/** Far more than one page requests at once. */
const WAITING_PER_ASKER = 100;

/** Fair pool for interactive connections: a user with many requests does not block others for long. */
class SharedPool extends PlacesPool {
  readonly #queue = semaphore(
    'turn to wait for PostgreSQL',
    IN_ORDER,
    INTERACTIVE.connectionTimeoutMillis,
    WAITING_PER_ASKER,
  );

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    const client = this.#queue.inTurn(() => super.connect());
    if (!callback) return client;
    client.then(
      (connected) => callback(undefined, connected, connected.release),
      (error: Error) => callback(error, undefined, () => undefined),
    );
    return undefined;
  }
}

/**
 * A PostgreSQL pool, for programs that need one. Types: int8 is a number (reading fails beyond 2^53 instead of rounding),
 * date is 'YYYY-MM-DD', timestamptz is a Date, numeric is a string.
 */
export function createPool(url: string, options: pg.PoolConfig = {}, Pool = PlacesPool): pg.Pool {
  const pool = new Pool({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    ...KEEP_ALIVE,
    ...NO_TIMEOUTS,
    application_name: 'assortment-portal',
    types: { getTypeParser },
    ...options,
  });
  // A broken connection is replaced, and its statement fails; without a listener the error would end the process. While
  // the pool is being closed, errors are ignored: PostgreSQL may be shutting down too.
  pool.on('error', (error) => {
    if (!pool.ending) process.emitWarning(error);
  });
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/**
 * A client outside any pool, e.g. for LISTEN. `patience`: most milliseconds for connecting; twice as many for an answer.
 */
export function createClient(url: string, name = 'assortment-portal', patience?: number): pg.Client {
  return new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: patience ?? 10_000,
    ...(patience !== undefined && { query_timeout: 2 * patience }),
    ...KEEP_ALIVE,
    ...NO_TIMEOUTS,
    types: { getTypeParser },
  });
}

const { DATE, INT8 } = pg.types.builtins;

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === INT8) return safeInteger;
  if (oid === DATE) return (text: string) => text;
  return pg.types.getTypeParser(oid, format as 'text');
}

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`PostgreSQL sent ${text}, which no number can hold exactly.`);
  return value;
}

/** PostgreSQL is not reachable, or refuses this user or database. */
export class NoDatabaseError extends Error {
  override name = 'NoDatabaseError';
}

/** A connection pooler between PostgreSQL and the portal breaks what the portal relies on. */
export class PoolerError extends NoDatabaseError {
  override name = 'PoolerError';
}

/**
 * The first connection of a process: checks that the database is there, and that no pooler is in between, behind which
 * locks and notifications get lost. @throws {NoDatabaseError} with the reason, and never the password @throws
 * {PoolerError}
 */
export async function firstConnection(pool: Pool): Promise<PoolClient> {
  let client: PoolClient;
  try {
    client = await pool.connect();
  } catch (cause) {
    // PgBouncer's message.
    if (failureText(cause).startsWith('unsupported startup parameter')) throw poolerBefore();
    throw new NoDatabaseError(
      `PostgreSQL can't be used: ${failureText(cause)}. DATABASE_URL says where it is.`,
      {
        cause,
      },
    );
  }
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  // PostgreSQL sends its backend's pid on connecting; a pooler sends another number. pg's types lack it.
  if (rows[0]!.pid === (client as PoolClient & { processID: number }).processID) return client;
  client.release(true);
  throw poolerBefore();
}

function poolerBefore(): PoolerError {
  return new PoolerError(
    'PostgreSQL can’t be used for locks and notices: a connection pooler is before it. DATABASE_DIRECT_URL says where PostgreSQL itself is, beside the pooler’s address in DATABASE_URL.',
  );
}

/**
 * Behind a pooler, timeouts cannot be set per connection: those of the role apply. @throws {PoolerError} where the role
 * has none: a statement could run, or wait, for ever
 */
export async function expectTimeouts(throughPooler: Pool): Promise<void> {
  const { statement_timeout, lock_timeout, idle_in_transaction_session_timeout } = INTERACTIVE;
  const wanted = { statement_timeout, lock_timeout, idle_in_transaction_session_timeout };
  let set: { name: string; milliseconds: number; role: string; database: string }[];
  try {
    ({ rows: set } = await throughPooler.query(
      `select name, setting::integer as milliseconds, current_user as role, current_database() as database
       from pg_settings where name = any($1)`,
      [Object.keys(wanted)],
    ));
  } catch (cause) {
    throw new PoolerError(
      `PostgreSQL can't be used through its pooler: ${failureText(cause)}. DATABASE_URL says where the pooler is.`,
      { cause },
    );
  }
  const statements = set.flatMap(({ name, milliseconds, role, database }) =>
    milliseconds > 0
      ? []
      : [
          `  alter role ${escapeIdentifier(role)} in database ${escapeIdentifier(database)} set ${name} = '${wanted[name as keyof typeof wanted] / 1000}s';`,
        ],
  );
  if (statements.length > 0)
    throw new PoolerError(
      `Through the pooler at DATABASE_URL statements could go on or wait for ever. Say to PostgreSQL, and have the pooler reconnect:\n${statements.join('\n')}`,
    );
}

const ASK_AGAIN_MILLISECONDS = 500;

/**
 * Retries while PostgreSQL starts, recovers, stops or is not there yet, for `patience` milliseconds at most. @throws
 * {NoDatabaseError} after that, and at once where waiting would not help
 */
export async function waitForDatabase(
  ask: () => Promise<unknown>,
  patience: number,
  notice: (text: string) => void,
): Promise<void> {
  const until = performance.now() + patience;
  for (let attempt = 1; ; attempt++) {
    try {
      await ask();
      return;
    } catch (error) {
      const { cause, message } = error as NoDatabaseError;
      if (!isUnavailable(cause) || performance.now() > until) throw error;
      if (attempt === 1) notice(`${message} Waiting for it, ${Math.round(patience / 1000)} seconds at most.`);
      await sleep(ASK_AGAIN_MILLISECONDS);
    }
  }
}

/** Why connecting failed: for a name with several addresses, an AggregateError without a message holds one error each. */
export function failureText(cause: unknown): string {
  if (cause instanceof AggregateError) return [...new Set(cause.errors.map(failureText))].join('; ');
  return cause instanceof Error ? cause.message : String(cause);
}
