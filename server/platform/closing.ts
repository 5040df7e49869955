const open = new Set<() => Promise<void>>();

/** `close` as a function to call when the work is done; `closeOnSignals` calls it if a signal comes first. */
export function closing(close: () => Promise<unknown>): () => Promise<void> {
  async function once() {
    if (open.delete(once)) await close();
  }
  open.add(once);
  return once;
}

/** Closes open resources on a signal to end, the newest first, and leaves no process behind. */
export function closeOnSignals(): void {
  onStopSignals(
    async (signal) => {
      for (const close of [...open].reverse()) await close().catch(() => undefined);
      // Ends by the signal itself: process.exit would wait for the running query.
      for (const each of stopSignals) process.removeAllListeners(each);
      process.kill(process.pid, signal);
    },
    () => process.exit(1),
  );
}

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Calls `stop` on the first signal to end and `force` on a later one. npm forwards a Ctrl-C that the terminal has also
 * sent, so a second signal within a second is ignored.
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
