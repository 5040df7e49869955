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

/** What a SQL file's `$name` parameters can be bound to. */
export type SqlValue = string | number | boolean | null | readonly string[];
export type SqlParameters = Readonly<Record<string, SqlValue>>;

export type EngineOptions = {
  /** Folder that SQL may read and write files in; made when missing. */
  directory: string;
  /** DuckDB's own bound, e.g. `2GB`. */
  memoryLimit?: string;
  /** Queries that run at the same time. */
  connections?: number;
  /** Threads that one query may use. One: queries of milliseconds lose more by sharing than they gain. */
  threads?: number;
};

/** One in-memory DuckDB with a pool of connections that keep their prepared statements. */
export type Engine = {
  directory: string;
  /**
   * Runs `work` on a connection whose unqualified names are looked for in the schemas of `path`, written with commas, and
   * which makes new tables in the first. Waits for a free connection.
   */
  use<T>(path: string, work: (connection: PooledConnection) => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Lets go of what connections keep for a dropped schema: a prepared statement holds on to its tables. */
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

export type PooledConnection = {
  connection: DuckDBConnection;
  /** A statement prepared for these schemas; kept for the next time. */
  prepare(sql: string): Promise<DuckDBPreparedStatement>;
  /** Runs every statement of `script` in order; each is given those of `parameters` that it names. */
  runScript(script: string, parameters?: SqlParameters): Promise<void>;
  /** Rows as plain objects; for small answers inside the server. */
  rows(sql: string, parameters?: SqlParameters): Promise<Record<string, unknown>[]>;
};

/** Work was given to an engine that is closed. */
export class EngineClosedError extends Error {
  constructor() {
    super('The query engine is closed.');
    this.name = 'EngineClosedError';
  }
}

type Slot = {
  connection: DuckDBConnection;
  path: string;
  /** By path and SQL text, least recently used first. */
  prepared: Map<string, DuckDBPreparedStatement>;
  forgotten: Set<string>;
  busy: boolean;
};

/** Prepared statements kept per connection. */
const PREPARED_LIMIT = 64;

/** Packing waits a little, so that one does for several new tables and does not hold up what follows them. */
const PACK_AFTER_MILLISECONDS = 250;
const PACK_BUSY_ATTEMPTS = 4;
const PACK_ATTEMPTS = 200;

const INTERRUPT_AGAIN_MILLISECONDS = 20;

/** Starts DuckDB locked down: no file outside `directory`, no extension, no further setting. */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  mkdirSync(options.directory, { recursive: true });
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

  const idle: Slot[] = [];
  const waiting: { take: (slot: Slot) => void; refuse: (reason: Error) => void }[] = [];
  let closed = false;
  let packAgain = false;
  let packing = false;
  for (let index = 0; index < (options.connections ?? 6); index++) {
    idle.push({
      connection: await instance.connect(),
      path: 'main',
      prepared: new Map(),
      forgotten: new Set(),
      busy: false,
    });
  }
  const slots = [...idle];

  return { directory: options.directory, use, forget, pack, close };

  async function use<T>(
    path: string,
    work: (connection: PooledConnection) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    const slot = await acquire(path, signal);
    slot.busy = true;
    let again: NodeJS.Timeout | undefined;
    // Once is not enough: what is still on its way to a thread begins afterwards all the same.
    const interrupt = () => {
      slot.connection.interrupt();
      again = setTimeout(interrupt, INTERRUPT_AGAIN_MILLISECONDS);
    };
    try {
      signal?.throwIfAborted();
      if (slot.path !== path) {
        slot.path = '';
        await slot.connection.run(`set search_path = ${quoted(path)}`);
        slot.path = path;
        signal?.throwIfAborted();
      }
      signal?.addEventListener('abort', interrupt);
      const result = await work(pooled(slot));
      // A streamed answer that is interrupted ends early instead of failing: it may be a part of one.
      signal?.throwIfAborted();
      return result;
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener('abort', interrupt);
      clearTimeout(again);
      release(slot);
    }
  }

  /** A free connection, best one that already stands on `path`. */
  function acquire(path: string, signal?: AbortSignal): Promise<Slot> {
    if (closed) return Promise.reject(new EngineClosedError());
    const same = idle.findIndex((slot) => slot.path === path);
    const free = idle.splice(same === -1 ? 0 : same, 1)[0];
    if (free) return Promise.resolve(free);
    return new Promise((resolve, reject) => {
      const entry = { take, refuse: reject };
      function take(slot: Slot) {
        signal?.removeEventListener('abort', giveUp);
        resolve(slot);
      }
      function giveUp() {
        waiting.splice(waiting.indexOf(entry), 1);
        reject(signal?.reason);
      }
      signal?.addEventListener('abort', giveUp);
      waiting.push(entry);
    });
  }

  function release(slot: Slot): void {
    slot.busy = false;
    tidy(slot);
    if (closed) {
      end(slot);
      return;
    }
    const next = waiting.shift();
    if (next) next.take(slot);
    else idle.push(slot);
  }

  function forget(schema: string): void {
    for (const slot of slots) {
      slot.forgotten.add(schema);
      if (!slot.busy) tidy(slot);
    }
  }

  function pack(busy = () => false): void {
    packAgain = true;
    if (!packing) void packWhilePossible(busy);
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
    if (closed) return;
    closed = true;
    for (const { refuse } of waiting.splice(0)) refuse(new EngineClosedError());
    for (const slot of idle.splice(0)) end(slot);
  }

  /** Closing a connection under a running query would end the process. */
  function end(slot: Slot): void {
    slot.connection.closeSync();
    slots.splice(slots.indexOf(slot), 1);
    if (slots.length === 0) instance.closeSync();
  }
}

/** Destroys the statements of forgotten schemas; only while nothing runs on the connection. */
function tidy(slot: Slot): void {
  if (slot.forgotten.size === 0) return;
  for (const [key, statement] of slot.prepared) {
    const schemas = key.slice(0, key.indexOf('\n')).split(',');
    if (!schemas.some((schema) => slot.forgotten.has(schema))) continue;
    slot.prepared.delete(key);
    statement.destroySync();
  }
  slot.forgotten.clear();
}

function pooled(slot: Slot): PooledConnection {
  const { connection } = slot;
  return { connection, prepare, runScript, rows };

  /**
   * Cached per path, never across: DuckDB binds names when it prepares, and binds again, by the connection's
   * then path, whenever any table changes.
   */
  async function prepare(sql: string): Promise<DuckDBPreparedStatement> {
    const key = `${slot.path}\n${sql}`;
    const known = slot.prepared.get(key);
    if (known) {
      slot.prepared.delete(key);
      slot.prepared.set(key, known);
      return known;
    }
    const statement = await connection.prepare(sql);
    slot.prepared.set(key, statement);
    const oldest = slot.prepared.size > PREPARED_LIMIT ? slot.prepared.entries().next().value : undefined;
    if (oldest) {
      slot.prepared.delete(oldest[0]);
      oldest[1].destroySync();
    }
    return statement;
  }

  async function runScript(script: string, parameters: SqlParameters = {}): Promise<void> {
    const statements = await connection.extractStatements(script);
    for (let index = 0; index < statements.count; index++) {
      const statement = await statements.prepare(index);
      bind(statement, parameters, false);
      await statement.run();
      statement.destroySync();
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

/** `name` as a SQL identifier. */
export function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** `text` as a SQL string literal. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
