import { ReferenceDataError } from '#analytics/catalogue/table.ts';
import type { Work } from '#server/platform/threads.ts';
import { sourceReaders } from '#server/reference-data/sources/index.ts';
import type { SourceKey } from '#server/reference-data/sources/rows.ts';

export type SourceRequest = { key: SourceKey; path: string; milliseconds: number };

/** Reads a file as one of `key` on a thread that tests give little memory, and answers what came of it. */
export default async function read({ request: { key, path, milliseconds } }: Work<SourceRequest>) {
  try {
    const { rows, found } = await sourceReaders[key]({ path, fileName: 'file', milliseconds });
    return { rows: rows.length, found };
  } catch (error) {
    if (!(error instanceof ReferenceDataError)) throw error;
    return { code: error.code, params: error.params };
  }
}
