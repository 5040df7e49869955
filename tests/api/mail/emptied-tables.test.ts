import type { Pool } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { beginDemoLoad } from '#server/demo/demo-queries.ts';
import { claimMail } from '#server/mail/waiting-mail-queries.ts';
import { countLockWaits, type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { emptyTables } from '#tests/support/empty-tables.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await testDatabase();
});
afterEach(() => database.close());

test.each<[string, (pool: Pool) => Promise<unknown>]>([
  ['tests', (pool) => emptyTables(pool, 'users')],
  ['the demo world', beginDemoLoad],
])('tables are emptied for %s beside whoever looks for mails, with no deadlock', async (_whom, empty) => {
  const { pool } = database;
  const client = await pool.connect();
  try {
    // PostgreSQL locks the tables of a statement one by one, that of mails first; here it comes no further.
    await client.query('begin');
    await client.query('lock table mails in row exclusive mode');
    const emptied = empty(pool);
    await expect.poll(() => countLockWaits(pool)).toBe(1);
    expect(await claimMail(client, ['link'], null)).toBeUndefined();
    await client.query('commit');
    await emptied;
  } finally {
    client.release(true);
  }
  const { rows } = await pool.query(
    'select deadlocks::integer from pg_stat_database where datname = current_database()',
  );
  expect(rows).toEqual([{ deadlocks: 0 }]);
});
