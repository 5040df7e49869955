import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Pool } from 'pg';
import { ReferenceDataError } from '#analytics/catalogue/table.ts';
import type { Engine } from '#analytics/engine.ts';
import { holdUser } from '../../accounts/deletion-queries.ts';
import type { UploadedFile } from '../../http/request/uploaded-file.ts';
import { inTransaction, type Queryable } from '../../platform/database/query.ts';
import { AppError } from '../../platform/errors.ts';
import { checkContent } from './check-content.ts';
import { compareFile } from './compare-version.ts';
import { sourceKeyOf, type TemplateFileKind } from './kinds.ts';
import { knownProducts } from './known-products.ts';
import { readRows } from './read-rows.ts';
import {
  currentVersion,
  insertPart,
  insertVersion,
  type NewVersion,
  type Report,
  storedRows,
} from './template-version-queries.ts';

export type CheckProgress = { stage: 'reading' | 'saving'; share: number };

export type CheckOptions = {
  /** Who checks it; null: the portal itself. */
  userId: number | null;
  onProgress?: (progress: CheckProgress) => void;
  signal?: AbortSignal;
  /** Called last in the transaction; what it throws undoes it. */
  beforeCommit?: (client: Queryable) => Promise<void>;
};

/**
 * Reads a file and stores what it would be as a version that nobody uses yet; gives its id. Nothing else changes.
 * @throws ReferenceDataError, ImportError or AppError when the file is not what it is to be
 */
export async function checkFile(
  parts: { pool: Pool; engine: Engine },
  kind: TemplateFileKind,
  file: UploadedFile,
  { userId, onProgress = () => undefined, signal, beforeCommit }: CheckOptions,
): Promise<number> {
  checkExtension(file, kind);
  if (file.size === 0) throw new ReferenceDataError('template_file_empty', {});
  onProgress({ stage: 'reading', share: 0 });
  const read = await (kind.content === 'rows' ? checkRows() : checkKept(kind.content));
  signal?.throwIfAborted();
  onProgress({ stage: 'saving', share: 0 });
  const { name: fileName, size, sha256 } = file;
  const version: NewVersion = { key: kind.key, fileName, size, sha256, checkedBy: userId, ...read };
  return inTransaction(parts.pool, async (client) => {
    // Whose session has ended with their account is told so.
    if (userId !== null && !(await holdUser(client, userId))) await beforeCommit?.(client);
    const id = await storeVersion(client, version, file.path, signal);
    await beforeCommit?.(client);
    signal?.throwIfAborted();
    return id;
  });

  async function checkRows() {
    const { pool, engine } = parts;
    const current = await currentVersion(pool, kind.key);
    const { gtins, gtinOfPharmacode } = await knownProducts(pool, engine);
    const found = await readRows(
      {
        key: sourceKeyOf(kind),
        path: file.path,
        fileName: file.name,
        size: file.size,
        products: { gtins: [...gtins], pharmacodes: [...gtinOfPharmacode.keys()] },
        before: current ? await storedRows(pool, current.id) : null,
      },
      { signal, onProgress: (share) => onProgress({ stage: 'reading', share }) },
    );
    const { date, columns, matched, difference, rows: rowsFile } = found;
    const facts = { date, rows: found.used, columns, matched, difference, rowsFile };
    const comparison = await compareFile(parts, kind, facts, current);
    const report: Report = {
      found: found.found,
      columns,
      facts: found.facts,
      matched,
      problems: found.problems,
      comparison,
    };
    return { date, rows: found.used, report, rowsFile, problems: found.problemRows };
  }

  async function checkKept(content: Exclude<TemplateFileKind['content'], 'rows'>) {
    await checkContent(content, file.path, parts.engine, signal);
    const current = await currentVersion(parts.pool, kind.key);
    const report: Report = {
      found: 0,
      columns: [],
      facts: {},
      matched: null,
      problems: { total: 0, unused: 0, listed: 0 },
      comparison: { base: current?.id ?? null, difference: null, list: null, guards: [] },
    };
    return { date: null, rows: 0, report, rowsFile: null, problems: null };
  }
}

/** Throws AppError 400 for a file whose name does not end as files of its kind do. */
function checkExtension({ name }: { name: string }, kind: TemplateFileKind): void {
  if (kind.extensions.includes(extname(name).toLowerCase())) return;
  throw new AppError(400, 'template_file_extension', { params: { extensions: kind.extensions.join(', ') } });
}

const zip = promisify(gzip);
const PART_BYTES = 4 * 1024 * 1024;

/**
 * Stores a checked version with its file, of which never more than a part is held; gives its id. Call it in a
 * transaction. `signal` ends it between two parts.
 */
async function storeVersion(
  db: Queryable,
  version: NewVersion,
  path: string,
  signal?: AbortSignal,
): Promise<number> {
  const id = await insertVersion(db, version);
  const file = await open(path);
  try {
    for (let part = 0; ; part++) {
      signal?.throwIfAborted();
      const bytes = Buffer.alloc(PART_BYTES);
      const { bytesRead } = await file.read(bytes, 0, PART_BYTES, null);
      if (bytesRead === 0) return id;
      // What is compressed already gains nothing from effort; the texts shrink to a tenth with little.
      await insertPart(db, id, part, await zip(bytes.subarray(0, bytesRead), { level: 3 }));
    }
  } finally {
    await file.close();
  }
}
