import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Queryable } from '../../platform/database/query.ts';
import { insertPart, insertVersion, type NewVersion } from './template-version-queries.ts';

const zip = promisify(gzip);
const PART_BYTES = 4 * 1024 * 1024;

/**
 * Stores a checked version with its file, of which never more than a part is held; gives its id. Call it in a
 * transaction. `signal` ends it between two parts.
 */
export async function storeVersion(
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
