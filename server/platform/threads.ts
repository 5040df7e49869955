import {
  MessageChannel,
  type MessagePort,
  type ResourceLimits,
  receiveMessageOnPort,
} from 'node:worker_threads';
import { Tinypool } from 'tinypool';
import { semaphore, whileHolding } from '#analytics/semaphore.ts';

/** Longest wait in the queue: work takes seconds, so the queue is too long by then. */
const PATIENCE_MILLISECONDS = 60_000;

export type ThreadOptions = {
  /** Most threads, and whether one stays alive when idle. */
  most: number;
  keepsOne: boolean;
  /** Limits of each thread's heap; buffers are not included. */
  resourceLimits: ResourceLimits;
  /** The error for exceeding the heap. */
  tooLarge: () => Error;
};

/** Argument of the default export of a thread's file; it sends messages through `port`. */
export type Work<Request> = { request: Request; port: MessagePort };

export type WorkOptions<Message> = {
  /** Terminates the thread; queued work is not started. */
  signal?: AbortSignal | undefined;
  /** Terminates the thread after a time that counts from the start of the work. */
  limit?: { milliseconds: number; tooSlow: () => Error };
  /** Receives the messages of the work, in order, before it resolves. */
  hear?: (message: Message, port: MessagePort) => void;
};

export type Threads<Request, Result, Message> = {
  /**
   * Runs the default export of the file on a thread with a copy of the request; queues when all are busy. @throws what
   * the work throws, as a plain Error; the reason of `signal`; `tooSlow` or `tooLarge`
   */
  run(request: Request, options?: WorkOptions<Message>): Promise<Result>;
  /** Starts a thread ahead of the first work. */
  warm(): void;
};

/** Threads that run `file`. */
export function threads<Request, Result, Message = never>(
  file: URL,
  { most, keepsOne, resourceLimits, tooLarge }: ThreadOptions,
): Threads<Request, Result, Message> {
  const { inTurn } = semaphore('thread', most, PATIENCE_MILLISECONDS);
  let pool: Tinypool | undefined;
  let failure: unknown;
  return { run, warm: () => void started() };

  function run(request: Request, options: WorkOptions<Message> = {}): Promise<Result> {
    return inTurn(() => whileHolding('thread', () => work(request, options)), options.signal);
  }

  async function work(request: Request, options: WorkOptions<Message>): Promise<Result> {
    const { signal, limit, hear } = options;
    const { port1: ours, port2: theirs } = new MessageChannel();
    const pool = started();
    const tooSlow = new AbortController();
    const timer = limit && setTimeout(() => tooSlow.abort(limit.tooSlow()), limit.milliseconds);
    const ended = AbortSignal.any([tooSlow.signal, ...(signal ? [signal] : [])]);
    // Taken before the pool handles the abort, because the pool then forgets the thread that it terminates.
    let before: Tinypool['threads'] = [];
    const remember = () => {
      before = pool.threads;
    };
    ended.addEventListener('abort', remember);
    if (hear) ours.on('message', (message: Message) => hear(message, ours));
    try {
      const result: Result = await pool.run({ request, port: theirs } satisfies Work<Request>, {
        signal: ended,
        transferList: [theirs],
      });
      // The last messages may still be in the other port's queue.
      for (let last = receiveMessageOnPort(ours); last; last = receiveMessageOnPort(ours))
        hear?.(last.message, ours);
      return result;
    } catch (error) {
      // Errors lose their class when they cross threads; the names stand for them.
      const { name } = error as Error;
      if (name === 'AbortError') {
        // A thread being terminated may still write, and the close of its port is unreliable: a port in transit never
        // closes.
        await Promise.all(
          before.filter((each) => !pool.threads.includes(each)).map((each) => each.terminate()),
        );
        throw ended.reason;
      }
      const cause = name === 'CancelError' ? failure : error;
      throw isOutOfMemory(cause) ? tooLarge() : cause;
    } finally {
      // A composite signal, and all that is reached from here, stays in memory as long as it has a listener.
      ended.removeEventListener('abort', remember);
      clearTimeout(timer);
      ours.close();
    }
  }

  function started(): Tinypool {
    if (pool) return pool;
    pool = new Tinypool({
      filename: file.href,
      minThreads: keepsOne ? 1 : 0,
      // Under load, idle threads are kept: starting one costs as much as a small task.
      idleTimeout: 10_000,
      maxThreads: most,
      isolateWorkers: !keepsOne,
      // Without Atomics, waiting threads still run their event loop.
      useAtomics: false,
      resourceLimits,
      env: quietEnvironment() as Record<string, string>,
    });
    // A thread that fails before its first work would leave the queue waiting for ever.
    pool.on('error', (error) => {
      failure = error;
      pool?.cancelPendingTasks();
    });
    return pool;
  }
}

/** The result of a thread, with `buffers` transferred instead of copied. */
export function handingOver<Result>(result: Result, buffers: readonly ArrayBuffer[]): Result {
  const movable = { [Tinypool.transferableSymbol]: buffers, [Tinypool.valueSymbol]: result };
  return Tinypool.move(movable as unknown as ArrayBuffer) as Result;
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

/** Under `node --watch` a thread would mix its reports of loaded files with its messages. */
function quietEnvironment(): NodeJS.ProcessEnv {
  const { WATCH_REPORT_DEPENDENCIES: _, ...environment } = process.env;
  return environment;
}
