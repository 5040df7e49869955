import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api';

/** The engine is closed. */
export class EngineClosedError extends Error {
  constructor() {
    super('The query engine is closed.');
    this.name = 'EngineClosedError';
  }
}

/** A connection bound to one search path of schemas. */
export type Standing = {
  connection: DuckDBConnection;
  path: string;
  /** By SQL text. */
  statements: Map<string, DuckDBPreparedStatement>;
  /** Prepared before a change of tables; closed when the connection is returned, since they may be running. */
  outdated: DuckDBPreparedStatement[];
  /** Closed when it is returned: one of its schemas was dropped, or work on it failed. */
  forgotten: boolean;
};

export type Connections = {
  /** Lends a connection on `path` exclusively. @throws EngineClosedError */
  lend(path: string): Promise<Standing>;
  giveBack(standing: Standing): void;
  /** A prepared statement on a lent connection; cached. */
  prepare(standing: Standing, sql: string): Promise<DuckDBPreparedStatement>;
  /**
   * Call after tables, views or macros were created or dropped in any schema. DuckDB would replan earlier prepared
   * statements at every run, which takes longer than many queries: they are prepared again instead.
   */
  tablesChanged(): void;
  /** Closes connections on a dropped schema: prepared statements keep its tables. */
  forget(schema: string): void;
  /** Closes all. */
  forgetAll(): void;
  /** Lends no more; lent ones are closed when returned. Calls `ended` when none is left. */
  close(ended: () => void): void;
};

/** Most idle connections. One takes 20 kB. */
const IDLE_LIMIT = 300;

/** Most prepared statements of all connections. One that has run takes 0.5 to 1.5 MB. */
const STATEMENT_LIMIT = 64;

/** A pool of connections by path, made by `connect`. */
export function lendConnections(connect: (path: string) => Promise<DuckDBConnection>): Connections {
  /** Least recently used first. */
  const idle: Standing[] = [];
  const lent = new Set<Standing>();
  /** Least recently used first. */
  const kept = new Map<DuckDBPreparedStatement, { standing: Standing; sql: string; tables: number }>();
  /** Version of the tables. */
  let tables = 0;
  /** Connections lent or being opened. */
  let used = 0;
  let closed: (() => void) | undefined;

  return { lend, giveBack, prepare, tablesChanged, forget, forgetAll, close };

  async function lend(path: string): Promise<Standing> {
    if (closed) throw new EngineClosedError();
    used++;
    try {
      // Backwards, since the most recently used one has most statements.
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

  /** Drops statements beyond the limit, except those of lent connections, which may be running. */
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

  /** Only while nothing runs on it: closing a connection during a query would crash the process. */
  function end({ connection, statements }: Standing): void {
    for (const statement of statements.values()) {
      kept.delete(statement);
      statement.destroySync();
    }
    connection.closeSync();
  }
}
