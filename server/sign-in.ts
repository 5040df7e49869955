import { createHash, randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Changes } from './changes.ts';
import { deleteSession, findSession, insertSession } from './db/sessions.ts';
import { findActiveUser, findCredentials, type User } from './db/users.ts';
import { AppError } from './errors.ts';

/** As long as the cookie of "remember me" lives. */
const SESSION_DAYS = 365;
const FAILURES_PER_ACCOUNT = 10;
const FAILURES_PER_ADDRESS = 50;
const FAILURE_WINDOW_SECONDS = 15 * 60;

export type SignIn = {
  /** Signs in; throws AppError 401 (whatever was wrong) or 429. `address`: the client's IP address. */
  authenticate(email: string, password: string, address: string): Promise<{ user: User; token: string }>;
  /** The active user a bearer token stands for. */
  userOf(token: string): Promise<User | undefined>;
  signOut(token: string): Promise<void>;
};

/** Hash of a password for the users table (argon2id, OWASP's parameters, the library's defaults). */
export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

export function createSignIn(pool: Pool, changes: Changes): SignIn {
  const limiter = (keyPrefix: string, points: number) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix,
      points,
      duration: FAILURE_WINDOW_SECONDS,
    });
  const byAccount = limiter('login-account', FAILURES_PER_ACCOUNT);
  const byAddress = limiter('login-address', FAILURES_PER_ADDRESS);
  const sessions = new LRUCache<string, { user: User; expires: number }>({ max: 10_000 });
  // What an unknown account's password is compared with, so that its answer takes as long.
  const nobody = hashPassword(randomBytes(16).toString('hex'));

  const forgetUser = (id: string) => {
    for (const [token, { user }] of sessions.entries()) if (String(user.id) === id) sessions.delete(token);
  };
  changes.on('user', forgetUser);
  changes.on('session', forgetUser);
  changes.onLost(() => sessions.clear());

  return { authenticate, userOf, signOut };

  async function authenticate(email: string, password: string, address: string) {
    const account = email.trim().toLowerCase();
    const accountKey = createHash('sha256').update(account).digest('base64url');
    await refuseBeyondLimit(byAccount, accountKey, FAILURES_PER_ACCOUNT);
    await refuseBeyondLimit(byAddress, address, FAILURES_PER_ADDRESS);
    const found = await findCredentials(pool, account);
    const matches = await verify(found?.password_hash ?? (await nobody), password);
    const user =
      found?.active && found.password_hash && matches ? await findActiveUser(pool, found.id) : undefined;
    if (!user) {
      await Promise.all([countFailure(byAccount, accountKey), countFailure(byAddress, address)]);
      throw new AppError(401, 'login_failed');
    }
    await byAccount.delete(accountKey);
    const token = randomBytes(32).toString('base64url');
    await insertSession(pool, hashToken(token), user.id, SESSION_DAYS);
    return { user, token };
  }

  async function userOf(token: string): Promise<User | undefined> {
    const hashed = hashToken(token);
    const key = hashed.toString('base64url');
    const cached = changes.live ? sessions.get(key) : undefined;
    if (cached && cached.expires > Date.now()) return cached.user;
    const session = await findSession(pool, hashed);
    const user = session && (await findActiveUser(pool, session.user_id));
    if (session && user && changes.live) sessions.set(key, { user, expires: session.expires_at.getTime() });
    return user;
  }

  async function signOut(token: string): Promise<void> {
    const hashed = hashToken(token);
    await deleteSession(pool, hashed);
    sessions.delete(hashed.toString('base64url'));
  }
}

async function refuseBeyondLimit(limiter: RateLimiterPostgres, key: string, points: number): Promise<void> {
  const state = await limiter.get(key);
  if (state && state.consumedPoints >= points) throw tooManyAttempts(state);
}

async function countFailure(limiter: RateLimiterPostgres, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (error) {
    if (error instanceof RateLimiterRes) throw tooManyAttempts(error);
    throw error;
  }
}

function tooManyAttempts({ msBeforeNext }: RateLimiterRes): AppError {
  const retryAfter = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return new AppError(429, 'too_many_attempts', {
    params: { minutes: Math.ceil(retryAfter / 60), retryAfter },
  });
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
