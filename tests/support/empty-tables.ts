import type { Pool } from 'pg';
import { retryOnDeadlock } from '#server/platform/database/query-failure.ts';

/** Removes all rows of the tables, and of those that refer to them, under servers that look for work in them. */
export async function emptyTables(pool: Pool, ...tables: string[]): Promise<void> {
  await retryOnDeadlock(() => pool.query(`truncate ${tables.join(', ')} cascade`));
}
