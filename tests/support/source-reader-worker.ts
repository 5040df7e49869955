import { parentPort, workerData } from 'node:worker_threads';
import { ReferenceDataError } from '#analytics/catalogue/table.ts';
import { sourceReaders } from '#server/reference-data/sources/index.ts';
import type { SourceKey } from '#server/reference-data/sources/rows.ts';

/** Reads a file as one of `key` on a thread that tests give little memory, and answers what came of it. */
const { key, path, milliseconds } = workerData as { key: SourceKey; path: string; milliseconds: number };
try {
  const { rows, found } = await sourceReaders[key]({ path, fileName: 'file', milliseconds });
  parentPort!.postMessage({ rows: rows.length, found });
} catch (error) {
  if (!(error instanceof ReferenceDataError)) throw error;
  parentPort!.postMessage({ code: error.code, params: error.params });
}
