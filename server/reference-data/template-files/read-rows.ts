import type { Worker } from 'node:worker_threads';
import { ReferenceDataError } from '#analytics/catalogue/table.ts';
import { exchange } from '../../platform/threads/exchange.ts';
import { threadPool } from '../../platform/threads/thread-pool.ts';
import { ImportError, type ImportErrorCode } from '../../workbooks/reading/import-error.ts';
import type { RowDifference } from './difference.ts';
import type { ReadFile, ReadReply, ReadRequest } from './read-worker.ts';

/** Reading gives up by itself after this, and the thread is ended a little later. */
const TIMEOUT_MILLISECONDS = 60_000;
const PATIENCE_MILLISECONDS = 2000;

/** Bytes from which on a file is a large one, whose thread ends with it: it would hold on to memory that nobody needs. */
const LARGE_BYTES = 4_000_000;

/** Threads that read template files, one at a time of each because it may hold a large file; the limit is of the heap only. */
const poolOf = (mostWarm: number) =>
  threadPool(new URL('./read-worker.ts', import.meta.url), {
    most: 1,
    mostWarm,
    resourceLimits: { maxOldGenerationSizeMb: 224, maxYoungGenerationSizeMb: 32 },
  });
const usual = poolOf(1);
const large = poolOf(0);

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
  rows: Uint8Array,
  before: Uint8Array,
  signal?: AbortSignal,
): Promise<RowDifference> {
  const size = rows.byteLength + before.byteLength;
  const reply = await ask({ task: 'compare', rows, before }, size, { signal });
  if (reply.type !== 'compared') throw new Error(`The reader answered ${reply.type}.`);
  return reply.difference;
}

type FinalReply = Exclude<ReadReply, { type: 'progress' }>;

async function ask(
  request: ReadRequest,
  size: number,
  { onProgress, signal }: ReadOptions,
): Promise<FinalReply> {
  const { withThread } = size < LARGE_BYTES ? usual : large;
  const reply = await withThread((worker) => exchangeWith(worker, request, onProgress, signal), signal);
  if (reply.type === 'refused') {
    throw reply.by === 'import'
      ? new ImportError(reply.code as ImportErrorCode, reply.params)
      : new ReferenceDataError(reply.code, reply.params);
  }
  if (reply.type === 'failed') throw new Error(`A template file could not be read: ${reply.reason}`);
  return reply;
}

async function exchangeWith(
  worker: Worker,
  request: ReadRequest,
  onProgress: ReadOptions['onProgress'],
  signal: AbortSignal | undefined,
): Promise<FinalReply> {
  const tooSlow = new AbortController();
  const timer = setTimeout(() => {
    tooSlow.abort(new ImportError('import_too_slow', { seconds: TIMEOUT_MILLISECONDS / 1000 }));
  }, TIMEOUT_MILLISECONDS + PATIENCE_MILLISECONDS);
  try {
    return await exchange<ReadReply, FinalReply>(worker, {
      name: 'The reader of template files',
      tooLarge: () => new ImportError('import_too_much_memory'),
      signal: signal ? AbortSignal.any([signal, tooSlow.signal]) : tooSlow.signal,
      begin: () => worker.postMessage(request),
      hear(reply, resolve) {
        if (reply.type === 'progress') onProgress?.(reply.share);
        else resolve(reply);
      },
    });
  } finally {
    clearTimeout(timer);
  }
}
