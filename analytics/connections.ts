import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api';

/** Work was given to an engine that is closed. */
export class EngineClosedError extends Error {
  constructor() {
    super('The query engine is closed.');
    this.name = 'EngineClosedError';
  }
}

/** A connection that stands on one path of schemas as long as it lives. */
export type Standing = {
  connection: DuckDBConnection;
  path: string;
  /** By SQL text. */
  statements: Map<string, DuckDBPreparedStatement>;
  /** Prepared before tables were changed; they end when the connection is given back, since they may be running. */
  outdated: DuckDBPreparedStatement[];
  /** It ends when it is given back: one of its schemas is dropped, or what was done on it failed. */
  forgotten: boolean;
};

export type Connections = {
  /** A connection on `path`, for oneself alone until it is given back. @throws EngineClosedError */
  lend(path: string): Promise<Standing>;
  giveBack(standing: Standing): void;
  /** A statement prepared on a connection that is lent; kept for the next time. */
  prepare(standing: Standing, sql: string): Promise<DuckDBPreparedStatement>;
  /**
   * Tables, views or macros were made or dropped, in whatever schema. DuckDB plans a statement that was prepared before that
   * anew at every run, which takes longer than many a query: it is prepared anew once instead.
   */
  tablesChanged(): void;
  /** Ends connections on a dropped schema: a prepared statement holds on to its tables. */
  forget(schema: string): void;
  /** Ends all: what they stood on is no more. */
  forgetAll(): void;
  /** Lends no more. What is lent ends when it is given back; calls `ended` when nothing is left. */
  close(ended: () => void): void;
};

/** Connections that wait for their path to be asked for again. One takes 20 kB. */
const IDLE_LIMIT = 300;

/** Prepared statements of all connections together. One that has run takes 0.5 to 1.5 MB. */
const STATEMENT_LIMIT = 64;

/** Lends connections that `connect` makes; where one stands on the path already, that one. */
export function lendConnections(connect: (path: string) => Promise<DuckDBConnection>): Connections {
  /** Used longest ago first. */
  const idle: Standing[] = [];
  const lent = new Set<Standing>();
  /** Used longest ago first. */
  const kept = new Map<DuckDBPreparedStatement, { standing: Standing; sql: string; tables: number }>();
  /** Goes up with every change of tables. */
  let tables = 0;
  /** Lent, or on their way to it. */
  let used = 0;
  let closed: (() => void) | undefined;

  return { lend, giveBack, prepare, tablesChanged, forget, forgetAll, close };

  async function lend(path: string): Promise<Standing> {
    if (closed) throw new EngineClosedError();
    used++;
    try {
      // Backwards, since the one used last has most statements.
      const index = idle.findLastIndex((standing) => standing.path === path);
      const standing: Standing = (index === -1 ? undefined : idle.splice(index, 1)[0]) ?? {
        connection: await connect(path),
        path,
        statements: new Map(),
        outdated: [],
        forgotten: false,
      };
      lent.add(standing);
      return standing;
    } catch (error) {
      notUsed();
      throw error;
    }
  }

  function notUsed(): void {
    used--;
    if (used === 0) closed?.();
  }

  function giveBack(standing: Standing): void {
    lent.delete(standing);
    for (const statement of standing.outdated.splice(0)) statement.destroySync();
    if (closed || standing.forgotten) end(standing);
    else idle.push(standing);
    if (idle.length > IDLE_LIMIT) end(idle.shift()!);
    dropStatements();
    notUsed();
  }

  async function prepare(standing: Standing, sql: string): Promise<DuckDBPreparedStatement> {
    const known = standing.statements.get(sql);
    const preparedFor = known && kept.get(known)?.tables;
    if (known) kept.delete(known);
    if (known && preparedFor === tables) {
      kept.set(known, { standing, sql, tables });
      return known;
    }
    if (known) {
      standing.statements.delete(sql);
      standing.outdated.push(known);
    }
    const now = tables;
    const statement = await standing.connection.prepare(sql);
    standing.statements.set(sql, statement);
    kept.set(statement, { standing, sql, tables: now });
    return statement;
  }

  function tablesChanged(): void {
    tables++;
  }

  /** Statements beyond the limit, those of lent connections excepted: they may be running. */
  function dropStatements(): void {
    if (kept.size <= STATEMENT_LIMIT) return;
    for (const [statement, { standing, sql }] of kept) {
      if (lent.has(standing)) continue;
      standing.statements.delete(sql);
      kept.delete(statement);
      statement.destroySync();
      if (kept.size <= STATEMENT_LIMIT) return;
    }
  }

  function forget(schema: string): void {
    const isOn = ({ path }: Standing) => path.split(',').includes(schema);
    for (const standing of lent) if (isOn(standing)) standing.forgotten = true;
    for (const standing of idle.filter(isOn)) {
      idle.splice(idle.indexOf(standing), 1);
      end(standing);
    }
  }

  function forgetAll(): void {
    for (const standing of lent) standing.forgotten = true;
    for (const standing of idle.splice(0)) end(standing);
  }

  function close(ended: () => void): void {
    if (closed) return;
    closed = ended;
    for (const standing of idle.splice(0)) end(standing);
    if (used === 0) ended();
  }

  /** Only while nothing runs on it: closing a connection under a running query would end the process. */
  function end({ connection, statements }: Standing): void {
    for (const statement of statements.values()) {
      kept.delete(statement);
      statement.destroySync();
    }
    connection.closeSync();
  }
}
