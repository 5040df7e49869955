import { gunzipSync } from 'node:zlib';
import { parseJsonLines } from '#shared/json-lines.ts';
import { type Queryable, queryOptionalRow } from '../../platform/database/query.ts';
import type { RowsOf, SourceKey } from '../sources/rows.ts';

/** The version of a template file that counts, with the rows that were read from it. */
export type CurrentSource<Key extends SourceKey> = {
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
