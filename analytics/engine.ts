import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type DuckDBConnection,
  DuckDBInstance,
  type DuckDBPreparedStatement,
  LIST,
  listValue,
  VARCHAR,
} from '@duckdb/node-api';
import { type Connections, lendConnections, type Standing } from './connections.ts';
import { apart, NoPlaceError, semaphore, whileHolding } from './semaphore.ts';

/** Types of values for `$name` parameters of SQL files. */
export type SqlValue = string | number | boolean | null | readonly string[];
export type SqlParameters = Readonly<Record<string, SqlValue>>;

export type EngineOptions = {
  /** Folder for files read and written by SQL; created when missing. */
  directory: string;
  /** DuckDB's memory_limit, e.g. `2GB`. */
  memoryLimit?: string;
  /** Permits for concurrent work. */
  connections?: number;
  /** Longest wait for a permit, in milliseconds. */
  patience?: Record<WorkKind, number>;
  /** Threads per query. One: queries of milliseconds lose more by sharing than they gain. */
  threads?: number;
};

/** One in-memory DuckDB with a pool of connections by path, which keep prepared statements. */
export type Engine = {
  directory: string;
  /** Whether DuckDB's memory was recently full even after eviction. */
  readonly full: boolean;
  /** Registers the holder of tables, which can evict them. */
  heldBy(holder: Holder): void;
  /**
   * Repeats `work` after eviction where DuckDB's memory was full. It must be repeatable: none of its tables may exist.
   * @throws OutOfMemoryError where it is still full
   */
  withRoom<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /**
   * Runs `work` on a connection whose unqualified names are looked for in the schemas of `path`, written with commas, and
   * which makes new tables in the first. Waits for a place while as many as may are at work. `work` must not wait for
   * another place, DuckDB's or any other. @throws NoPlaceError, NestedPlaceError, or what `signal` says
   */
  use<T>(
    path: string,
    work: (connection: PooledConnection) => Promise<T>,
    signal?: AbortSignal,
    kind?: WorkKind,
  ): Promise<T>;
  /** Lets go of what is kept for a dropped schema. */
  forget(schema: string): void;
  /**
   * Packs the tables soon, while nothing is being written: a new table takes 256 kB per column, a packed one what its
   * rows need. Waits a second at most for `busy` to be over, since packing and writing hold each other up. Gives up quietly
   * when there is always something being written; the next call makes up for it.
   */
  pack(busy?: () => boolean): void;
  /** Takes no more work; what is running may end, and DuckDB ends with it. */
  close(): void;
};

/** Who holds tables in DuckDB. */
export type Holder = {
  /** Its memory is full: drops what nobody uses, and waits for it. */
  letGo(): Promise<void>;
  /** It had to begin anew, for this reason: no table is there any more. */
  lost(reason: unknown): void;
};

/** DuckDB's memory is full: nobody's fault, and over when others are done. */
export class OutOfMemoryError extends NoPlaceError {
  override name = 'OutOfMemoryError';
  constructor(options: ErrorOptions) {
    super('memory of DuckDB', options);
  }
}

/** Figures and lists of a page; or files that are imported, exported and published, which may take seconds each. */
export type WorkKind = 'interactive' | 'bulk';

export type PooledConnection = {
  connection: DuckDBConnection;
  /** A statement prepared for these schemas; kept for the next time. */
  prepare(sql: string): Promise<DuckDBPreparedStatement>;
  /** Runs every statement of `script` in order; each is given those of `parameters` that it names. */
  runScript(script: string, parameters?: SqlParameters): Promise<void>;
  /** Rows as plain objects; for small answers inside the server. */
  rows(sql: string, parameters?: SqlParameters): Promise<Record<string, unknown>[]>;
};

const PLACES = 6;
/** Places that bulk work leaves to those who look at a page. */
const KEPT_FREE = 2;
const PATIENCE = { interactive: 10_000, bulk: 60_000 } as const;

/** Packing waits a little, so that one does for several new tables and does not hold up what follows them. */
const PACK_AFTER_MILLISECONDS = 250;
const PACK_BUSY_ATTEMPTS = 4;
const PACK_ATTEMPTS = 200;

const INTERRUPT_AGAIN_MILLISECONDS = 20;

/** How DuckDB begins what it says; it has no codes. After a fatal error, as a checkpoint without memory is, it does nothing more. */
const OUT_OF_MEMORY = /^Out of Memory Error/;
const FATAL = /^FATAL Error/;

/** Those that are done once more when room was made come one after the other, and wait that long for it. */
const ROOM_MILLISECONDS = 10_000;

