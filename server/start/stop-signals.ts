export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

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
