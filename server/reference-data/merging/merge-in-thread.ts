import type { Worker } from 'node:worker_threads';
import { exchange } from '../../platform/threads/exchange.ts';
import { threadPool } from '../../platform/threads/thread-pool.ts';
import type { MergeReply, MergeRequest, MergeResult } from './merge-worker.ts';

/** One at a time: a merge holds every source in memory. The limits are of the heap only. */
const { withThread } = threadPool(new URL('./merge-worker.ts', import.meta.url), {
  most: 1,
  mostWarm: 0,
  resourceLimits: { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 64 },
});

/** Merges and compares on another thread, to which bytes are copied. @throws the signal's reason */
export function mergeInThread(request: MergeRequest, signal?: AbortSignal): Promise<MergeResult> {
  return withThread(
    (worker: Worker) =>
      exchange<MergeReply, MergeResult>(worker, {
        name: 'The merge',
        tooLarge: () => new Error('Merging the template files took more memory than a thread has.'),
        signal,
        begin: () => worker.postMessage(request),
        hear(reply, resolve, reject) {
          if (reply.type === 'merged') resolve(reply.result);
          else reject(new Error(`The merge failed: ${reply.reason}`));
        },
      }),
    signal,
  );
}
