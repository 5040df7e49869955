import { DatabaseError } from 'pg';
import { AppError } from '../errors.ts';

/** Seconds after which asking again is worth while. */
const RETRY_SECONDS = 2;

/** SQLSTATE query_canceled and lock_not_available: it took longer than a person waits. */
const slowCodes = /^(57014|55P03)$/;

/** What PostgreSQL and the pool say when it can't be asked, or only be read, right now; pg has no codes for the words. */
const unavailableCodes =
  /^(08(?!P01)|25006|53(?!100)|57P0[123]|40001|40P01)|^(ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT)$/;

const unavailableWords =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error)/;

/**
 * What a failed query means for whoever asked: 400 for values that do not fit (SQLSTATE 22 and 23), 409 where they
 * contradict what is stored, 503 while the database can't be reached or takes too long. Undefined for what is our own fault. The schemas
 * refuse such values first and name the field; this is for what they let through.
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

/** Whether PostgreSQL can't be asked right now, and may be later. */
export function isUnavailable(error: unknown): boolean {
  // A name of several addresses fails with an error for each.
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  const fromNetwork = error instanceof DatabaseError || ['connect', 'read', 'write'].includes(syscall ?? '');
  return (fromNetwork && unavailableCodes.test(code ?? '')) || unavailableWords.test(error.message);
}

/** Whether PostgreSQL was waited for in vain: nothing more comes of the connection. */
export function isSilent(error: unknown): error is Error {
  return error instanceof Error && error.message === 'Query read timeout';
}

/** What a log may say of a query that was refused: not the values. */
export function describeFailure(error: unknown): Record<string, string | undefined> {
  const { code, table, column, constraint } = error as DatabaseError;
  return { code, table, column, constraint };
}

const DEADLOCK = '40P01';
const MOST_DEADLOCKS = 10;

/**
 * For what takes locks in another order than others do: who deletes a user holds them while waiting for their statistics,
 * whoever deletes one of these holds it while waiting for the user. PostgreSQL breaks one of them off after a second;
 * then once more.
 */
export async function retryOnDeadlock<Result>(work: () => Promise<Result>, deadlocks = 0): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if ((error as { code?: string }).code !== DEADLOCK || deadlocks === MOST_DEADLOCKS) throw error;
    return retryOnDeadlock(work, deadlocks + 1);
  }
}
