import { rm } from 'node:fs/promises';
import type { Worker } from 'node:worker_threads';
import type { ReadProgress } from '#shared/read-report.ts';
import type { ReadReport } from '#shared/schemas/import-report.ts';
import type { ColumnChoice } from '#shared/schemas/preview.ts';
import { exchange } from '../../platform/threads/exchange.ts';
import { threadPool } from '../../platform/threads/thread-pool.ts';
import { ImportError } from '../../workbooks/reading/import-error.ts';
import type { SeenPreview } from './import-lines.ts';
import type { ReadReply, ReadRequest } from './reader-worker.ts';
import type { RememberedChoice } from './recognition/remembered-table.ts';

/** Beyond this the thread is ended from outside. */
const TIMEOUT_MILLISECONDS = 10_000;

/** The reader gives up by itself this much earlier, which keeps the thread. */
const HEAD_START_MILLISECONDS = 500;

export type ReadOptions = {
  /** Where the imported lines are written as CSV with the columns LINES_COLUMNS; absent after a failure. */
  linesPath: string;
  onProgress?: (progress: ReadProgress) => void;
  /** Told what the file looks like before its rows are read. */
  onPreview?: (preview: SeenPreview) => void;
  /** What to take for what; without it what is remembered, and then the headings, decide. */
  choice?: ColumnChoice;
  remembered?: readonly RememberedChoice[];
  signal?: AbortSignal;
  /** Milliseconds until the thread is ended. */
  timeoutMs?: number;
};

/**
 * Reads a purchase statistic from .xlsx on another thread: from a file, which waits there for its turn, or from bytes, which
 * are copied and stay usable.
 * @throws ImportError when the file cannot be imported; the signal's reason when aborted; any other error is a fault
 *   of the reader
 */
export async function readStatistic(file: string | Uint8Array, options: ReadOptions): Promise<ReadReport> {
  const { linesPath, signal } = options;
  try {
    const reply = await withReader((worker) => read(worker, file, options), signal);
    if (reply.type === 'report') return reply.report;
    if (reply.type === 'refused') throw new ImportError(reply.code, reply.params, reply.sheets);
    throw Object.assign(new Error(`The reader failed: ${reply.reason}`), { code: reply.code });
  } catch (error) {
    await rm(linesPath, { force: true });
    throw error;
  }
}

type FinalReply = Exclude<ReadReply, { type: 'progress' | 'preview' }>;

async function read(worker: Worker, file: string | Uint8Array, options: ReadOptions): Promise<FinalReply> {
  const { linesPath, onProgress, onPreview, choice, remembered = [], signal } = options;
  const { timeoutMs = TIMEOUT_MILLISECONDS } = options;
  const tooSlow = new AbortController();
  const timer = setTimeout(() => {
    tooSlow.abort(new ImportError('import_too_slow', { seconds: Math.round(timeoutMs / 1000) }));
  }, timeoutMs);
  try {
    return await exchange<ReadReply, FinalReply>(worker, {
      name: 'The reader',
      tooLarge: () => new ImportError('import_too_much_memory'),
      signal: signal ? AbortSignal.any([signal, tooSlow.signal]) : tooSlow.signal,
      begin() {
        const sent = typeof file === 'string' ? file : new Uint8Array(file);
        const milliseconds = timeoutMs - HEAD_START_MILLISECONDS;
        const request: ReadRequest = { file: sent, linesPath, milliseconds, choice, remembered };
        worker.postMessage(request, typeof sent === 'string' ? [] : [sent.buffer]);
      },
      hear(reply, resolve) {
        if (reply.type === 'progress') onProgress?.(reply.progress);
        else if (reply.type === 'preview') onPreview?.(reply.preview);
        else resolve(reply);
      },
    });
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Threads that read files, at most two at a time. The limits are of the heap only; buffers outside it are bounded by the
 * reader's own limits.
 */
export const { withThread: withReader, warm: warmReader } = threadPool(
  new URL('./reader-worker.ts', import.meta.url),
  { most: 2, mostWarm: 1, resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 } },
);
