import { threadPool } from '../../platform/threads/thread-pool.ts';

/**
 * Threads that read files, at most two at a time. The limits are of the heap only; buffers outside it are bounded by the
 * reader's own limits.
 */
export const { withThread: withReader, warm: warmReader } = threadPool(
  new URL('./reader-worker.ts', import.meta.url),
  { most: 2, mostWarm: 1, resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 } },
);
