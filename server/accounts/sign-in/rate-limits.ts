import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { AppError } from '../../platform/errors.ts';
import { countAttempt, forgetAttempts, forgiveAttempt } from './rate-limit-queries.ts';

/** Counts attempts per key in PostgreSQL, so for all processes together. */
export type RateLimit = {
  /** Counts an attempt and gives how many there are; throws AppError 429 beyond the limit. */
  count(key: string): Promise<number>;
  /** Takes back the last attempt. */
  forgive(key: string): Promise<void>;
  /** Forgets all attempts. */
  reset(key: string): Promise<void>;
};

/** At most `attempts` per key within `seconds`. */
export function createRateLimit(pool: Pool, name: string, attempts: number, seconds: number): RateLimit {
  const of = (key: string) => `${name}:${key}`;
  return {
    async count(key) {
      const { counted, millisecondsLeft } = await countAttempt(pool, of(key), seconds);
      if (counted > attempts) throw tooManyAttempts(millisecondsLeft);
      return counted;
    },
    forgive: (key) => forgiveAttempt(pool, of(key)),
    reset: (key) => forgetAttempts(pool, of(key)),
  };
}

/** A key of one length that tells nothing, whatever was typed. */
export function limitKey(...parts: string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('base64url');
}

/** 429 that says when to try again. */
export function tooManyAttempts(milliseconds: number): AppError {
  const retryAfter = Math.max(1, Math.ceil(milliseconds / 1000));
  return new AppError(429, 'too_many_attempts', {
    params: { minutes: Math.ceil(retryAfter / 60), retryAfter },
  });
}
