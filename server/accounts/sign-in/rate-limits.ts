import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { execute, type Queryable, queryRow } from '../../platform/database/query.ts';
import { AppError } from '../../platform/errors.ts';

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

/** Milliseconds since 1970, as `expire` is. */
const NOW = 'floor(extract(epoch from now()) * 1000)::bigint';

/** Counts an attempt within `seconds` from the first one; gives how many there are, and for how long they count. */
function countAttempt(
  db: Queryable,
  key: string,
  seconds: number,
): Promise<{ counted: number; millisecondsLeft: number }> {
  return queryRow(
    db,
    `insert into rate_limits as l values ($1, 1, ${NOW} + $2::bigint * 1000)
     on conflict (key) do update set
       points = case when l.expire <= ${NOW} then 1 else l.points + 1 end,
       expire = case when l.expire <= ${NOW} then excluded.expire else l.expire end
     returning points as counted, expire - ${NOW} as "millisecondsLeft"`,
    [key, seconds],
  );
}

/** Takes back an attempt. */
async function forgiveAttempt(db: Queryable, key: string): Promise<void> {
  await execute(
    db,
    `update rate_limits set points = points - 1 where key = $1 and points > 0 and expire > ${NOW}`,
    [key],
  );
}

async function forgetAttempts(db: Queryable, key: string): Promise<void> {
  await execute(db, 'delete from rate_limits where key = $1', [key]);
}

/** Removes counts whose time is over; gives how many. */
export function purgeRateLimits(db: Queryable): Promise<number> {
  return execute(
    db,
    `delete from rate_limits where key in (
       select key from rate_limits where expire <= ${NOW} for update skip locked
     )`,
  );
}
