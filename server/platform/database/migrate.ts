import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Pool, PoolClient } from 'pg';
import { printable } from '#shared/plain-text.ts';
import { advisoryLocks, lockSession } from './advisory-locks.ts';
import { firstConnection } from './pool.ts';
import type { Queryable } from './query.ts';

export const migrationsDirectory = fileURLToPath(new URL('../../../migrations/', import.meta.url));

/** The migrations in the code contradict those in the database. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

// Before 0001-baseline.sql, migrations were numbered by date. It creates the same schema; `sha256` is of their list.
const dated = {
  names: /^\d{14}_/,
  last: '20261220090000_day-of-prices.sql',
  sha256: 'b3e9dd021b7c463f6cb28c965a37e415b7aa4ff7764d6309723375f2aa40767f',
};

/**
 * Applies the .sql files of a directory in the order of their numbers, each in a transaction of its own, under an
 * advisory lock; what is applied is remembered with its checksum. A database to which exactly the dated ones were
 * applied has the first already. Whom it waits for is told to `notice`.
 * @returns the names of the files applied now
 * @throws {NoDatabaseError}
 * @throws {MigrationError} when the files are not numbered 0001, 0002 and so on, an applied one was changed, is newer than
 *   one that waits, or is unknown and does not say that this version goes on with it, or one fails (the cause says why)
 */
export async function migrate(
  pool: Pool,
  directory = migrationsDirectory,
  notice: (text: string) => void = console.error,
): Promise<string[]> {
  const migrations = await readMigrations(directory);
  const client = await firstConnection(pool);
  try {
    await lockSession(client, advisoryLocks.migrations, 'Looking at the migrations', notice);
    await client.query(bookkeeping);
    await replaceDated(client, migrations[0]!);
    const pending = pendingOf(migrations, await readApplied(client));
    for (const migration of pending) await apply(client, migration, notice);
    return pending.map(({ name }) => name);
  } finally {
    // Destroying the session releases its advisory lock, whatever state it is in.
    client.release(true);
  }
}

export type MigrationState = {
  /** Files that `migrate` would apply. */
  pending: string[];
  /** Files applied by a newer version that this version is compatible with. */
  newer: string[];
  /** Number of the newest migration that a version has to know to run on the migrated database. */
  leastKnown: number;
};

/** Compares the files with a database; changes nothing. @throws {MigrationError} as `migrate` does */
export async function stateOfMigrations(
  db: Queryable,
  directory = migrationsDirectory,
): Promise<MigrationState> {
  const migrations = await readMigrations(directory);
  const { rows } = await db.query<{ is: boolean }>("select to_regclass('migrations') is not null as is");
  const applied = rows[0]!.is ? await readApplied(db) : [];
  const pending = pendingOf(migrations, applied);
  const newer = applied.slice(migrations.length);
  const least = [...migrations, ...newer].map(({ leastKnown }, index) => leastKnown ?? index + 1);
  return { pending: namesOf(pending), newer: namesOf(newer), leastKnown: Math.max(...least) };
}

const namesOf = (migrations: readonly Applied[]) => migrations.map(({ name }) => name);

const bookkeeping = `create table if not exists migrations (
  name text primary key,
  checksum text not null,
  applied_at timestamptz not null default now()
)`;

export interface Applied {
  name: string;
  checksum: string;
}

interface Rated extends Applied {
  /** Number of the newest migration that a version has to know to run on this one; null: its own. */
  leastKnown: number | null;
}

interface Migration extends Rated {
  sql: string;
}

/** Migrations applied to a database, in order; the baseline in place of the dated ones that it replaces. */
export async function appliedMigrations(db: Queryable): Promise<Applied[]> {
  const applied = await readApplied(db);
  if (!isDated(applied)) return applied.map(({ name, checksum }) => ({ name, checksum }));
  const { name, checksum } = (await readMigrations(migrationsDirectory))[0]!;
  return [{ name, checksum }];
}

/** Migrations to apply to a backup that has those. @throws {MigrationError} for a backup by a newer version */
export async function pendingOfBackup(applied: readonly Applied[]): Promise<string[]> {
  return namesOf(pendingOf(await readMigrations(migrationsDirectory), applied, 'backup'));
}

/**
 * Makes, in a transaction of the caller's and in an empty database, the tables that a backup is of. What `finish` applies
 * after its rows came back makes of them what this version of the portal works on; it gives the names.
 * @throws {MigrationError} for a backup by a newer version
 */
export async function makeTablesOf(
  client: Queryable,
  applied: readonly Applied[],
): Promise<{ finish: () => Promise<string[]> }> {
  const migrations = await readMigrations(migrationsDirectory);
  const pending = pendingOf(migrations, applied, 'backup');
  await client.query(bookkeeping);
  for (const migration of migrations.slice(0, applied.length)) await run(client, migration);
  return {
    async finish() {
      for (const migration of pending) await run(client, migration);
      return pending.map(({ name }) => name);
    },
  };
}

