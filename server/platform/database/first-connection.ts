import type { Pool, PoolClient } from 'pg';

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

/** Why connecting failed: a name of several addresses fails with an error for each, and without a message of its own. */
export function failureText(cause: unknown): string {
  if (cause instanceof AggregateError) return [...new Set(cause.errors.map(failureText))].join('; ');
  return cause instanceof Error ? cause.message : String(cause);
}
