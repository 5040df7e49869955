import { createHash, randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { Changes } from './changes.ts';
import { deleteSession, findSession, insertSession } from './db/sessions.ts';
import { findActiveUser, findCredentials, type User } from './db/users.ts';
import { AppError } from './errors.ts';
import { createRateLimit } from './rate-limits.ts';

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
  const byAccount = createRateLimit(pool, 'login-account', FAILURES_PER_ACCOUNT, FAILURE_WINDOW_SECONDS);
  const byAddress = createRateLimit(pool, 'login-address', FAILURES_PER_ADDRESS, FAILURE_WINDOW_SECONDS);
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
    // Counted before the password is looked at, so that many attempts at once are no more than one after the other.
    await byAddress.count(address);
    await byAccount.count(accountKey);
    const found = await findCredentials(pool, account);
    const matches = await verify(found?.password_hash ?? (await nobody), password);
    const user =
      found?.active && found.password_hash && matches ? await findActiveUser(pool, found.id) : undefined;
    if (!user) throw new AppError(401, 'login_failed');
    await Promise.all([byAccount.reset(accountKey), byAddress.forgive(address)]);
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

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
