import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { execute, type Queryable, queryRow } from '../../platform/database/query.ts';
import { AppError } from '../../platform/errors.ts';

const WINDOW_SECONDS = 15 * 60;
const PER_DEVICE = 10;
const PER_ACCOUNT_AND_ADDRESS = 10;
const PER_ADDRESS = 50;

/** So many attempts at an account from devices it does not know, wherever they are, cost no time. */
const UNSLOWED = 10;
const SLOWER_MILLISECONDS = 200;
const SLOWEST_MILLISECONDS = 8000;
const WAITING_PER_ACCOUNT = 20;
const WAITING_IN_ALL = 200;

type Attempt = {
  /** E-mail address in lower case. */
  email: string;
  /** Of the account's password: attempts at one before do not count any more. null: there is no account or no password. */
  passwordHash: string | null;
  /** As clientAddress gives it. */
  address: string;
  /** Hash of the device's token when the account knows the device. */
  knownDevice: Buffer | undefined;
};

type AttemptLimits = {
  /**
   * Counts an attempt before the password is looked at, so that many at once are no more than one after the other, and
   * holds it up where an account is under attack. Gives what to call when the password was right. Throws AppError 429,
   * and what `signal` says when it is aborted.
   */
  admit(attempt: Attempt, signal: AbortSignal): Promise<() => Promise<unknown>>;
};

/** What attempts at an account are counted by. */
export const accountKey = (email: string, passwordHash: string | null) => limitKey(email, passwordHash ?? '');

/**
 * Known devices have a count of their own, which nobody elsewhere can fill. For all others an address is refused beyond
 * its attempts, an account never: together they only become slower. It makes no difference whether an account exists.
 */
export function createAttemptLimits(pool: Pool): AttemptLimits {
  const limit = (name: string, attempts: number) => createRateLimit(pool, name, attempts, WINDOW_SECONDS);
  const byDevice = limit('login-device', PER_DEVICE);
  const byAccountAndAddress = limit('login-account-address', PER_ACCOUNT_AND_ADDRESS);
  const byAddress = limit('login-address', PER_ADDRESS);
  const byAccount = limit('login-account', Number.MAX_SAFE_INTEGER);
  const waitingRoom = createWaitingRoom(WAITING_PER_ACCOUNT, WAITING_IN_ALL);

  return {
    async admit({ email, passwordHash, address, knownDevice }, signal) {
      const account = accountKey(email, passwordHash);
      if (knownDevice) {
        const key = limitKey(account, knownDevice.toString('base64url'));
        await byDevice.count(key);
        return () => byDevice.reset(key);
      }
      const pairKey = limitKey(account, address);
      // First: what is refused here does not fill the address, so that one account alone never closes it.
      await byAccountAndAddress.count(pairKey);
      await byAddress.count(address);
      const delay = delayOf(await byAccount.count(account));
      if (delay > 0 && !(await waitingRoom.wait(account, delay, signal))) throw tooManyAttempts(delay);
      return () =>
        Promise.all([
          byAccountAndAddress.reset(pairKey),
          byAddress.forgive(address),
          byAccount.forgive(account),
        ]);
    },
  };
}

function delayOf(attempts: number): number {
  return Math.min(Math.max(attempts - UNSLOWED, 0) * SLOWER_MILLISECONDS, SLOWEST_MILLISECONDS);
}

/** Where attempts wait that are slowed down: a timer each, no connection; bounded per key and in all. */
type WaitingRoom = {
  /** False, at once, when there is no place; true after `milliseconds`. Throws what `signal` says when it is aborted. */
  wait(key: string, milliseconds: number, signal: AbortSignal): Promise<boolean>;
};

function createWaitingRoom(placesPerKey: number, placesInAll: number): WaitingRoom {
  const waiting = new Map<string, number>();
  let inAll = 0;
  return {
    async wait(key, milliseconds, signal) {
      const ofKey = waiting.get(key) ?? 0;
      if (ofKey >= placesPerKey || inAll >= placesInAll) return false;
      waiting.set(key, ofKey + 1);
      inAll++;
      try {
        await sleep(milliseconds, undefined, { signal });
        return true;
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
function tooManyAttempts(milliseconds: number): AppError {
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
