import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { execute, type Queryable, queryOptionalRow } from '../../platform/database/query.ts';
import { AppError } from '../../platform/errors.ts';

const WINDOW_SECONDS = 15 * 60;
const PER_DEVICE = 10;
const PER_ACCOUNT_AND_ADDRESS = 10;
const PER_ADDRESS = 50;
/** Far more than people need: checking a password is costly, and a program could sign in over and over. */
const RIGHT_PER_ACCOUNT = 100;

/** Attempts at an account from unknown devices, from anywhere, before delays begin. */
const UNSLOWED = 10;
const SLOWER_MILLISECONDS = 200;
const SLOWEST_MILLISECONDS = 8000;
const WAITING_PER_ACCOUNT = 20;
const WAITING_IN_ALL = 200;

type Attempt = {
  /** E-mail address in lower case. */
  email: string;
  /** Of the account's password: attempts at an earlier one do not count. null: no account or no password. */
  passwordHash: string | null;
  /** As clientAddress returns it. */
  address: string;
  /** Hash of the device's token when the account knows the device. */
  knownDevice: Buffer | undefined;
};

type AttemptLimits = {
  /**
   * Counts an attempt before `isRight` checks the password, so that concurrent attempts are limited too, and delays it
   * where the account is under attack. After a right password, returns a function that uncounts the attempt, to be called
   * once the requested action is done. Throws AppError 429, which is not counted, and the reason of `signal`.
   */
  attempt(
    attempt: Attempt,
    signal: AbortSignal,
    isRight: () => Promise<boolean>,
  ): Promise<(() => Promise<void>) | undefined>;
};

/** Key of attempts at an account. */
export const accountKey = (email: string, passwordHash: string | null) => limitKey(email, passwordHash ?? '');

/**
 * Known devices have their own count, which nobody else can exhaust. For other devices an address is refused beyond its
 * attempts; an account never is, it only becomes slower. Unknown accounts behave the same.
 */
export function createAttemptLimits(pool: Pool): AttemptLimits {
  const limit = (name: string, attempts: number) => createRateLimit(pool, name, attempts, WINDOW_SECONDS);
  const byDevice = limit('login-device', PER_DEVICE);
  const byAccountAndAddress = limit('login-account-address', PER_ACCOUNT_AND_ADDRESS);
  const byAddress = limit('login-address', PER_ADDRESS);
  const byAccount = limit('login-account', Number.MAX_SAFE_INTEGER);
  const byRight = limit('login-right', RIGHT_PER_ACCOUNT);
  const waitingRoom = createWaitingRoom(WAITING_PER_ACCOUNT, WAITING_IN_ALL);

  return {
    async attempt({ email, passwordHash, address, knownDevice }, signal, isRight) {
      const account = accountKey(email, passwordHash);
      await byRight.check(account);
      const { attempts, takeBack } = knownDevice
        ? await byDevice.count(limitKey(account, knownDevice.toString('base64url')))
        : await countByAll([
            // First: what is refused here does not count for the address, so that one account never blocks it.
            [byAccountAndAddress, limitKey(account, address)],
            [byAddress, address],
            [byAccount, account],
          ]);
      try {
        const delay = knownDevice ? 0 : delayOf(attempts);
        const right = delay > 0 ? await waitingRoom.after(account, delay, signal, isRight) : await isRight();
        if (!right) return undefined;
        await byRight.count(account);
        return takeBack;
      } catch (error) {
        // Aborted attempts stay counted; else a few addresses could occupy all places.
        if (error instanceof AppError && error.status === 429) await takeBack();
        throw error;
      }
    },
  };
}

function delayOf(attempts: number): number {
  return Math.min(Math.max(attempts - UNSLOWED, 0) * SLOWER_MILLISECONDS, SLOWEST_MILLISECONDS);
}

/** Where delayed attempts wait: a timer each, no connection; bounded per key and in all. */
type WaitingRoom = {
  /**
   * Runs `work` after `milliseconds`, holding a place until it is done. Throws AppError 429 at once when there is none,
   * and the reason of `signal`.
   */
  after<Result>(
    key: string,
    milliseconds: number,
    signal: AbortSignal,
    work: () => Promise<Result>,
  ): Promise<Result>;
};

