import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * Of 19: leaves a quarter of the processor beside an interactive thread, so that no deadline passes; all of it when idle.
 */
const NICENESS = 5;

let hasDone = false;

/**
 * Lowers this thread's priority for good, for work of seconds beside interactive work. Linux only, where threads have
 * their own priority; elsewhere, or if refused, nothing changes.
 */
export function lowerThreadPriority(): void {
  if (hasDone || process.platform !== 'linux') return;
  hasDone = true;
  try {
    setPriority(ownThread(), NICENESS);
  } catch {
    // /proc may be hidden or denied in a container: the priority stays.
  }
}

/** The Linux id of the current thread. */
export function ownThread(): number {
  return Number(readlinkSync('/proc/thread-self').split('/').at(-1));
}
