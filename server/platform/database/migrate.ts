import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Pool, PoolClient } from 'pg';
import { firstConnection } from './pool.ts';

export const migrationsDirectory = fileURLToPath(new URL('../../../migrations/', import.meta.url));

/** The migrations in the code and those in the database contradict each other. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

// Any fixed number: servers that start at the same time on one database wait for each other on it.
const lock = 7_680_001;

/**
 * Applies the .sql files of a directory in the order of their names, each in a transaction of its own, under an
 * advisory lock; what is applied is remembered with its checksum.
 * @returns the names of the files applied now
 * @throws {NoDatabaseError}
 * @throws {MigrationError} when an applied file was changed or is missing, or a file fails (the cause says why)
 */
export async function migrate(pool: Pool, directory = migrationsDirectory): Promise<string[]> {
  const client = await firstConnection(pool);
  try {
    await client.query('select pg_advisory_lock($1)', [lock]);
    await client.query(
      `create table if not exists migrations (
         name text primary key,
         checksum text not null,
         applied_at timestamptz not null default now()
       )`,
    );
    return await applyPending(client, await readMigrations(directory));
  } finally {
    // A destroyed session gives its advisory lock back, whatever state it was in.
    client.release(true);
  }
}

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = (await readFile(`${directory}/${name}`, 'utf8')).replaceAll('\r\n', '\n');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function applyPending(client: PoolClient, migrations: Migration[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migrations',
  );
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  for (const { name, checksum } of migrations) {
    const known = applied.get(name);
    if (known !== undefined && known !== checksum)
      throw new MigrationError(
        `Migration ${name} was changed after it was applied. Write a new one instead.`,
      );
    applied.delete(name);
  }
  const [unknown] = applied.keys();
  if (unknown !== undefined)
    throw new MigrationError(
      `The database has migration ${unknown}, which this version of the portal does not know.`,
    );

  const done = new Set(rows.map((row) => row.name));
  const pending = migrations.filter(({ name }) => !done.has(name));
  for (const migration of pending) await apply(client, migration);
  return pending.map(({ name }) => name);
}

async function apply(client: PoolClient, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query(sql);
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
    await client.query('commit');
  } catch (cause) {
    await client.query('rollback');
    throw new MigrationError(`Migration ${name} failed: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    });
  }
}
