import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReferenceDataError } from '#analytics/catalogue/table.ts';
import { sourceReaders } from '#server/reference-data/sources/index.ts';
import type { SourceFile, SourceKey } from '#server/reference-data/sources/rows.ts';

/** What the reader of a source makes of a file with this content. */
export async function readSource<Key extends SourceKey>(
  key: Key,
  content: string | Uint8Array,
  fileName = 'file',
  milliseconds = 15_000,
): Promise<SourceFile<Key>> {
  const folder = mkdtempSync(join(tmpdir(), 'source-'));
  try {
    const path = join(folder, 'uploaded');
    writeFileSync(path, content);
    return await sourceReaders[key]({ path, fileName, milliseconds });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Why the reader of a source refuses a file with this content. */
export async function refusalOf(
  key: SourceKey,
  content: string | Uint8Array,
  milliseconds?: number,
): Promise<{ code: string; params: Record<string, string | number> }> {
  try {
    await readSource(key, content, 'file', milliseconds);
  } catch (error) {
    if (error instanceof ReferenceDataError) return { code: error.code, params: error.params };
    throw error;
  }
  throw new Error(`The file of ${key} was not refused.`);
}
