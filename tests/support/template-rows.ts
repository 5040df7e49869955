import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Pool } from 'pg';
import type { RowsOf, SourceKey } from '#server/reference-data/sources/rows.ts';

/** Puts rows in force as a new version of a template file, as its replacement does; gives the version's number. */
export async function putTemplateRows<Key extends SourceKey>(
  pool: Pool,
  key: Key,
  rows: readonly RowsOf[Key][],
  { date = null, fileName = `${key}.xlsx` }: { date?: string | null; fileName?: string } = {},
): Promise<number> {
  const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const { rows: inserted } = await pool.query(
    `with version as (
       insert into template_file_versions
         (key, file_name, size, sha256, file_date, row_count, report, rows, used_at, used_by_name)
       values ($1, $2, $3, $4, $5, $6, '{}', $7, now(), 'Admin')
       returning id, key
     )
     insert into template_files (key, version_id) select key, id from version
     on conflict (key) do update set version_id = excluded.version_id, since = now()
     returning version_id as id`,
    [
      key,
      fileName,
      text.length,
      createHash('sha256').update(text).digest(),
      date,
      rows.length,
      gzipSync(text),
    ],
  );
  return inserted[0].id;
}
