import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { recordChange } from '../../audit/record-audit.ts';
import { execute, type Queryable, queryOptionalRow, queryRow } from '../../platform/database/query.ts';
import type { RowsOf, SourceKey } from '../sources/rows.ts';

export type AddedVersion<Key extends SourceKey> = {
  fileName: string;
  /** The file as it is downloaded again. */
  content: string;
  rows: readonly RowsOf[Key][];
  columns: readonly string[];
  by: { id: number; name: string; email: string };
  reason: string;
};

/**
 * Puts rows that the portal itself has made in force as a new version of a template file, and writes it down; gives the
 * version's number. Call it in a transaction: versions of a file come one after the other.
 */
export async function addTemplateVersion<Key extends SourceKey>(
  db: Queryable,
  key: Key,
  { fileName, content, rows, columns, by, reason }: AddedVersion<Key>,
): Promise<number> {
  await lockTemplateFile(db, key);
  const before = await queryOptionalRow<{ id: number; fileName: string }>(
    db,
    `select v.id, v.file_name as "fileName"
     from template_files f join template_file_versions v on v.id = f.version_id where f.key = $1`,
    [key],
  );
  const bytes = Buffer.from(content);
  const report = {
    found: rows.length,
    columns,
    facts: {},
    matched: null,
    problems: { total: 0, unused: 0, listed: 0 },
    comparison: { base: before?.id ?? null, difference: null, list: null, guards: [] },
  };
  const { id } = await queryRow<{ id: number }>(
    db,
    `insert into template_file_versions (key, file_name, size, sha256, row_count, report, rows, checked_by, used_at,
       used_by, used_by_name, reason)
     values ($1, $2, $3, $4, $5, $6, $7, $8, now(), $8, $9, $10) returning id`,
    [
      key,
      fileName,
      bytes.length,
      createHash('sha256').update(bytes).digest(),
      rows.length,
      JSON.stringify(report),
      gzipSync(rows.map((row) => `${JSON.stringify(row)}\n`).join('')),
      by.id,
      by.name,
      reason,
    ],
  );
  await execute(db, 'insert into template_file_parts (version_id, part, content) values ($1, 0, $2)', [
    id,
    gzipSync(bytes),
  ]);
  await execute(
    db,
    `insert into template_files (key, version_id) values ($1, $2)
     on conflict (key) do update set version_id = excluded.version_id, since = now()`,
    [key, id],
  );
  await recordChange(db, {
    by,
    action: 'template-file.replaced',
    subject: 'template-file',
    subjectKey: key,
    subjectName: fileName,
    ...(before ? { before: { version: before.id, fileName: before.fileName } } : {}),
    after: { version: id, fileName, rows: rows.length },
    reason,
  });
  return id;
}

/** Lets changes of a template file wait for each other until the transaction ends. */
export async function lockTemplateFile(db: Queryable, key: SourceKey): Promise<void> {
  await execute(db, "select pg_advisory_xact_lock(hashtextextended('template file ' || $1, 0))", [key]);
}
