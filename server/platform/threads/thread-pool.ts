import { type ResourceLimits, Worker } from 'node:worker_threads';
import { places, whileHolding } from '#analytics/places.ts';

/** A thread works for seconds: whoever waits for so long stands behind more than can be done. */
const PATIENCE_MILLISECONDS = 60_000;

export type ThreadPool = {
  /**
   * Lends `work` a thread; further callers wait their turn until `signal` fires. Where `work` throws, the thread may still
   * run and is ended. `work` must wait for no other place.
   */
  withThread<T>(work: (worker: Worker) => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Starts a thread ahead of the first work, so that it does not pay for the start. */
  warm(): void;
};

export type ThreadPoolOptions = {
  /** Threads at a time, and how many idle ones are kept. */
  most: number;
  mostWarm: number;
  /** Bounds of each thread's heap. */
  resourceLimits: ResourceLimits;
};

/** Threads that run `file`, lent out one work at a time. */
export function threadPool(file: URL, { most, mostWarm, resourceLimits }: ThreadPoolOptions): ThreadPool {
  const idle: Worker[] = [];
  const { inTurn, busy } = places('thread', most, PATIENCE_MILLISECONDS);
  return { withThread, warm };

  function withThread<T>(work: (worker: Worker) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return inTurn(async () => {
      const worker = idle.pop() ?? start();
      worker.ref();
      try {
        const result = await whileHolding('thread', () => work(worker));
        giveBack(worker);
        return result;
      } catch (error) {
        await worker.terminate();
        throw error;
      }
    }, signal);
  }

  function warm(): void {
    if (idle.length > 0 || busy()) return;
    const worker = start();
    worker.unref();
    idle.push(worker);
  }

  function start(): Worker {
    const worker = new Worker(file, { resourceLimits, env: quietEnvironment() });
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
    if (idle.length < mostWarm) idle.push(worker);
    else void worker.terminate();
  }
}

/** Under `node --watch` a thread would say among its own messages what it has loaded. */
function quietEnvironment(): NodeJS.ProcessEnv {
  const { WATCH_REPORT_DEPENDENCIES: _, ...environment } = process.env;
  return environment;
}
