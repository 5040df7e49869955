import { createHash, randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { Pool } from 'pg';
import type { Changes } from './changes.ts';
import { deleteSession, findSession, insertSession } from './db/sessions.ts';
import { findActiveUser, findCredentials, type User } from './db/users.ts';
import { AppError } from './errors.ts';
import { keepUntilChanged } from './keep-until-changed.ts';
import { createRateLimit } from './rate-limits.ts';
import { hashToken } from './sign-in/hash-token.ts';
import { prolongSessions } from './sign-in/prolong-sessions.ts';

const FAILURES_PER_ACCOUNT = 10;
const FAILURES_PER_ADDRESS = 50;
const FAILURE_WINDOW_SECONDS = 15 * 60;

export type SignInAttempt = {
  email: string;
  password: string;
  /** Until the cookie ends (365 days); else for twelve hours from the last use. */
  remember: boolean;
  /** As clientAddress gives it. */
  address: string;
};

export type SignIn = {
  /** Signs in; throws AppError 401 (whatever was wrong) or 429. */
  authenticate(attempt: SignInAttempt): Promise<{ user: User; token: string }>;
  /** The active user a bearer token stands for; counts as a use of the session. */
  userOf(token: string): Promise<User | undefined>;
  signOut(token: string): Promise<void>;
};

/** Until when a token stands for whom; milliseconds since 1970. */
type Session = { user: User; expires: number };

/** Hash of a password for the users table (argon2id, OWASP's parameters, the library's defaults). */
export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

export function createSignIn(pool: Pool, changes: Changes, onError: (error: unknown) => void): SignIn {
  const byAccount = createRateLimit(pool, 'login-account', FAILURES_PER_ACCOUNT, FAILURE_WINDOW_SECONDS);
  const byAddress = createRateLimit(pool, 'login-address', FAILURES_PER_ADDRESS, FAILURE_WINDOW_SECONDS);
  const sessions = keepUntilChanged<Session | undefined>(changes, {
    max: 10_000,
    kinds: ['user', 'session'],
    concerns: (userId, _token, session) => String(session?.user.id) === userId,
    keepable: (session) => session !== undefined && session.expires > Date.now(),
  });
  // What an unknown account's password is compared with, so that its answer takes as long.
  const nobody = hashPassword(randomBytes(16).toString('hex'));

  const prolong = prolongSessions(pool, onError);

  return {
    authenticate,
    async userOf(token) {
      const user = await userOf(token);
      if (user) prolong(token);
      return user;
    },
    signOut,
  };

  async function authenticate({ email, password, remember, address }: SignInAttempt) {
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
    await insertSession(pool, hashToken(token), user.id, remember);
    return { user, token };
  }

  async function userOf(token: string): Promise<User | undefined> {
    const hashed = hashToken(token);
    const session = await sessions(hashed.toString('base64url'), () => readSession(hashed));
    return session?.user;
  }

  async function readSession(hashed: Buffer): Promise<Session | undefined> {
    const found = await findSession(pool, hashed);
    const user = found && (await findActiveUser(pool, found.user_id));
    return user && { user, expires: found.expires_at.getTime() };
  }

  async function signOut(token: string): Promise<void> {
    await deleteSession(pool, hashToken(token));
  }
}
