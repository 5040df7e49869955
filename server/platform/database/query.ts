import type { Pool, PoolClient, QueryResultRow } from 'pg';
import { whileHolding } from '#analytics/semaphore.ts';
import { isSilent, retryOnDeadlock } from './query-failure.ts';

/** Anything that runs SQL: the pool, or the client of a transaction. */
export type Queryable = Pick<Pool | PoolClient, 'query'>;

/** A statement returned another number of rows than its call name states. */
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

/** Exactly one row. @throws {RowCountError} on none or several */
export async function queryRow<Row extends QueryResultRow>(
  db: Queryable,
  sql: string,
  parameters: unknown[] = [],
): Promise<Row> {
  const rows = await queryRows<Row>(db, sql, parameters);
  if (rows.length !== 1) throw new RowCountError('one row', rows.length, sql);
  return rows[0]!;
}

/** At most one row, else undefined. @throws {RowCountError} on several */
export async function queryOptionalRow<Row extends QueryResultRow>(
  db: Queryable,
  sql: string,
  parameters: unknown[] = [],
): Promise<Row | undefined> {
  const rows = await queryRows<Row>(db, sql, parameters);
  if (rows.length > 1) throw new RowCountError('at most one row', rows.length, sql);
  return rows[0];
}

/** Runs a statement; returns the number of rows affected. */
export async function execute(db: Queryable, sql: string, parameters: unknown[] = []): Promise<number> {
  const result = await db.query(sql, parameters);
  return result.rowCount ?? 0;
}

/**
 * Runs `work` in a transaction: committed when it resolves, rolled back when it throws. It holds a connection and must
 * not wait for another permit. After a deadlock it runs again, so it must change nothing outside the database.
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

/** Whether a query failed because the table's migration has not run. */
export function isUndefinedTable(error: unknown): boolean {
  return (error as { code?: string }).code === '42P01';
}

/** SQL for an instant as in answers: ISO, UTC, milliseconds. */
export function instant(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** `text` escaped for a LIKE pattern. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

const SLICE_BYTES = 256 * 1024;

/** A bytes column of one row. Parameters of `from`, which selects the row, count from $3. */
export type StoredFile = { column: string; from: string; parameters: unknown[]; size: number };

/**
 * Streams a stored file in slices, so that memory stays small however slow the reader is. Fails if the row is deleted
 * meanwhile.
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
