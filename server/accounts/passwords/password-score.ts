import { threads } from '../../platform/threads.ts';
import type { ScoreRequest } from './score-worker.ts';

/** A thread keeps the dictionaries loaded; loading and checking would block the event loop. */
const checking = threads<ScoreRequest, number>(new URL('./score-worker.ts', import.meta.url), {
  most: 1,
  keepsOne: true,
  resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
  tooLarge: () => new Error('Checking a password took more memory than a thread has.'),
});

/**
 * Strength of a password, 0 to 4 (zxcvbn), against an attacker who knows the words of our four languages and `about` the
 * user. Runs on a thread.
 */
export function passwordScore(password: string, about: readonly string[]): Promise<number> {
  return checking.run({ password, about });
}
