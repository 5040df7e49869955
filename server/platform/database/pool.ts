import { setTimeout as sleep } from 'node:timers/promises';
import pg, { type Pool, type PoolClient } from 'pg';
import { mayWaitFor, places } from '#analytics/places.ts';
import { isUnavailable } from './query-failure.ts';

/**
 * How long a person waits: for a connection, for somebody else's lock, and for one statement. The last one is for a
 * PostgreSQL that has gone without a word, which keeps no timeout itself.
 */
const INTERACTIVE = {
  connectionTimeoutMillis: 5000,
  lock_timeout: 5000,
  statement_timeout: 20_000,
  query_timeout: 25_000,
  idle_in_transaction_session_timeout: 60_000,
};

/** Files that are stored, published or replaced, and what is done in the background, wait for each other. */
const BULK = { connectionTimeoutMillis: 30_000 };

/** After so long without a word the other end is asked whether it is there; by itself the system does so after two hours. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** Connections beside the pools: one hears of changes, one announces them. */
const APART = 2;

/** One of so many is for bulk work. */
const BULK_SHARE = 3;

/** One for what a person waits for, one for what takes its time: neither keeps the other waiting. */
export type Pools = { interactive: pg.Pool; bulk: pg.Pool };

/** The pools of a server process that may open `connections` in all, 4 at least. */
export function createPools(url: string, connections: number): Pools {
  const inPools = connections - APART;
  const bulk = Math.max(1, Math.floor(inPools / BULK_SHARE));
  return {
    interactive: createPool(url, { ...INTERACTIVE, max: inPools - bulk }, SharedPool),
    bulk: createPool(url, { ...BULK, max: bulk }),
  };
}

type ConnectCallback = Parameters<pg.Pool['connect']>[0];

/** Whoever holds a place waits for no connection: see analytics/places.ts. */
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

/** So many wait for a connection in the order of asking; behind them, whoever has had none for longest comes first. */
const IN_ORDER = 4;

/** Far more than a page asks for at once. */
const WAITING_PER_ASKER = 100;

/** Of connections for what people wait for: one user who asks for much keeps nobody else waiting for long. */
class SharedPool extends PlacesPool {
  readonly #queue = places(
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
 * A pool of PostgreSQL connections, for programs that need but one. Types as JavaScript sees them: int8 is a number (beyond 2^53 reading
 * fails rather than rounds), date is 'YYYY-MM-DD' (a calendar date has no time zone), timestamptz is a Date,
 * numeric is a string.
 */
export function createPool(url: string, options: pg.PoolConfig = {}, Pool = PlacesPool): pg.Pool {
  const pool = new Pool({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    ...KEEP_ALIVE,
    application_name: 'assortment-portal',
    types: { getTypeParser },
    ...options,
  });
  // A broken connection is replaced, and its statement fails; without listeners it would end the process besides. Once the
  // pool is being ended, PostgreSQL may be too: it ends connections whose goodbye has not reached it yet.
  pool.on('error', (error) => {
    if (!pool.ending) process.emitWarning(error);
  });
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/**
 * A single client outside any pool, such as a LISTEN connection. With `patience`, connecting takes so many milliseconds at
 * most, and an answer twice as many.
 */
export function createClient(url: string, name = 'assortment-portal', patience?: number): pg.Client {
  return new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: patience ?? 10_000,
    ...(patience !== undefined && { query_timeout: 2 * patience }),
    ...KEEP_ALIVE,
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

/** Nothing answers where PostgreSQL should be, or it does not let this user in to this database. */
export class NoDatabaseError extends Error {
  override name = 'NoDatabaseError';
}

/**
 * The connection by which a process learns whether there is a database.
 * @throws {NoDatabaseError} with the reason, and never the password
 */
export async function firstConnection(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (cause) {
    throw new NoDatabaseError(
      `PostgreSQL can't be used: ${failureText(cause)}. DATABASE_URL says where it is.`,
      {
        cause,
      },
    );
  }
}

const ASK_AGAIN_MILLISECONDS = 500;

/**
 * Waits for a PostgreSQL that is being started, recovers, is being stopped or is not there yet, `patience` milliseconds at most.
 * @throws {NoDatabaseError} where it isn't there then, and at once where waiting would not help
 */
export async function waitForDatabase(
  pool: Pool,
  patience: number,
  notice: (text: string) => void,
): Promise<void> {
  const until = performance.now() + patience;
  for (let attempt = 1; ; attempt++) {
    try {
      (await firstConnection(pool)).release();
      return;
    } catch (error) {
      const { cause, message } = error as NoDatabaseError;
      if (!isUnavailable(cause) || performance.now() > until) throw error;
      if (attempt === 1) notice(`${message} Waiting for it, ${Math.round(patience / 1000)} seconds at most.`);
      await sleep(ASK_AGAIN_MILLISECONDS);
    }
  }
}

/** Why connecting failed: a name of several addresses fails with an error for each, and without a message of its own. */
export function failureText(cause: unknown): string {
  if (cause instanceof AggregateError) return [...new Set(cause.errors.map(failureText))].join('; ');
  return cause instanceof Error ? cause.message : String(cause);
}
