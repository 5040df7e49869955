import { Worker } from 'node:worker_threads';
import { takeTurns } from '#analytics/turns.ts';

const MOST_WORKERS = 2;
const MOST_WARM = 1;
/** Heap only; buffers outside the heap are bounded by the reader's own limits. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 };

const idle: Worker[] = [];
const { inTurn, busy } = takeTurns(MOST_WORKERS);

/**
 * Lends `work` a reader thread for one file; at most two files are read at a time, further callers wait their turn until
 * `signal` fires. Where `work` throws, the thread may still run and is ended.
 */
export function withReader<T>(work: (worker: Worker) => Promise<T>, signal?: AbortSignal): Promise<T> {
  return inTurn(async () => {
    const worker = idle.pop() ?? start();
    worker.ref();
    try {
      const result = await work(worker);
      giveBack(worker);
      return result;
    } catch (error) {
      await worker.terminate();
      throw error;
    }
  }, signal);
}

/** Starts a thread ahead of the first file, so that it does not pay for the start. */
export function warmReader(): void {
  if (idle.length > 0 || busy()) return;
  const worker = start();
  worker.unref();
  idle.push(worker);
}

function start(): Worker {
  const worker = new Worker(new URL('./reader-worker.ts', import.meta.url), {
    resourceLimits: RESOURCE_LIMITS,
  });
  const forget = () => {
    const at = idle.indexOf(worker);
    if (at >= 0) idle.splice(at, 1);
  };
  worker.once('exit', forget);
  worker.on('error', forget);
  return worker;
}

function giveBack(worker: Worker): void {
  worker.unref();
  if (idle.length < MOST_WARM) idle.push(worker);
  else void worker.terminate();
}
