import { gunzipSync } from 'node:zlib';
import type { MergedKey } from '#shared/catalogue-columns.ts';
import { parseJsonLines } from '#shared/json-lines.ts';
import { type Queryable, queryOptionalRow, queryRows } from '../../platform/database/query.ts';
import type { RowsOf, SourceKey } from '../sources/rows.ts';

/** A version of a template file that something was built from. Dates are YYYY-MM-DD. */
export type BuiltFrom = {
  key: MergedKey;
  versionId: number;
  fileName: string;
  /** The file's own date; null where it names none. */
  date: string | null;
};

/** The versions that count of the template files `keys`, with their rows as they are stored: gzip-compressed NDJSON. */
export function versionsWithRows(
  db: Queryable,
  keys: readonly MergedKey[],
): Promise<(BuiltFrom & { rows: Buffer })[]> {
  return queryRows(
    db,
    `select f.key, v.id as "versionId", v.file_name as "fileName", v.file_date::text as date, v.rows
     from template_files f join template_file_versions v on v.id = f.version_id
     where f.key = any($1) and v.rows is not null order by f.key`,
    [keys],
  );
}

/** Who put a version into use, and when. */
export type UsedVersion = BuiltFrom & { usedAt: Date | null; usedBy: string; rowCount: number };

/** The versions that count of the template files `keys`, without their rows. */
export function versionsInUse(db: Queryable, keys: readonly MergedKey[]): Promise<UsedVersion[]> {
  return queryRows(
    db,
    `select f.key, v.id as "versionId", v.file_name as "fileName", v.file_date::text as date,
       v.used_at as "usedAt", coalesce(v.used_by_name, '') as "usedBy", v.row_count as "rowCount"
     from template_files f join template_file_versions v on v.id = f.version_id
     where f.key = any($1) and v.rows is not null order by f.key`,
    [keys],
  );
}

/** The same for a transaction that relies on them: none changes before it ends. */
export function holdVersions(
  db: Queryable,
  keys: readonly MergedKey[],
): Promise<{ key: MergedKey; versionId: number }[]> {
  return queryRows(
    db,
    `select f.key, f.version_id as "versionId"
     from template_files f join template_file_versions v on v.id = f.version_id
     where f.key = any($1) and v.rows is not null order by f.key for share of f`,
    [keys],
  );
}

/** The version of a template file that counts, with the rows that were read from it. */
type CurrentSource<Key extends SourceKey> = {
  versionId: number;
  fileName: string;
  /** The file's own date, YYYY-MM-DD; null where it names none. */
  date: string | null;
  rows: RowsOf[Key][];
};

/** The rows of the version of a template file that counts; nothing while there is none. */
export async function currentSource<Key extends SourceKey>(
  db: Queryable,
  key: Key,
): Promise<CurrentSource<Key> | undefined> {
  const found = await queryOptionalRow<Omit<CurrentSource<Key>, 'rows'> & { rows: Buffer }>(
    db,
    `select v.id as "versionId", v.file_name as "fileName", v.file_date::text as date, v.rows
     from template_files f join template_file_versions v on v.id = f.version_id
     where f.key = $1 and v.rows is not null`,
    [key],
  );
  return found && { ...found, rows: parseJsonLines(gunzipSync(found.rows).toString('utf8')) };
}