/** What is let go of may wait for others who are at work. */
const LET_GO_MILLISECONDS = 2000;

/** For so long after the last time a process counts as full. */
const FULL_MILLISECONDS = 5000;

/** Starts DuckDB locked down: no file outside `directory`, no extension, no further setting. */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  mkdirSync(options.directory, { recursive: true });
  let instance = await openInstance(options);
  let opening: Promise<void> | undefined;
  const most = options.connections ?? PLACES;
  const patience = options.patience ?? PATIENCE;
  const { inTurn } = semaphore('DuckDB place', most, patience.interactive);
  const bulk = semaphore('DuckDB place for bulk work', Math.max(1, most - KEPT_FREE), patience.bulk);
  const connections = lendConnections(async (path) => {
    const connection = await instance.connect();
    try {
      await connection.run(`set search_path = ${quoted(path)}`);
    } catch (error) {
      connection.closeSync();
      throw error;
    }
    return connection;
  });
  const { inTurn: oneMore } = semaphore('turn for more memory of DuckDB', 1, ROOM_MILLISECONDS);
  let holder: Holder = { letGo: async () => {}, lost: () => {} };
  let fullAt = Number.NEGATIVE_INFINITY;
  let closed = false;
  let packAgain = false;
  let packing = false;

  return {
    directory: options.directory,
    get full() {
      return performance.now() - fullAt < FULL_MILLISECONDS;
    },
    heldBy(given) {
      holder = given;
    },
    withRoom,
    use,
    forget: connections.forget,
    pack,
    close,
  };

  async function withRoom<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof OutOfMemoryError)) throw error;
    }
    return oneMore(async () => {
      await Promise.race([holder.letGo(), sleep(LET_GO_MILLISECONDS, undefined, { ref: false })]);
      try {
        return await work();
      } catch (error) {
        if (error instanceof OutOfMemoryError) fullAt = performance.now();
        throw error;
      }
    }, signal);
  }

  function use<T>(
    path: string,
    work: (connection: PooledConnection) => Promise<T>,
    signal?: AbortSignal,
    kind: WorkKind = 'interactive',
  ): Promise<T> {
    const asked = performance.now();
    // What bulk work has waited for its turn counts.
    const atPlace = () =>
      inTurn(
        () => whileHolding('DuckDB place', () => runOn(path, work, signal)),
        signal,
        patience[kind] - (performance.now() - asked),
      );
    return kind === 'bulk' ? bulk.inTurn(atPlace, signal) : atPlace();
  }

  async function runOn<T>(
    path: string,
    work: (connection: PooledConnection) => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    await opening;
    const of = instance;
    const standing = await connections.lend(path).catch((error: unknown) => {
      throw failureOn(of, error);
    });
    let again: NodeJS.Timeout | undefined;
    // Once is not enough: what is still on its way to a thread begins afterwards all the same.
    const interrupt = () => {
      standing.connection.interrupt();
      again = setTimeout(interrupt, INTERRUPT_AGAIN_MILLISECONDS);
    };
    const interruptNoMore = () => {
      signal?.removeEventListener('abort', interrupt);
      clearTimeout(again);
    };
    try {
      signal?.throwIfAborted();
      signal?.addEventListener('abort', interrupt);
      const result = await work(pooled(connections, standing));
      // A streamed answer that is interrupted ends early instead of failing: it may be a part of one.
      signal?.throwIfAborted();
      return result;
    } catch (error) {
      interruptNoMore();
      // What a statement has in memory when it fails goes with its connection alone, that of a stream after a further one.
      standing.forgotten = true;
      await standing.connection.run('select 1').catch(() => undefined);
      signal?.throwIfAborted();
      throw failureOn(of, error);
    } finally {
      interruptNoMore();
      connections.giveBack(standing);
    }
  }

  /** What `error` of an instance means: one that does nothing more is replaced, and what was under way is to be done once more. */
  function failureOn(of: DuckDBInstance, error: unknown): unknown {
    const message = error instanceof Error ? error.message : '';
    if (FATAL.test(message) && of === instance && !closed) opening ??= beginAnew(error);
    const isOver = of !== instance || FATAL.test(message) || OUT_OF_MEMORY.test(message);
    return isOver ? new OutOfMemoryError({ cause: error }) : error;
  }

  async function beginAnew(reason: unknown): Promise<void> {
    fullAt = performance.now();
    try {
      const made = await openInstance(options);
      if (closed) return made.closeSync();
      instance.closeSync();
      instance = made;
      connections.forgetAll();
      holder.lost(reason);
    } finally {
      opening = undefined;
    }
  }

  function pack(busy = () => false): void {
    packAgain = true;
    if (!packing) void apart(() => packWhilePossible(busy));
  }

  async function packWhilePossible(busy: () => boolean): Promise<void> {
    packing = true;
    for (let attempt = 1; packAgain && !closed && attempt <= PACK_ATTEMPTS; attempt++) {
      await sleep(PACK_AFTER_MILLISECONDS, undefined, { ref: false });
      if (attempt < PACK_BUSY_ATTEMPTS && busy()) continue;
      packAgain = false;
      await use('main', ({ connection }) => connection.run('checkpoint')).catch(() => {
        packAgain = true;
      });
    }
    packing = false;
  }

  function close(): void {
    closed = true;
    connections.close(() => instance.closeSync());
  }
}

