import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { now } from '#analytics/clock.ts';
import type { User } from '#shared/schemas/user.ts';
import { hashToken } from '../../http/tokens.ts';
import type { Changes } from '../../platform/cache-invalidation/changes.ts';
import { keepUntilChanged } from '../../platform/cache-invalidation/keep-until-changed.ts';
import { findActiveUser } from '../user-queries.ts';
import type { SignedIn } from './authenticate.ts';
import {
  type CheckPassword,
  createAuthenticate,
  createPasswordCheck,
  type SignInAttempt,
} from './authenticate.ts';
import { deleteSession, findSession, prolongSession } from './session-queries.ts';

export type SignIn = {
  /** Signs in; throws AppError 401 (whatever was wrong) or 429; the reason of `signal`. */
  authenticate(attempt: SignInAttempt, signal: AbortSignal): Promise<SignedIn>;
  checkPassword: CheckPassword;
  /** The active user of a bearer token; counts as a use of the session. */
  userOf(token: string): Promise<User | undefined>;
  signOut(token: string): Promise<void>;
};

/** The user of a token, until `expires` in milliseconds since 1970. */
type Session = { user: User; expires: number };

export function createSignIn(pool: Pool, changes: Changes, onError: (error: unknown) => void): SignIn {
  const sessions = keepUntilChanged<Session | undefined>(changes, {
    max: 10_000,
    kinds: ['user', 'session'],
    concerns: (userId, _token, session) => String(session?.user.id) === userId,
    keepable: (session) => session !== undefined && session.expires > now().getTime(),
  });

  const prolong = prolongSessions(pool, onError);
  const checkPassword = createPasswordCheck(pool);

  return {
    authenticate: createAuthenticate(pool, checkPassword),
    checkPassword,
    async userOf(token) {
      const user = await userOf(token);
      if (user) prolong(token);
      return user;
    },
    signOut,
  };

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

/** Least time between two updates of a session in PostgreSQL. */
const EVERY_MILLISECONDS = 5 * 60_000;

/**
 * Returns a function to call with every used bearer token. Nobody waits for it, and it works with cached users too;
 * failures are retried at the next use.
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
