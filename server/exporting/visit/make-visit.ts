import type { Worker } from 'node:worker_threads';
import { AppError } from '../../errors.ts';
import { threadPool } from '../../threads/thread-pool.ts';
import type { FillReply, FillRequest } from './fill-worker.ts';

/** Threads that fill templates; the limits are of the heap only. */
const { withThread } = threadPool(new URL('./fill-worker.ts', import.meta.url), {
  most: 2,
  mostWarm: 1,
  resourceLimits: { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 64 },
});

/**
 * Fills the workbook for visits on another thread, which ends when `signal` fires.
 * @throws the signal's reason; AppError export_too_large when the rows are more than the thread has memory for
 */
export function makeVisit(request: FillRequest, signal?: AbortSignal): Promise<Uint8Array> {
  return withThread((worker) => exchange(worker, request, signal), signal);
}

function exchange(worker: Worker, request: FillRequest, signal?: AbortSignal): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const onAbort = () => reject(signal?.reason);
  const onExit = (code: number) => reject(new Error(`The filler ended with exit code ${code}`));
  const onError = (error: unknown) => {
    const outOfMemory =
      error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    reject(outOfMemory ? new AppError(422, 'export_too_large') : error);
  };
  const onMessage = (reply: FillReply) => {
    if ('bytes' in reply) resolve(reply.bytes);
    else reject(new Error(`The workbook could not be filled: ${reply.reason}`));
  };
  if (signal?.aborted) onAbort();
  worker.on('message', onMessage).on('error', onError).on('exit', onExit);
  signal?.addEventListener('abort', onAbort, { once: true });
  worker.postMessage(request);
  return promise.finally(() => {
    signal?.removeEventListener('abort', onAbort);
    worker.off('message', onMessage).off('error', onError).off('exit', onExit);
  });
}
