import { onStopSignals, stopSignals } from './stop-signals.ts';

const open = new Set<() => Promise<void>>();

/** `close`, to be called when the work is done; called in the course of `closeOnSignals` where it does not come to that. */
export function closing(close: () => Promise<unknown>): () => Promise<void> {
  async function once() {
    if (open.delete(once)) await close();
  }
  open.add(once);
  return once;
}

/** A command that is told to end closes what it has open, the newest first, and leaves nothing running behind. */
export function closeOnSignals(): void {
  onStopSignals(
    async (signal) => {
      for (const close of [...open].reverse()) await close().catch(() => undefined);
      // By the signal itself: leaving in the usual way would wait for the query that is running.
      for (const each of stopSignals) process.removeAllListeners(each);
      process.kill(process.pid, signal);
    },
    () => process.exit(1),
  );
}
