import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { apart } from '#analytics/semaphore.ts';
import { createClient, createPool } from '#server/platform/database/pool.ts';

export const migratedDatabase = 'portal_template';
export const demoDatabase = 'portal_demo';

export interface TestDatabase {
  url: string;
  pool: Pool;
  /** Ends the pool and drops the database. */
  close: () => Promise<void>;
}

const templates = { none: 'template0', migrated: migratedDatabase, demo: demoDatabase };

/** A database of the caller's own: migrated and empty, without any table, or (tests of the browser) with the demo world. */
export async function testDatabase({
  template = 'migrated',
}: {
  template?: keyof typeof templates;
} = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const url = await createDatabase(name, templates[template]);
  const pool = createPool(url);
  return {
    url,
    pool,
    close: async () => {
      await pool.end();
      await asSuperuser(`drop database ${name} with (force)`);
    },
  };
}

/** Creates a database, by default without any table, and gives the address under which the portal uses it. */
export async function createDatabase(name: string, template = templates.none): Promise<string> {
  await asSuperuser(`create database ${name} owner portal template ${template} strategy file_copy`);
  return environment('TEST_PORTAL_URL').replace(/\/portal$/, `/${name}`);
}

/**
 * How many statements of the database wait for a lock. Within a transaction this is what it was when first asked, so that
 * `pool` asks, and not a client that holds what they wait for.
 */
export async function countLockWaits(pool: Pool, condition = 'true'): Promise<number> {
  const waits = `select from pg_locks l join pg_stat_activity a using (pid)
    where not l.granted and a.datname = current_database() and ${condition}`;
  return (await apart(() => pool.query(waits))).rowCount ?? 0;
}

async function asSuperuser(statement: string): Promise<void> {
  const client = createClient(environment('TEST_POSTGRES_URL'));
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** @throws {Error} outside the projects that have a PostgreSQL */
function environment(name: 'TEST_POSTGRES_URL' | 'TEST_PORTAL_URL'): string {
  const value = process.env[name];
  if (!value)
    throw new Error('There is no test PostgreSQL: this test must run in the project api or browser.');
  return value;
}