async function openInstance(options: EngineOptions): Promise<DuckDBInstance> {
  const instance = await DuckDBInstance.create(':memory:', {
    threads: String(options.threads ?? 1),
    memory_limit: options.memoryLimit ?? '4GB',
    temp_directory: `${options.directory}/spill`,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    // Files are read once and removed; kept in memory, they would fill it.
    enable_external_file_cache: 'false',
    // Compressed columns would take a third of the memory, and queries several times as long.
    force_compression: 'uncompressed',
  });
  const first = await instance.connect();
  await first.run(`set global TimeZone = 'Europe/Zurich'`);
  await first.run(`set allowed_directories = [${quoted(options.directory)}]`);
  await first.run('set enable_external_access = false');
  await first.run('set lock_configuration = true');
  first.closeSync();
  return instance;
}

function pooled(connections: Connections, standing: Standing): PooledConnection {
  const { connection } = standing;
  const prepare = (sql: string) => connections.prepare(standing, sql);
  return { connection, prepare, runScript, rows };

  async function runScript(script: string, parameters: SqlParameters = {}): Promise<void> {
    const statements = await connection.extractStatements(script);
    try {
      for (let index = 0; index < statements.count; index++) {
        const statement = await statements.prepare(index);
        try {
          bind(statement, parameters, false);
          await statement.run();
        } finally {
          // One that is left holds on to its tables.
          statement.destroySync();
        }
      }
    } finally {
      connections.tablesChanged();
    }
  }

  async function rows(sql: string, parameters: SqlParameters = {}): Promise<Record<string, unknown>[]> {
    const statement = await prepare(sql);
    bind(statement, parameters, true);
    return (await statement.runAndReadAll()).getRowObjectsJS();
  }
}

/**
 * Binds `parameters` by name. A parameter of the statement without a value always raises; with `exact` so does a
 * value that the statement has no parameter for.
 */
export function bind(statement: DuckDBPreparedStatement, parameters: SqlParameters, exact: boolean): void {
  const names = Array.from({ length: statement.parameterCount }, (_, index) =>
    statement.parameterName(index + 1),
  );
  checkNames(names, parameters, exact);
  statement.clearBindings();
  for (const [index, name] of names.entries()) bindValue(statement, index + 1, parameters[name] as SqlValue);
}

/** Throws when one of the `names` has no value, and with `exact` when a value is for none of them. */
export function checkNames(names: readonly string[], parameters: SqlParameters, exact: boolean): void {
  const missing = names.find((name) => !Object.hasOwn(parameters, name));
  if (missing !== undefined) throw new Error(`No value for the SQL parameter $${missing}`);
  const unused = exact ? Object.keys(parameters).filter((name) => !names.includes(name)) : [];
  if (unused.length > 0) throw new Error(`The SQL statement does not use all of: ${unused.join(', ')}`);
}

function bindValue(statement: DuckDBPreparedStatement, index: number, value: SqlValue): void {
  if (value === null) statement.bindNull(index);
  else if (typeof value === 'string') statement.bindVarchar(index, value);
  else if (typeof value === 'boolean') statement.bindBoolean(index, value);
  else if (typeof value === 'number') {
    if (Number.isInteger(value)) statement.bindBigInt(index, BigInt(value));
    else statement.bindDouble(index, value);
  } else statement.bindList(index, listValue([...value]), LIST(VARCHAR));
}

/** Runs `work` of the kind that may take seconds, on no statistic's tables unless `path` says so. */
export function onBulk<T>(
  engine: Engine,
  work: (connection: PooledConnection) => Promise<T>,
  { path = 'main', signal }: { path?: string; signal?: AbortSignal | undefined } = {},
): Promise<T> {
  return engine.use(path, work, signal, 'bulk');
}

/** `name` as a SQL identifier. */
export function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** `text` as a SQL string literal. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
