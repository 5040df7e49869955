import { open, rm } from 'node:fs/promises';
import { MOST_CODES } from '#shared/limits.ts';
import type { ReadProgress } from '#shared/read-report.ts';
import type { ReadReport } from '#shared/schemas/import-report.ts';
import type { ColumnChoice, TextChoice } from '#shared/schemas/preview.ts';
import { threads } from '../../platform/threads.ts';
import { isCompoundFile } from '../../workbooks/reading/file-kind.ts';
import { ImportError } from '../../workbooks/reading/import-error.ts';
import type { SeenPreview } from './import-lines.ts';
import type { ReadMessage, ReadReply, ReadRequest } from './reader-worker.ts';
import type { RememberedChoice } from './recognition/column-choice.ts';

const TIMEOUT_MILLISECONDS = 10_000;

/**
 * The reader gives up by itself once it has used that much of the processor's time, so that a busy machine refuses no good file.
 * One that hangs, or gets next to none of it, is ended from outside when so many times that have passed by the clock.
 */
export const READER_PATIENCE = 6;

export type ReadOptions = {
  /** Where the imported lines are written as CSV with the columns LINES_COLUMNS; absent after a failure. */
  linesPath: string;
  onProgress?: (progress: ReadProgress) => void;
  /** Told what the file looks like before its rows are read. */
  onPreview?: (preview: SeenPreview) => void;
  /** What to take for what; without it what is remembered, and then the headings, decide. */
  choice?: ColumnChoice | undefined;
  /** How a text is to be read, as far as that is chosen. */
  text?: TextChoice | undefined;
  remembered?: readonly RememberedChoice[];
  signal?: AbortSignal;
  /** Different codes that the file may have. */
  mostCodes?: number;
  /** Milliseconds of the processor's time that the reader may use. */
  timeoutMs?: number;
};

/** Bytes of a file that takes long: about 30,000 lines. */
const LARGE = 1024 * 1024;

/** At most so many at a time; buffers outside the heap are bounded by the reader's own limits. */
const readers = (most: number, { keepsOne = true, heapMegabytes = 128 } = {}) =>
  threads<ReadRequest, ReadReply, ReadMessage>(new URL('./reader-worker.ts', import.meta.url), {
    most,
    keepsOne,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 32 },
    tooLarge: () => new ImportError('import_too_much_memory'),
  });
const reading = readers(2);
/** Large files wait for each other, and let the processor to small ones. */
const readingLarge = readers(1);
/** Of an old workbook the library holds every cell: 65,536 rows of six take 200 MB, which go with the thread. */
const readingOld = readers(1, { keepsOne: false, heapMegabytes: 320 });
export const warmReader = reading.warm;

/**
 * Reads a purchase statistic on another thread: from a file, which waits there for its turn, or from bytes, which
 * are copied and stay usable.
 * @throws ImportError when the file cannot be imported; the signal's reason when aborted; any other error is a fault
 *   of the reader
 */
export async function readStatistic(file: string | Uint8Array, options: ReadOptions): Promise<ReadReport> {
  const { linesPath, onProgress, onPreview, choice, text, remembered = [], signal } = options;
  const { timeoutMs = TIMEOUT_MILLISECONDS, mostCodes = MOST_CODES } = options;
  const { size, isOld } = await lookAt(file);
  const standsBack = size > LARGE;
  const request = {
    file,
    linesPath,
    milliseconds: timeoutMs,
    mostCodes,
    choice,
    text,
    remembered,
    standsBack,
  };
  const milliseconds = READER_PATIENCE * timeoutMs;
  const tooSlow = () => new ImportError('import_too_slow', { seconds: Math.round(milliseconds / 1000) });
  try {
    const reply = await (isOld ? readingOld : standsBack ? readingLarge : reading).run(request, {
      signal,
      limit: { milliseconds, tooSlow },
      hear(message) {
        if ('progress' in message) onProgress?.(message.progress);
        else onPreview?.(message.preview);
      },
    });
    if ('report' in reply) return reply.report;
    if ('failed' in reply)
      throw Object.assign(new Error(`The reader failed: ${reply.failed}`), { code: reply.systemCode });
    throw new ImportError(reply.code, reply.params, reply.sheets);
  } catch (error) {
    await rm(linesPath, { force: true });
    throw error;
  }
}

async function lookAt(file: string | Uint8Array): Promise<{ size: number; isOld: boolean }> {
  if (typeof file !== 'string') return { size: file.length, isOld: isCompoundFile(file) };
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(8), 0, 8, 0);
    return { size: (await handle.stat()).size, isOld: isCompoundFile(buffer) };
  } finally {
    await handle.close();
  }
}
