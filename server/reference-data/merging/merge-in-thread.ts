import { threads } from '../../platform/threads.ts';
import type { MergeRequest, MergeResult } from './merge-worker.ts';

/** One at a time: a merge holds every source in memory. */
const merging = threads<MergeRequest, MergeResult>(new URL('./merge-worker.ts', import.meta.url), {
  most: 1,
  keepsOne: false,
  resourceLimits: { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 64 },
  tooLarge: () => new Error('Merging the template files took more memory than a thread has.'),
});

/** Merges and compares on another thread, to which bytes are copied. @throws the signal's reason */
export function mergeInThread(request: MergeRequest, signal?: AbortSignal): Promise<MergeResult> {
  return merging.run(request, { signal });
}
