import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { Pool } from 'pg';
import type { User } from '#shared/schemas/user.ts';
import { hashToken } from '../../http/tokens.ts';
import { inTransaction, type Queryable } from '../../platform/database/query.ts';
import { AppError } from '../../platform/errors.ts';
import { renewPasswordHash } from '../passwords/reset-token-queries.ts';
import { findCredentials, recordSignIn } from '../user-queries.ts';
import { createAttemptLimits } from './rate-limits.ts';
import { insertSession, isDevice, isKnownDevice, rememberDevice } from './session-queries.ts';

export type PasswordAttempt = {
  email: string;
  password: string;
  /** Token of an earlier sign-in in the same browser. */
  device?: string | undefined;
  /** As clientAddress returns it. */
  address: string;
};

export type SignInAttempt = PasswordAttempt & {
  /** Until the cookie expires (365 days); else twelve hours after the last use, thirty days at most. */
  remember: boolean;
  userAgent: string;
};

/** Result of a right password; call `succeeded` once the requested action is done or has failed. */
export type RightPassword = { userId: number; passwordHash: string; succeeded(): Promise<void> };

/**
 * Checks the password of an active user; counts as an attempt at the account. Throws AppError 429, and the reason of
 * `signal`.
 */
export type CheckPassword = (
  attempt: PasswordAttempt,
  signal: AbortSignal,
) => Promise<RightPassword | undefined>;

/** OWASP's parameters for argon2id. A hash by others is renewed at the next sign-in. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const prefix = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`;

/** Hash of a password in PHC form. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, parameters);
}

export function createPasswordCheck(pool: Pool): CheckPassword {
  const limits = createAttemptLimits(pool);
  // Compared with passwords of unknown accounts, so that timing does not reveal them.
  const nobody = hashPassword(newToken());

  return async ({ email: typed, password, device, address }, signal) => {
    const email = typed.trim().toLowerCase();
    const given = device === undefined ? undefined : hashToken(device);
    const knownDevice = given && (await isKnownDevice(pool, given, email)) ? given : undefined;
    const found = await findCredentials(pool, email);
    const passwordHash = found?.password_hash ?? null;
    const attempt = { email, passwordHash, address, knownDevice };
    const succeeded = await limits.attempt(attempt, signal, async () => {
      const matches = await verify(passwordHash ?? (await nobody), password);
      return matches && found?.active === true;
    });
    return succeeded && found && passwordHash ? { userId: found.id, passwordHash, succeeded } : undefined;
  };
}

/** Returns the sign-in function, which throws AppError 401 (whatever was wrong) or 429, and the reason of `signal`. */
export function createAuthenticate(
  pool: Pool,
  checkPassword: CheckPassword,
): (attempt: SignInAttempt, signal: AbortSignal) => Promise<SignedIn> {
  return async (attempt, signal) => {
    // A concurrent sign-in has renewed the hash: not a wrong password.
    const begun = await begin(attempt, signal);
    const signedIn = begun === 'renewed' ? await begin(attempt, signal) : begun;
    if (!signedIn || signedIn === 'renewed') throw new AppError(401, 'login_failed');
    return signedIn;
  };

  async function begin(
    { remember, userAgent, ...attempt }: SignInAttempt,
    signal: AbortSignal,
  ): Promise<SignedIn | 'renewed' | undefined> {
    const right = await checkPassword(attempt, signal);
    if (!right) return undefined;
    const signedIn = await inTransaction(pool, (client) =>
      beginSession(client, { ...right, remember, userAgent }, attempt.device),
    );
    await right.succeeded();
    const isOutdated = !right.passwordHash.startsWith(prefix);
    if (!signedIn) return isOutdated ? 'renewed' : undefined;
    if (isOutdated) {
      const hashes = { before: right.passwordHash, after: await hashPassword(attempt.password) };
      await renewPasswordHash(pool, right.userId, hashes);
    }
    return signedIn;
  }
}

export type SignedIn = {
  user: User;
  /** The bearer token of the session. */
  token: string;
  /** Sent with the next sign-in. */
  device: string;
};

/**
 * Begins a session, unless password or user have changed since the check; call it in a transaction. `remember`: as in
 * SignInAttempt.
 */
export async function beginSession(
  db: Queryable,
  {
    userId,
    passwordHash,
    remember,
    userAgent,
  }: { userId: number; passwordHash: string; remember: boolean; userAgent: string },
  givenDevice?: string,
): Promise<SignedIn | undefined> {
  const user = await recordSignIn(db, userId, passwordHash);
  if (!user) return undefined;
  const token = newToken();
  await insertSession(db, hashToken(token), userId, remember, userAgent);
  const isOurs = givenDevice !== undefined && (await isDevice(db, hashToken(givenDevice)));
  const device = isOurs ? givenDevice : newToken();
  await rememberDevice(db, hashToken(device), userId);
  return { user, token, device };
}

/** 256 random bits. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}
