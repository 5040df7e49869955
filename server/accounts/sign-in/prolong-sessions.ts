import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { hashToken } from './hash-token.ts';
import { prolongSession } from './session-queries.ts';

/** PostgreSQL is asked this often at most for each session in use. */
const EVERY_MILLISECONDS = 5 * 60_000;

/**
 * Gives what to call with every bearer token in use. Nobody waits for it, and where a user is kept makes no difference;
 * what fails is done with the next use.
 */
export function prolongSessions(pool: Pool, onError: (error: unknown) => void): (token: string) => void {
  const askedAt = new LRUCache<string, number>({ max: 10_000 });
  return (token) => {
    const hashed = hashToken(token);
    const key = hashed.toString('base64url');
    const asked = performance.now();
    if (asked - (askedAt.get(key) ?? Number.NEGATIVE_INFINITY) < EVERY_MILLISECONDS) return;
    askedAt.set(key, asked);
    prolongSession(pool, hashed).catch((error: unknown) => {
      askedAt.delete(key);
      onError(error);
    });
  };
}
