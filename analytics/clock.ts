/** The set clock's time at performance.now() = 0, in milliseconds since 1970. */
let origin: number | undefined;

/** The current time by the set clock, else by the process's. */
export function now(): Date {
  return new Date(origin === undefined ? Date.now() : origin + performance.now());
}

/** Follows another clock, which has just shown `instant`; the process's own is ignored from now on. */
export function setClock(instant: Date): void {
  origin = instant.getTime() - performance.now();
}

/** Milliseconds by which the process's clock is ahead of the set one; negative where it is behind. */
export function millisecondsAhead(): number {
  return Date.now() - now().getTime();
}
