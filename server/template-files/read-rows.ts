import type { Worker } from 'node:worker_threads';
import { ReferenceDataError } from '#analytics/catalogue/table.ts';
import { ImportError, type ImportErrorCode } from '../importing/import-error.ts';
import { exchange } from '../threads/exchange.ts';
import { threadPool } from '../threads/thread-pool.ts';
import type { RowDifference } from './difference.ts';
import type { ReadFile, ReadReply, ReadRequest } from './read-worker.ts';

/** Reading gives up by itself after this, and the thread is ended a little later. */
const TIMEOUT_MILLISECONDS = 60_000;
const PATIENCE_MILLISECONDS = 2000;

/** Threads that read template files, one at a time because each may hold a large one; the limit is of the heap only. */
const { withThread } = threadPool(new URL('./read-worker.ts', import.meta.url), {
  most: 1,
  mostWarm: 0,
  resourceLimits: { maxOldGenerationSizeMb: 224, maxYoungGenerationSizeMb: 32 },
});

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
  file: Omit<Extract<ReadRequest, { task: 'read' }>, 'task' | 'milliseconds'>,
  options: ReadOptions = {},
): Promise<ReadFile> {
  const reply = await ask({ task: 'read', milliseconds: TIMEOUT_MILLISECONDS, ...file }, options);
  if (reply.type !== 'read') throw new Error(`The reader answered ${reply.type}.`);
  return reply.file;
}

/** How the rows of a stored version differ from another's. */
export async function compareRows(
  rows: Uint8Array,
  before: Uint8Array,
  signal?: AbortSignal,
): Promise<RowDifference> {
  const reply = await ask({ task: 'compare', rows, before }, { signal });
  if (reply.type !== 'compared') throw new Error(`The reader answered ${reply.type}.`);
  return reply.difference;
}

type FinalReply = Exclude<ReadReply, { type: 'progress' }>;

async function ask(request: ReadRequest, { onProgress, signal }: ReadOptions): Promise<FinalReply> {
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
