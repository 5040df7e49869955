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

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Calls `stop` on the first signal to end and `force` on a later one. npm passes a Ctrl-C on which the terminal has
 * sent already, so a second signal within a second is the first one heard twice.
 */
export function onStopSignals(stop: (signal: NodeJS.Signals) => void, force: () => void): void {
  let first: number | undefined;
  const hear = (signal: NodeJS.Signals) => {
    if (first === undefined) {
      first = performance.now();
      stop(signal);
    } else if (performance.now() - first > 1000) {
      force();
    }
  };
  for (const signal of stopSignals) process.on(signal, hear);
}
