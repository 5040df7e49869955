import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Of 19: about a tenth of the processor beside a thread that somebody waits for, and all of it beside none. */
const NICENESS = 10;

let hasDone = false;

/**
 * Lets every other thread have the processor first, for good: for what takes seconds, beside which people click. On Linux
 * a thread has a priority of its own; elsewhere nothing is changed.
 */
export function standBack(): void {
  if (hasDone || process.platform !== 'linux') return;
  hasDone = true;
  setPriority(ownThread(), NICENESS);
}

/** The number by which Linux knows the thread that asks. */
export function ownThread(): number {
  return Number(readlinkSync('/proc/thread-self').split('/').at(-1));
}
