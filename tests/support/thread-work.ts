import { getPriority } from 'node:os';
import { lowerThreadPriority, ownThread } from '#server/platform/thread-priority.ts';
import { handingOver, type Work } from '#server/platform/threads.ts';

/** Does what it is told to on a thread, and says in between which works the thread has done before. */
let done = 0;

export default function work({
  request,
  port,
}: Work<'bytes' | 'stand back' | 'forever' | 'memory' | 'error'>): Uint8Array {
  port.postMessage(done++);
  port.postMessage(request);
  if (request === 'forever') for (;;);
  if (request === 'memory') for (const all: number[][] = []; ; ) all.push(Array(100_000).fill(all.length));
  if (request === 'error') throw new RangeError('Of the work');
  if (request === 'stand back') {
    lowerThreadPriority();
    port.postMessage(`niceness ${getPriority(ownThread())}`);
  }
  const bytes = new Uint8Array(1000).fill(7);
  return handingOver(bytes, [bytes.buffer]);
}
