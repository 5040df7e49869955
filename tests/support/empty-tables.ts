import type { Pool } from 'pg';

/**
 * Removes all rows of the tables, and of those that refer to them, under servers that look for work in them. Mails are locked
 * first, as whoever looks for one locks them, and then users: else PostgreSQL breaks one of the two off.
 */
export async function emptyTables(pool: Pool, ...tables: string[]): Promise<void> {
  await pool.query(`lock table mails; truncate ${tables.join(', ')} cascade`);
}