function createWaitingRoom(placesPerKey: number, placesInAll: number): WaitingRoom {
  const waiting = new Map<string, number>();
  let inAll = 0;
  return {
    async after(key, milliseconds, signal, work) {
      const ofKey = waiting.get(key) ?? 0;
      if (ofKey >= placesPerKey || inAll >= placesInAll) throw tooManyAttempts(milliseconds);
      waiting.set(key, ofKey + 1);
      inAll++;
      try {
        await sleep(milliseconds, undefined, { signal });
        return await work();
      } catch (error) {
        signal.throwIfAborted();
        throw error;
      } finally {
        inAll--;
        const left = waiting.get(key)! - 1;
        if (left > 0) waiting.set(key, left);
        else waiting.delete(key);
      }
    },
  };
}

/** Counts attempts per key in PostgreSQL, shared by all processes. */
export type RateLimit = {
  /** Counts an attempt; throws AppError 429 beyond the limit, without counting it. */
  count(key: string): Promise<Counted>;
  /** Throws AppError 429 if a further attempt would exceed the limit. */
  check(key: string): Promise<void>;
};

type Counted = {
  /** The count, with this one. */
  attempts: number;
  /** Uncounts the attempt; at most once. */
  takeBack(): Promise<void>;
};

/** At most `attempts` per key within `seconds`. */
export function createRateLimit(pool: Pool, name: string, attempts: number, seconds: number): RateLimit {
  const of = (key: string) => `${name}:${key}`;
  return {
    async count(key) {
      const counted = await countAttempt(pool, of(key), attempts, seconds);
      if (!counted) throw tooManyAttempts((await fullFor(pool, of(key), attempts)) ?? 0);
      return { attempts: counted.points, takeBack: () => takeBackAttempt(pool, of(key), counted.expire) };
    },
    async check(key) {
      const milliseconds = await fullFor(pool, of(key), attempts);
      if (milliseconds !== undefined) throw tooManyAttempts(milliseconds);
    },
  };
}

/** Counts an attempt by all limits or, if one refuses it, by none; returns the count of the last one. */
export async function countByAll(limits: [RateLimit, string][]): Promise<Counted> {
  const counted: Counted[] = [];
  const takeBack = async () => {
    for (const each of counted) await each.takeBack();
  };
  try {
    for (const [limit, key] of limits) counted.push(await limit.count(key));
  } catch (error) {
    await takeBack();
    throw error;
  }
  return { attempts: counted.at(-1)!.attempts, takeBack };
}

/** A hashed key of fixed length. */
export function limitKey(...parts: string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('base64url');
}

/** 429 with Retry-After. */
function tooManyAttempts(milliseconds: number): AppError {
  const retryAfter = Math.max(1, Math.ceil(milliseconds / 1000));
  return new AppError(429, 'too_many_attempts', {
    params: { minutes: Math.ceil(retryAfter / 60), retryAfter },
  });
}

/** Milliseconds since 1970, as `expire`. */
const NOW = 'floor(extract(epoch from now()) * 1000)::bigint';

/** Counts an attempt within `seconds` of the first one, unless there are `most`; returns the count and its end. */
function countAttempt(
  db: Queryable,
  key: string,
  most: number,
  seconds: number,
): Promise<{ points: number; expire: number } | undefined> {
  // One statement, so that concurrent attempts cannot exceed the limit.
  return queryOptionalRow(
    db,
    `insert into rate_limits as l values ($1, 1, ${NOW} + $3::bigint * 1000)
     on conflict (key) do update set
       points = case when l.expire <= ${NOW} then 1 else l.points + 1 end,
       expire = case when l.expire <= ${NOW} then excluded.expire else l.expire end
     where l.expire <= ${NOW} or l.points < $2::bigint
     returning points, expire`,
    [key, most, seconds],
  );
}

/** Uncounts an attempt that was counted until `expire`. */
async function takeBackAttempt(db: Queryable, key: string, expire: number): Promise<void> {
  await execute(db, 'update rate_limits set points = points - 1 where key = $1 and expire = $2', [
    key,
    expire,
  ]);
}

/** Milliseconds until the count is below the limit again. */
async function fullFor(db: Queryable, key: string, most: number): Promise<number | undefined> {
  const full = await queryOptionalRow<{ milliseconds: number }>(
    db,
    `select expire - ${NOW} as milliseconds from rate_limits where key = $1 and points >= $2::bigint and expire > ${NOW}`,
    [key, most],
  );
  return full?.milliseconds;
}

/** Deletes expired counts; returns how many. */
export function purgeRateLimits(db: Queryable): Promise<number> {
  return execute(
    db,
    `delete from rate_limits where key in (
       select key from rate_limits where expire <= ${NOW} for update skip locked
     )`,
  );
}
