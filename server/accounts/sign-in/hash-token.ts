import { createHash } from 'node:crypto';

/** What is stored of a token: 256 random bits need no salt. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