async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  names.forEach((name, index) => {
    const number = String(index + 1).padStart(4, '0');
    if (!name.startsWith(`${number}-`))
      throw new MigrationError(
        `Migration ${name} should be ${number}-….sql: numbers run from 0001 on, none is left out, none is there twice.`,
      );
  });
  return Promise.all(
    names.map(async (name) => {
      const sql = (await readFile(`${directory}/${name}`, 'utf8')).replaceAll('\r\n', '\n');
      const said = /^-- Versions that know (\d{4}) go on with it\.$/m.exec(sql.slice(0, sql.indexOf('\n')));
      return { name, sql, checksum: sha256(sql), leastKnown: said && Number(said[1]) };
    }),
  );
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

async function readApplied(client: Queryable): Promise<Rated[]> {
  // The column is missing before the migration that adds it.
  const { rows } = await client.query<Rated>(
    `select name, checksum, (to_jsonb(m) ->> 'least_known')::integer as "leastKnown"
     from migrations as m order by name collate "C"`,
  );
  return rows;
}

async function replaceDated(client: PoolClient, baseline: Migration): Promise<void> {
  const applied = await readApplied(client);
  if (!isDated(applied)) return;
  await client.query(
    'with replaced as (delete from migrations) insert into migrations (name, checksum) values ($1, $2)',
    [baseline.name, baseline.checksum],
  );
}

/**
 * Whether exactly the dated migrations were applied that the baseline replaces. @throws {MigrationError} for other dated
 * ones
 */
function isDated(applied: readonly Applied[]): boolean {
  if (!applied.some(({ name }) => dated.names.test(name))) return false;
  if (sha256(applied.map(({ name, checksum }) => `${name} ${checksum}\n`).join('')) !== dated.sha256)
    throw new MigrationError(
      `The database has migrations of before the baseline, but not exactly those that it replaces. Start once the newest version of the portal that has migrations/${dated.last}: it applies what is missing, or says what is unknown to it. Then start this one. CHANGELOG.md has the commands (coming from 24 November 2026).`,
    );
  return true;
}

function pendingOf(
  migrations: readonly Migration[],
  applied: readonly (Applied & Partial<Rated>)[],
  what: 'database' | 'backup' = 'database',
): Migration[] {
  for (const [index, { name, checksum, leastKnown }] of applied.entries()) {
    const migration = migrations.find((known) => known.name === name);
    if (
      migration === undefined &&
      index >= migrations.length &&
      (leastKnown ?? Infinity) <= migrations.length
    )
      continue;
    if (migration === undefined)
      throw new MigrationError(
        `The ${what} has migration ${printable(name)}, which this version of the portal does not know${
          what === 'backup'
            ? '. Restore it with the version that applied it, or a newer one.'
            : ' and cannot go on with. Start the version that applied it, or a newer one; or restore the backup of before the upgrade into another database (docs/operation.md).'
        }`,
      );
    if (migration.checksum !== checksum)
      throw new MigrationError(
        `Migration ${name} was changed after it was applied. Write a new one instead.`,
      );
    const { name: due } = migrations[index]!;
    if (due !== name)
      throw new MigrationError(
        `Migration ${due} waits, but the ${what} already has ${name}. Give it the next free number, so that all databases apply it in the same order.`,
      );
  }
  return migrations.slice(applied.length);
}

/** Longest wait for a lock: queries queue behind a migration that waits for a table. */
const LOCK_MILLISECONDS = 2000;
const AGAIN_MILLISECONDS = 1000;

/** SQLSTATE lock_not_available and deadlock_detected. */
const heldUp = ['55P03', '40P01'];

/** Retries while others hold a table, e.g. a nightly backup or processes of the version before. */
async function apply(
  client: PoolClient,
  migration: Migration,
  notice: (text: string) => void,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query('begin');
      await client.query(`set local lock_timeout = ${LOCK_MILLISECONDS}`);
      await run(client, migration);
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      const { code = '' } = ((error as Error).cause ?? {}) as { code?: string };
      if (!heldUp.includes(code)) throw error;
      if (attempt === 1)
        notice(`Migration ${migration.name} waits for who uses its tables, such as a nightly backup.`);
    }
    await sleep(AGAIN_MILLISECONDS);
  }
}

async function run(client: Queryable, migration: Migration): Promise<void> {
  try {
    await client.query(migration.sql);
    const { name, checksum, leastKnown } = migration;
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
    if (leastKnown !== null)
      await client.query('update migrations set least_known = $2 where name = $1', [name, leastKnown]);
  } catch (cause) {
    throw new MigrationError(
      `Migration ${migration.name} failed: ${cause instanceof Error ? cause.message : cause}`,
      { cause },
    );
  }
}
