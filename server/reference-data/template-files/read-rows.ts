import { ReferenceDataError } from '#analytics/catalogue/table.ts';
import { threads } from '../../platform/threads.ts';
import { ImportError, type ImportErrorCode } from '../../workbooks/reading/import-error.ts';
import type { SourceKey } from '../sources/rows.ts';
import type { RowDifference } from './difference.ts';
import type { ReadFile, ReadReply, ReadRequest } from './read-worker.ts';

/** Reading gives up by itself after this, and the thread is ended a little later. */
const TIMEOUT_MILLISECONDS = 60_000;
const PATIENCE_MILLISECONDS = 2000;

/** Bytes from which on a file is a large one, whose thread ends with it: it would hold on to memory that nobody needs. */
const LARGE_BYTES = 4_000_000;

/** Threads that read template files, one at a time of each because it may hold a large file. */
const reading = (keepsOne: boolean) =>
  threads<ReadRequest, ReadReply, number>(new URL('./read-worker.ts', import.meta.url), {
    most: 1,
    keepsOne,
    resourceLimits: { maxOldGenerationSizeMb: 224, maxYoungGenerationSizeMb: 32 },
    tooLarge: () => new ImportError('import_too_much_memory'),
  });
const usual = reading(true);
const large = reading(false);

export type ReadOptions = {
  /** 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
  signal?: AbortSignal | undefined;
};

/**
 * Reads a file of rows on another thread.
 * @throws ReferenceDataError or ImportError when it can't be used; the signal's reason when aborted
 */
export async function readRows(
  { size, ...file }: Omit<Extract<ReadRequest, { task: 'read' }>, 'task' | 'milliseconds'> & { size: number },
  options: ReadOptions = {},
): Promise<ReadFile> {
  const request: ReadRequest = { task: 'read', milliseconds: TIMEOUT_MILLISECONDS, ...file };
  const reply = await ask(request, size, options);
  if (reply.type !== 'read') throw new Error(`The reader answered ${reply.type}.`);
  return reply.file;
}

/** How the rows of a stored version differ from another's. */
export async function compareRows(
  key: SourceKey,
  rows: Uint8Array,
  before: Uint8Array,
): Promise<RowDifference> {
  const size = rows.byteLength + before.byteLength;
  const reply = await ask({ task: 'compare', key, rows, before }, size);
  if (reply.type !== 'compared') throw new Error(`The reader answered ${reply.type}.`);
  return reply.difference;
}

async function ask(
  request: ReadRequest,
  size: number,
  { onProgress, signal }: ReadOptions = {},
): Promise<Exclude<ReadReply, { type: 'refused' }>> {
  const reply = await (size < LARGE_BYTES ? usual : large).run(request, {
    signal,
    limit: {
      milliseconds: TIMEOUT_MILLISECONDS + PATIENCE_MILLISECONDS,
      tooSlow: () => new ImportError('import_too_slow', { seconds: TIMEOUT_MILLISECONDS / 1000 }),
    },
    hear: (share) => onProgress?.(share),
  });
  if (reply.type !== 'refused') return reply;
  throw reply.by === 'import'
    ? new ImportError(reply.code as ImportErrorCode, reply.params)
    : new ReferenceDataError(reply.code, reply.params);
}
