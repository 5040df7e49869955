import { threads } from '../../platform/threads.ts';
import type { ScoreRequest } from './score-worker.ts';

/** The dictionaries stay loaded; making them and checking take so long that nobody else should wait for it. */
const checking = threads<ScoreRequest, number>(new URL('./score-worker.ts', import.meta.url), {
  most: 1,
  keepsOne: true,
  resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
  tooLarge: () => new Error('Checking a password took more memory than a thread has.'),
});

/**
 * How hard a password is to guess, 0 to 4 (zxcvbn), for an attacker who knows the words of our four languages and
 * `about` the user. Reckoned on another thread.
 */
export function passwordScore(password: string, about: readonly string[]): Promise<number> {
  return checking.run({ password, about });
}
