import { exchange } from '../../platform/threads/exchange.ts';
import { threadPool } from '../../platform/threads/thread-pool.ts';
import type { ScoreRequest } from './score-worker.ts';

/** The dictionaries stay loaded; making them and checking take so long that nobody else should wait for it. */
const { withThread } = threadPool(new URL('./score-worker.ts', import.meta.url), {
  most: 1,
  mostWarm: 1,
  resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
});

/**
 * How hard a password is to guess, 0 to 4 (zxcvbn), for an attacker who knows the words of our four languages and
 * `about` the user. Reckoned on another thread.
 */
export function passwordScore(password: string, about: readonly string[]): Promise<number> {
  return withThread((worker) =>
    exchange<number, number>(worker, {
      name: 'The check of a password',
      tooLarge: () => new Error('Checking a password took more memory than a thread has.'),
      begin: () => worker.postMessage({ password, about } satisfies ScoreRequest),
      hear: (score, resolve) => resolve(score),
    }),
  );
}
