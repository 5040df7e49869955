import { DatabaseError } from 'pg';
import { AppError } from '../errors.ts';

/** Retry-After in seconds. */
const RETRY_SECONDS = 2;

/** SQLSTATE query_canceled and lock_not_available: a timeout. */
const slowCodes = /^(57014|55P03)$/;

/** Messages of PostgreSQL and pg while the database is unreachable or read-only; pg has no codes for them. */
const unavailableCodes =
  /^(08(?!P01)|25006|53(?!100)|57P0[123]|40001|40P01)|^(ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT)$/;

const unavailableWords =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error)/;

/**
 * The status for a failed query: 400 for values that do not fit (SQLSTATE 22 and 23), 409 where they contradict stored
 * data, 503 while the database is unreachable or too slow. Undefined for faults of the portal. Schemas refuse such values
 * first and name the field; this covers the rest.
 */
export function databaseFailure(error: unknown): AppError | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof DatabaseError) {
    const { code } = error;
    if (code === '23505' || code === '23P01') return new AppError(409, 'conflict');
    if (slowCodes.test(code ?? ''))
      return new AppError(503, 'busy', { params: { retryAfter: RETRY_SECONDS } });
    if (code?.startsWith('22') || code?.startsWith('23')) return new AppError(400, 'invalid_input');
  }
  return isUnavailable(error)
    ? new AppError(503, 'database_unavailable', { params: { retryAfter: RETRY_SECONDS } })
    : undefined;
}

/** Whether PostgreSQL is unavailable for now. */
export function isUnavailable(error: unknown): boolean {
  // A name of several addresses fails with an error for each.
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  const fromNetwork = error instanceof DatabaseError || ['connect', 'read', 'write'].includes(syscall ?? '');
  return (fromNetwork && unavailableCodes.test(code ?? '')) || unavailableWords.test(error.message);
}

/** Whether a query timed out in the client: the connection is dead. */
export function isSilent(error: unknown): error is Error {
  return error instanceof Error && error.message === 'Query read timeout';
}

/** Details of a refused query for the log, without its values. */
export function describeFailure(error: unknown): Record<string, string | undefined> {
  const { code, table, column, constraint } = error as DatabaseError;
  return { code, table, column, constraint };
}

const DEADLOCK = '40P01';
const MOST_DEADLOCKS = 10;

/**
 * For work that locks rows in another order than others do (deleting a user and deleting a statistic lock each other's
 * rows). PostgreSQL aborts one of them after a second; it is retried once.
 */
export async function retryOnDeadlock<Result>(work: () => Promise<Result>, deadlocks = 0): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if ((error as { code?: string }).code !== DEADLOCK || deadlocks === MOST_DEADLOCKS) throw error;
    return retryOnDeadlock(work, deadlocks + 1);
  }
}
