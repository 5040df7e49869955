import { Worker } from 'node:worker_threads';

const MOST_WORKERS = 2;
const MOST_WARM = 1;
/** Heap only; buffers outside the heap are bounded by the reader's own limits. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 };

const idle: Worker[] = [];
const waiting: (() => void)[] = [];
let borrowed = 0;

/**
 * A reader thread for one file; at most two files are read at a time, further callers wait their turn.
 * Give it back with `giveBack`, or end it with `discard` when it may not be fit for another file.
 */
export async function borrowReader(signal?: AbortSignal): Promise<Worker> {
  signal?.throwIfAborted();
  if (borrowed < MOST_WORKERS) borrowed++;
  else await turn(signal);
  const worker = idle.pop() ?? start();
  worker.ref();
  return worker;
}

export function giveBack(worker: Worker): void {
  worker.unref();
  if (idle.length < MOST_WARM) idle.push(worker);
  else void worker.terminate();
  finished();
}

/** Instead of giving back a thread that was ended or has to be; the next file gets a new one. */
export function discard(worker: Worker): void {
  void worker.terminate();
  finished();
}

/** Starts a thread ahead of the first file, so that it does not pay for the start. */
export function warmReader(): void {
  if (idle.length > 0 || borrowed > 0) return;
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

function finished(): void {
  const next = waiting.shift();
  if (next) next();
  else borrowed--;
}

function turn(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const go = () => {
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    const leave = () => {
      waiting.splice(waiting.indexOf(go), 1);
      reject(signal?.reason);
    };
    waiting.push(go);
    signal?.addEventListener('abort', leave, { once: true });
  });
}
