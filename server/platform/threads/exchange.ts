import type { Worker } from 'node:worker_threads';

/** One work that a thread is given. */
export type Exchange<Message, Result> = {
  /** Sends what begins it. */
  begin: () => void;
  /** Hears what the thread says, until one of the two is called. */
  hear: (message: Message, resolve: (result: Result) => void, reject: (error: unknown) => void) => void;
  /** What the thread does, for the error of one that ends before its work. */
  name: string;
  /** The error when the work needs more memory than the thread has. */
  tooLarge: () => Error;
  /** Gives up with its reason; the thread may still run then. */
  signal?: AbortSignal | undefined;
};

/** Gives a thread of a pool its work and waits for the end of it, listening no longer than that. */
export async function exchange<Message, Result>(
  worker: Worker,
  { begin, hear, name, tooLarge, signal }: Exchange<Message, Result>,
): Promise<Result> {
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const onMessage = (message: Message) => hear(message, resolve, reject);
  const onAbort = () => reject(signal?.reason);
  const onExit = (code: number) => reject(new Error(`${name} ended with exit code ${code}`));
  const onError = (error: unknown) => reject(isOutOfMemory(error) ? tooLarge() : error);
  worker.on('message', onMessage).on('error', onError).on('exit', onExit);
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    begin();
    return await promise;
  } finally {
    signal?.removeEventListener('abort', onAbort);
    worker.off('message', onMessage).off('error', onError).off('exit', onExit);
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
