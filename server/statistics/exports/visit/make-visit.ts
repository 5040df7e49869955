import { exchange } from '../../../platform/threads/exchange.ts';
import { threadPool } from '../../../platform/threads/thread-pool.ts';
import { exportTooLarge } from '../../../workbooks/writing/make-workbook.ts';
import type { FillReply, FillRequest } from './fill-worker.ts';
import { TemplateError } from './template-error.ts';

/** Threads that fill templates; the limits are of the heap only. */
const { withThread } = threadPool(new URL('./fill-worker.ts', import.meta.url), {
  most: 2,
  mostWarm: 1,
  resourceLimits: { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 64 },
});

/**
 * Fills the workbook for visits on another thread, which ends when `signal` fires.
 * @throws the signal's reason; TemplateError when the template can't be filled; AppError export_too_large when the rows
 *   are more than the thread has memory for
 */
export function makeVisit(request: FillRequest, signal?: AbortSignal): Promise<Uint8Array> {
  return withThread(
    (worker) =>
      exchange<FillReply, Uint8Array>(worker, {
        name: 'The filler',
        tooLarge: exportTooLarge,
        signal,
        begin: () => worker.postMessage(request),
        hear(reply, resolve, reject) {
          if ('bytes' in reply) resolve(reply.bytes);
          else if ('unfillable' in reply) reject(new TemplateError(reply.unfillable, reply.params));
          else reject(new Error(`The workbook could not be filled: ${reply.reason}`));
        },
      }),
    signal,
  );
}
