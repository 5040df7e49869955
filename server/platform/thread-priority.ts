import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Of 19: a quarter of the processor beside a thread that somebody waits for, so that no deadline passes for it; all beside none. */
const NICENESS = 5;

let hasDone = false;

/**
 * Lets every other thread have the processor first, for good: for what takes seconds, beside which people click. On Linux
 * a thread has a priority of its own; elsewhere, and where that is refused, nothing is changed.
 */
export function lowerThreadPriority(): void {
  if (hasDone || process.platform !== 'linux') return;
  hasDone = true;
  try {
    setPriority(ownThread(), NICENESS);
  } catch {
    // A container may hide /proc or refuse it: then all are as important.
  }
}

/** The number by which Linux knows the thread that asks. */
export function ownThread(): number {
  return Number(readlinkSync('/proc/thread-self').split('/').at(-1));
}
