import {
  MessageChannel,
  type MessagePort,
  type ResourceLimits,
  receiveMessageOnPort,
} from 'node:worker_threads';
import { Tinypool } from 'tinypool';
import { semaphore, whileHolding } from '#analytics/semaphore.ts';

/** A thread works for seconds: whoever waits for so long stands behind more than can be done. */
const PATIENCE_MILLISECONDS = 60_000;

export type ThreadOptions = {
  /** Threads at a time, and whether one is kept when it has nothing to do. */
  most: number;
  keepsOne: boolean;
  /** Bounds of each thread's heap; buffers are outside of it. */
  resourceLimits: ResourceLimits;
  /** The error when the work needs more memory than that. */
  tooLarge: () => Error;
};

/** What the default export of a thread's file is given; what it says before it is done goes through `port`. */
export type Work<Request> = { request: Request; port: MessagePort };

export type WorkOptions<Message> = {
  /** Ends the thread; while the work waits for one, it is not begun. */
  signal?: AbortSignal | undefined;
  /** Ends the thread after a time that counts from when the work begins. */
  limit?: { milliseconds: number; tooSlow: () => Error };
  /** Hears what the work says, in order, before it is done. */
  hear?: (message: Message, port: MessagePort) => void;
};

export type Threads<Request, Result, Message> = {
  /**
   * Runs the default export of the file on a thread, to which the request is copied; further ones wait their turn.
   * @throws what the work throws, as a plain Error; the reason of `signal`; `tooSlow` or `tooLarge`
   */
  run(request: Request, options?: WorkOptions<Message>): Promise<Result>;
  /** Starts the thread that is kept ahead of the first work, so that it does not pay for the start. */
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
    // Heard before the pool hears it, which then no longer has the thread that it ends.
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
      // What was said last may still be on its way through the other port.
      for (let last = receiveMessageOnPort(ours); last; last = receiveMessageOnPort(ours))
        hear?.(last.message, ours);
      return result;
    } catch (error) {
      // Names that no error has which a thread throws: on its way it becomes a plain one.
      const { name } = error as Error;
      if (name === 'AbortError') {
        // A thread that is being ended may still write. Its port would not tell: one on its way to it never closes.
        await Promise.all(
          before.filter((each) => !pool.threads.includes(each)).map((each) => each.terminate()),
        );
        throw ended.reason;
      }
      const cause = name === 'CancelError' ? failure : error;
      throw isOutOfMemory(cause) ? tooLarge() : cause;
    } finally {
      // A signal made of others stays, with all that is reached from here, as long as somebody listens to it.
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
      // Under load further ones are kept too: starting one costs as much as a small work.
      idleTimeout: 10_000,
      maxThreads: most,
      isolateWorkers: !keepsOne,
      // Threads that wait go on with what they have to do besides.
      useAtomics: false,
      resourceLimits,
      env: quietEnvironment() as Record<string, string>,
    });
    // Of a thread that has no work yet: what waits for it would wait for ever.
    pool.on('error', (error) => {
      failure = error;
      pool?.cancelPendingTasks();
    });
    return pool;
  }
}

/** What a thread's work gives, of which `buffers` are handed over instead of copied. */
export function handingOver<Result>(result: Result, buffers: readonly ArrayBuffer[]): Result {
  const movable = { [Tinypool.transferableSymbol]: buffers, [Tinypool.valueSymbol]: result };
  return Tinypool.move(movable as unknown as ArrayBuffer) as Result;
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

/** Under `node --watch` a thread would say among its own messages what it has loaded. */
function quietEnvironment(): NodeJS.ProcessEnv {
  const { WATCH_REPORT_DEPENDENCIES: _, ...environment } = process.env;
  return environment;
}
