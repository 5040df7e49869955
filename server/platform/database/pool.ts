import { setTimeout as sleep } from 'node:timers/promises';
import pg, { escapeIdentifier, type Pool, type PoolClient } from 'pg';
import { mayWaitFor, semaphore } from '#analytics/semaphore.ts';
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

/** Before what is set for the database and its user, which holds behind a pooler, and whatever is set for one pool. */
const NO_TIMEOUTS = {
  options: '-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0',
};

/** Connections beside the pools: one hears of changes, one announces them. */
const APART = 2;

/** One of so many is for bulk work. */
const BULK_SHARE = 3;

/** One for what a person waits for, one for what takes its time: neither keeps the other waiting. */
export type Pools = { interactive: pg.Pool; bulk: pg.Pool };

/**
 * The pools of a server process that may open `connections` in all, 4 at least. Those for what people wait for go through the
 * pooler at `pooler`, where there is one: see `expectTimeouts`.
 */
export function createPools(url: string, connections: number, pooler?: string): Pools {
  const inPools = connections - APART;
  const bulk = Math.max(1, Math.floor(inPools / BULK_SHARE));
  const { connectionTimeoutMillis, query_timeout, ...timeouts } = INTERACTIVE;
  // A pooler refuses to set anything for one connection.
  const options = { connectionTimeoutMillis, query_timeout, ...(pooler ? { options: undefined } : timeouts) };
  return {
    interactive: createPool(pooler ?? url, { ...options, max: inPools - bulk }, SharedPool),
    bulk: createPool(url, { ...BULK, max: bulk }),
  };
}

type ConnectCallback = Parameters<pg.Pool['connect']>[0];

/** Whoever holds a place waits for no connection: see analytics/semaphore.ts. */
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
 * A pool of PostgreSQL connections, for programs that need but one. Types as JavaScript sees them: int8 is a number (beyond 2^53 reading
 * fails rather than rounds), date is 'YYYY-MM-DD' (a calendar date has no time zone), timestamptz is a Date,
 * numeric is a string.
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

/** Nothing answers where PostgreSQL should be, or it does not let this user in to this database. */
export class NoDatabaseError extends Error {
  override name = 'NoDatabaseError';
}

/** Between PostgreSQL and the portal is a connection pooler with which the portal can't keep what it promises. */
export class PoolerError extends NoDatabaseError {
  override name = 'PoolerError';
}

/**
 * The connection by which a process learns whether there is a database, and whether it is one's own: behind a pooler, locks
 * and what one listens to are lost or another's.
 * @throws {NoDatabaseError} with the reason, and never the password
 * @throws {PoolerError}
 */
export async function firstConnection(pool: Pool): Promise<PoolClient> {
  let client: PoolClient;
  try {
    client = await pool.connect();
  } catch (cause) {
    // PgBouncer's words.
    if (failureText(cause).startsWith('unsupported startup parameter')) throw poolerBefore();
    throw new NoDatabaseError(
      `PostgreSQL can't be used: ${failureText(cause)}. DATABASE_URL says where it is.`,
      {
        cause,
      },
    );
  }
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  // A connection is told at first by which process it is served; a pooler tells a number of its own. pg's types lack it.
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
 * Behind a pooler connections can't set timeouts themselves: those that are set for the role hold.
 * @throws {PoolerError} where none are: a statement could go on, or wait, for ever
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
 * Asks again while PostgreSQL is being started, recovers, is being stopped or is not there yet, `patience` milliseconds at most.
 * @throws {NoDatabaseError} where it isn't there then, and at once where waiting would not help
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

/** Why connecting failed: a name of several addresses fails with an error for each, and without a message of its own. */
export function failureText(cause: unknown): string {
  if (cause instanceof AggregateError) return [...new Set(cause.errors.map(failureText))].join('; ');
  return cause instanceof Error ? cause.message : String(cause);
}
