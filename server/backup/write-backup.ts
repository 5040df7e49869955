import { escapeIdentifier, type PoolClient } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { advisoryLocks } from '../platform/database/advisory-locks.ts';
import { appliedMigrations } from '../platform/database/migrate.ts';
import { createPool, firstConnection } from '../platform/database/pool.ts';
import { queryRow, queryRows } from '../platform/database/query.ts';
import {
  type BackupContent,
  BackupError,
  type BackupHead,
  type TableRows,
  type WrittenBackup,
  writeBackupFile,
} from './backup-file.ts';

/**
 * Writes a consistent snapshot of all data while the portal runs: one read-only transaction. The portal may have another
 * version. @throws {BackupError} where the database has no portal, or the file cannot be written
 */
export async function writeBackup(
  databaseUrl: string,
  path: string,
  reserveBytes: number,
): Promise<WrittenBackup> {
  const pool = createPool(databaseUrl, { max: 1 });
  try {
    const client = await firstConnection(pool);
    try {
      return await writeBackupFile(path, contentOf(client, await beginSnapshot(client)), reserveBytes);
    } finally {
      client.release(true);
    }
  } finally {
    await pool.end();
  }
}

/**
 * Locks the tables against changes of schema until the transaction ends, also between snapshot and lock: migrations wait.
 */
async function beginSnapshot(client: PoolClient): Promise<BackupHead> {
  await client.query('select pg_advisory_lock_shared($1)', [advisoryLocks.migrations]);
  await client.query('begin isolation level repeatable read read only');
  const { isPortal } = await queryRow<{ isPortal: boolean }>(
    client,
    `select to_regclass('migrations') is not null as "isPortal"`,
  );
  if (!isPortal) throw new BackupError('There is no portal in this database.');
  const migrations = await appliedMigrations(client);
  const tables = await queryRows<BackupHead['tables'][number]>(client, tablesWithColumns);
  const names = tables.map(({ name }) => escapeIdentifier(name)).join(', ');
  await client.query(`lock table ${names} in access share mode`);
  const { postgres, madeAt } = await queryRow<{ postgres: string; madeAt: Date }>(
    client,
    `select current_setting('server_version') as postgres, now() as "madeAt"`,
  );
  await client.query('select pg_advisory_unlock_shared($1)', [advisoryLocks.migrations]);
  return { format: 1, madeAt: madeAt.toISOString(), postgres, migrations, tables };
}

/** The head lists applied migrations. Generated columns are not copied. */
export const tablesWithColumns = `
  select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> 'migrations'
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  group by c.relname
  order by c.relname`;

function contentOf(client: PoolClient, head: BackupHead): BackupContent {
  return {
    head,
    rowsOf({ name, columns }): TableRows {
      const list = columns.map((column) => escapeIdentifier(column)).join(', ');
      const copy = copyTo(`copy ${escapeIdentifier(name)} (${list}) to stdout (format binary)`);
      return { chunks: client.query(copy), count: () => copy.rowCount };
    },
    sequences: () => readSequences(client),
  };
}

/**
 * Read after the rows, so that no row has a later number. The sequence of a table owned by another role, as the audit may
 * be (docs/administration.md), is not readable: its rows give the number.
 */
async function readSequences(client: PoolClient) {
  const found = await queryRows<{ table: string; column: string; sequence: string; isReadable: boolean }>(
    client,
    `select *, has_sequence_privilege(sequence, 'select') as "isReadable" from (
       select c.relname as table, a.attname as column,
         pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attidentity <> '' and not a.attisdropped
       where c.relnamespace = current_schema()::regnamespace
     ) as found
     order by "table", "column"`,
  );
  const sequences = [];
  for (const { table, column, sequence, isReadable } of found) {
    const number = escapeIdentifier(column);
    const at = await queryRow<{ last: number; isCalled: boolean }>(
      client,
      isReadable
        ? `select last_value as last, is_called as "isCalled" from ${sequence}`
        : `select coalesce(max(${number}), 1) as last, count(*) > 0 as "isCalled" from ${escapeIdentifier(table)}`,
    );
    sequences.push({ table, column, ...at });
  }
  return sequences;
}
