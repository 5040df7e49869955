import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import { DatabaseError, escapeIdentifier, type PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { printable } from '#shared/plain-text.ts';
import type { Held } from '#shared/schemas/held.ts';
import { advisoryLocks } from '../platform/database/advisory-locks.ts';
import { makeTablesOf } from '../platform/database/migrate.ts';
import { createPool, firstConnection } from '../platform/database/pool.ts';
import { execute, queryRow, queryRows } from '../platform/database/query.ts';
import { type Ended, listHeld, settleRestored } from '../platform/database/restore-hold.ts';
import { BackupError, type BackupHead, type BackupReader, openBackupFile } from './backup-file.ts';
import { tablesWithColumns } from './write-backup.ts';

export type Restored = {
  /** ISO. */
  madeAt: string;
  rows: number;
  bytes: number;
  /** Applied after the backup's own. */
  migrations: string[];
  ended: Ended;
  held: Held[];
  /** Tables of the backup that the portal does not have. */
  leftOut: string[];
};

/** SQLSTATE classes for invalid values, in a file whose checksums are intact or forged. */
const refusedValues = /^(22|23|54|XX)/;

/**
 * Fills an empty database from a backup and migrates it to this version, as a whole or not at all. Live things are ended
 * or held, see settleRestored. @throws {BackupError} where the file is no complete backup or the database is not empty
 * @throws {MigrationError} for the backup of a newer version
 */
export async function restoreBackup(databaseUrl: string, path: string): Promise<Restored> {
  const backup = await openBackupFile(path);
  const pool = createPool(databaseUrl, { max: 1 });
  try {
    const client = await firstConnection(pool);
    try {
      await requireEmpty(client);
      return await fill(client, backup);
    } catch (error) {
      throw error instanceof DatabaseError && refusedValues.test(error.code ?? '')
        ? backup.damaged(error)
        : error;
    } finally {
      // Releases transaction and lock for an immediate retry; a lost connection releases both later.
      await client.query('rollback; select pg_advisory_unlock_all()').catch(() => undefined);
      client.release(true);
    }
  } finally {
    backup.close();
    await pool.end();
  }
}

async function fill(client: PoolClient, backup: BackupReader): Promise<Restored> {
  const { head } = backup;
  await client.query('begin');
  const { finish } = await makeTablesOf(client, head.migrations);
  const tables = await tablesToFill(client, head);
  const putBack = await takeOff(client, [...tables.keys()]);
  const counts = new Map<string, number>();
  for (const table of head.tables)
    if (tables.has(table.name)) counts.set(table.name, await fillTable(client, table, backup));
    else for await (const _ of backup.rowsOf(table.name));
  const { tables: said, sequences } = await backup.end();
  for (const [name, count] of counts)
    if (count !== said[name]!.rows)
      throw new BackupError(`Of ${name} ${count} rows came back where the backup has ${said[name]!.rows}.`);
  await putBack();
  for (const { table, column, last, isCalled } of sequences) {
    const columns = tables.get(table);
    if (!columns) continue;
    if (!columns.includes(column)) throw otherTable(table);
    await client.query('select setval(pg_get_serial_sequence(quote_ident($1), $2), $3, $4)', [
      table,
      column,
      last,
      isCalled,
    ]);
  }
  const migrations = await finish();
  const ended = await settleRestored(client, head.madeAt);
  await client.query('commit');
  // Updates the planner's statistics now, not only after a while.
  await client.query('analyze');
  return {
    madeAt: head.madeAt,
    rows: [...counts.values()].reduce((sum, count) => sum + count, 0),
    bytes: Object.values(said).reduce((sum, { bytes }) => sum + bytes, 0),
    migrations,
    ended,
    held: await listHeld(client),
    leftOut: head.tables
      .map(({ name }) => name)
      .filter((name) => !tables.has(name))
      .map(printable),
  };
}

/** Returns the number of rows. */
async function fillTable(
  client: PoolClient,
  { name, columns }: BackupHead['tables'][number],
  backup: BackupReader,
): Promise<number> {
  const list = columns.map((column) => escapeIdentifier(column)).join(', ');
  // PostgreSQL buffers 1,000 rows of a binary COPY in memory, however large, unless a default is volatile. Rows with
  // files are large.
  const { rowByRow } = await queryRow<{ rowByRow: string }>(
    client,
    `select case when bool_or(atttypid = 'bytea'::regtype) then 'where random() >= 0' else '' end as "rowByRow"
     from pg_attribute where attrelid = $1::text::regclass and attnum > 0 and not attisdropped`,
    [escapeIdentifier(name)],
  );
  const copy = client.query(
    copyFrom(`copy ${escapeIdentifier(name)} (${list}) from stdin (format binary, freeze) ${rowByRow}`),
  );
  await pipeline(backup.rowsOf(name), copy);
  return copy.rowCount;
}

/**
 * A concurrent start or restore holds the lock while it fills the database. The lock is held until the connection ends.
 */
async function requireEmpty(client: PoolClient): Promise<void> {
  const { locked } = await queryRow<{ locked: boolean }>(
    client,
    'select pg_try_advisory_lock($1) as locked',
    [advisoryLocks.migrations],
  );
  if (!locked)
    throw new BackupError(
      'A portal starts on this database at this moment, or somebody else restores into it.',
    );
  const { encoding } = await queryRow<{ encoding: string }>(
    client,
    `select current_setting('server_encoding') as encoding`,
  );
  if (encoding !== 'UTF8')
    throw new BackupError(
      `The database keeps text as ${encoding}. Create one with the encoding UTF8, and restore into that.`,
    );
  const found = await queryRows<{ name: string }>(
    client,
    `select format('%I.%I', n.nspname, c.relname) as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_(toast|temp)'
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     order by c.relkind <> 'r', 1 limit 4`,
  );
  if (found.length > 0)
    throw new BackupError(
      `The database is not empty: it has ${found
        .slice(0, 3)
        .map(({ name }) => name)
        .join(
          ', ',
        )}${found.length > 3 ? ' and more' : ''}. A backup is restored into an empty one alone, and nothing was changed. Create another database for DATABASE_URL, or, for the PostgreSQL that the portal brings along, name a DATA_DIR that does not exist yet.`,
    );
}

/** The tables to fill and their columns: those of the backup's version. */
async function tablesToFill(client: PoolClient, head: BackupHead): Promise<Map<string, string[]>> {
  const made = await queryRows<BackupHead['tables'][number]>(client, tablesWithColumns);
  for (const { name, columns } of made) {
    const kept = head.tables.filter((table) => table.name === name).map((table) => table.columns.toSorted());
    if (!isDeepStrictEqual(kept, [columns.toSorted()])) throw otherTable(name);
  }
  return new Map(made.map(({ name, columns }) => [name, columns]));
}

const otherTable = (name: string) =>
  new BackupError(
    `The backup has the table ${name} otherwise than the version of the portal that it says it is of. Nothing is restored.`,
  );

/**
 * Drops what prevents loading table by table, or is faster to rebuild afterwards: rows of migrations, triggers, foreign
 * keys, indexes. Returns a function that restores triggers, foreign keys (checked then) and indexes.
 */
async function takeOff(client: PoolClient, tables: readonly string[]): Promise<() => Promise<void>> {
  const names = tables.map((table) => escapeIdentifier(table));
  const references = await queryRows<{ table: string; name: string; definition: string }>(
    client,
    `select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid
     where c.relname = any ($1) and c.relnamespace = current_schema()::regnamespace and k.contype = 'f'
     order by c.relname, k.conname`,
    [tables],
  );
  const indexes = await queryRows<{ name: string; definition: string }>(
    client,
    `select i.relname as name, pg_get_indexdef(i.oid) as definition
     from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
     where c.relname = any ($1) and c.relnamespace = current_schema()::regnamespace
       and not exists (select from pg_constraint k where k.conindid = i.oid)
     order by c.relname, i.relname`,
    [tables],
  );
  for (const name of names) await execute(client, `alter table ${name} disable trigger user`);
  for (const { table, name } of references)
    await execute(client, `alter table ${escapeIdentifier(table)} drop constraint ${escapeIdentifier(name)}`);
  for (const { name } of indexes) await execute(client, `drop index ${escapeIdentifier(name)}`);
  await execute(client, `truncate ${names.join(', ')}`);
  return async () => {
    for (const { definition } of indexes) await execute(client, definition);
    for (const { table, name, definition } of references)
      await execute(
        client,
        `alter table ${escapeIdentifier(table)} add constraint ${escapeIdentifier(name)} ${definition}`,
      );
    for (const name of names) await execute(client, `alter table ${name} enable trigger user`);
  };
}
