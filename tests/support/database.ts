import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { createClient, createPool } from '#server/db/pool.ts';
import { templateDatabase } from './test-postgres.ts';

export interface TestDatabase {
  url: string;
  pool: Pool;
  /** Ends the pool and drops the database. */
  close: () => Promise<void>;
}

/** A database of the caller's own: migrated and empty, or with `migrated: false` without any table. */
export async function testDatabase(options: { migrated?: boolean } = {}): Promise<TestDatabase> {
  const { TEST_POSTGRES_URL: superuserUrl, TEST_PORTAL_URL: portalUrl } = process.env;
  if (!superuserUrl || !portalUrl)
    throw new Error('There is no test PostgreSQL: this test must run in the project api or browser.');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const template = options.migrated === false ? 'template0' : templateDatabase;
  await asSuperuser(
    superuserUrl,
    `create database ${name} owner portal template ${template} strategy file_copy`,
  );
  const url = portalUrl.replace(/\/portal$/, `/${name}`);
  const pool = createPool(url);
  return {
    url,
    pool,
    close: async () => {
      await pool.end();
      await asSuperuser(superuserUrl, `drop database ${name} with (force)`);
    },
  };
}

async function asSuperuser(url: string, statement: string): Promise<void> {
  const client = createClient(url);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
