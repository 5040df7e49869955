/** Whether this is npm run test:long. */
export const long = process.env.TEST_ROUNDS === 'long';

/**
 * How often a test repeats what has to hold every time: a kill, a race, a drawn example. npm test repeats it often enough
 * to notice what is broken, npm run test:long, which finds its files by this import, as often as trust needs. What it alone asks stands in files *.long.test.ts.
 */
export function rounds(often: { short: number; long: number }): number {
  return long ? often.long : often.short;
}

/** How many times as long a test may take that repeats something more often. */
export const patience = long ? 10 : 1;
