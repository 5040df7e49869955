/** The instant at which performance.now() was 0, by the clock that was set; milliseconds since 1970. */
let origin: number | undefined;

/** The instant it is: by the clock that was set last, else by this process's. */
export function now(): Date {
  return new Date(origin === undefined ? Date.now() : origin + performance.now());
}

/** Goes by another clock from now on, which has just shown `instant`. What this process's shows no longer matters. */
export function setClock(instant: Date): void {
  origin = instant.getTime() - performance.now();
}

/** Milliseconds by which this process's clock is ahead of the one that was set; negative where it is behind. */
export function millisecondsAhead(): number {
  return Date.now() - now().getTime();
}
