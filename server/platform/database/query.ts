import type { Pool, PoolClient, QueryResultRow } from 'pg';
import { whileHolding } from '#analytics/semaphore.ts';
import { isSilent, retryOnDeadlock } from './query-failure.ts';

/** Anything that runs SQL: the pool, or the one client of a transaction. */
export type Queryable = Pick<Pool | PoolClient, 'query'>;

/** A statement gave another number of rows than its call name states. */
export class RowCountError extends Error {
  constructor(expected: string, actual: number, sql: string) {
    super(`Expected ${expected}, got ${actual}: ${sql.trim().split('\n')[0]}`);
    this.name = 'RowCountError';
  }
}

/** The rows, in the statement's order. */
export async function queryRows<Row extends QueryResultRow>(
  db: Queryable,
  sql: string,
  parameters: unknown[] = [],
): Promise<Row[]> {
  const result = await db.query<Row>(sql, parameters);
  return result.rows;
}

/**
 * The one row there must be.
 * @throws {RowCountError} on none or several
 */
export async function queryRow<Row extends QueryResultRow>(
  db: Queryable,
  sql: string,
  parameters: unknown[] = [],
): Promise<Row> {
  const rows = await queryRows<Row>(db, sql, parameters);
  if (rows.length !== 1) throw new RowCountError('one row', rows.length, sql);
  return rows[0]!;
}

/**
 * The one row there may be, else undefined.
 * @throws {RowCountError} on several
 */
export async function queryOptionalRow<Row extends QueryResultRow>(
  db: Queryable,
  sql: string,
  parameters: unknown[] = [],
): Promise<Row | undefined> {
  const rows = await queryRows<Row>(db, sql, parameters);
  if (rows.length > 1) throw new RowCountError('at most one row', rows.length, sql);
  return rows[0];
}

/** Runs a statement for its effect; gives the number of rows it touched. */
export async function execute(db: Queryable, sql: string, parameters: unknown[] = []): Promise<number> {
  const result = await db.query(sql, parameters);
  return result.rowCount ?? 0;
}

/**
 * Runs `work` in one transaction: committed when it resolves, rolled back when it throws. It holds a connection, and must
 * wait for no other place. Where others lock the same rows in another order it may run again, on what they left: it must
 * change nothing beside the database.
 */
export function inTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  return retryOnDeadlock(() => inOneTransaction(pool, work));
}

async function inOneTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const result = await whileHolding('PostgreSQL connection', () => work(client));
    await client.query('commit');
    return result;
  } catch (error) {
    if (isSilent(error)) broken = error;
    else
      await client.query('rollback').catch((failure: Error) => {
        broken = failure;
      });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Whether a query failed because the migration that makes its table has not run. */
export function isUndefinedTable(error: unknown): boolean {
  return (error as { code?: string }).code === '42P01';
}

/** SQL that gives an instant as answers write it: ISO, in UTC, to the millisecond. */
export function instant(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** `text` for a LIKE pattern in which it means itself. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

const SLICE_BYTES = 256 * 1024;

/** Bytes that a column of one row keeps. Parameters of `from`, which names the row, count from $3. */
export type StoredFile = { column: string; from: string; parameters: unknown[]; size: number };

/**
 * A stored file slice by slice: next to nothing of it is in memory, however slowly it is read. Breaks off where the row is
 * there no longer.
 */
export async function* storedFile(
  db: Queryable,
  { column, from, parameters, size }: StoredFile,
): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; at += SLICE_BYTES) {
    const { slice } = await queryRow<{ slice: Buffer }>(
      db,
      `select substring(${column} from $1 for $2) as slice from ${from}`,
      [at + 1, SLICE_BYTES, ...parameters],
    );
    yield slice;
  }
}
