import { z } from 'zod';

/** No NUL, which PostgreSQL can't keep, and no half of a surrogate pair. */
export const plainText = /^[^\0\p{Cs}]*$/u;

/** Text of a caller; every one has a bound. */
export function text(most = 255) {
  return z.string().max(most).regex(plainText, 'must be text without NUL and in whole characters');
}
