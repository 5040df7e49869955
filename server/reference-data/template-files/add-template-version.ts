import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Queryable } from '../../platform/database/query.ts';
import { recordChange } from '../../platform/record-audit.ts';
import type { RowsOf, SourceKey } from '../sources/rows.ts';
import {
  currentVersion,
  insertPart,
  insertVersion,
  lockTemplateFile,
  pointTo,
} from './template-version-queries.ts';

export type AddedVersion<Key extends SourceKey> = {
  fileName: string;
  /** The file as it is downloaded again. */
  content: string;
  rows: readonly RowsOf[Key][];
  columns: string[];
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
  const before = await currentVersion(db, key);
  const bytes = Buffer.from(content);
  const id = await insertVersion(db, {
    key,
    fileName,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest(),
    date: null,
    rows: rows.length,
    report: {
      found: rows.length,
      columns,
      facts: {},
      matched: null,
      problems: { total: 0, unused: 0, listed: 0 },
      comparison: { base: before?.id ?? null, difference: null, list: null, guards: [] },
    },
    rowsFile: gzipSync(rows.map((row) => `${JSON.stringify(row)}\n`).join('')),
    problems: null,
    checkedBy: by.id,
  });
  await insertPart(db, id, 0, gzipSync(bytes));
  await pointTo(db, { id, key }, { by, reason, effect: null });
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
