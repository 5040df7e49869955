import { hash, verify } from '@node-rs/argon2';
import type { Pool } from 'pg';
import { isKnownDevice } from '../db/known-devices.ts';
import { inTransaction } from '../db/query.ts';
import { findCredentials } from '../db/users.ts';
import { AppError } from '../errors.ts';
import { createAttemptLimits } from './attempt-limits.ts';
import { beginSession, newToken, type SignedIn } from './begin-session.ts';
import { hashToken } from './hash-token.ts';

export type SignInAttempt = {
  email: string;
  password: string;
  /** Until the cookie ends (365 days); else for twelve hours from the last use. */
  remember: boolean;
  /** What an earlier sign-in in the same browser gave. */
  device?: string | undefined;
  /** As clientAddress gives it. */
  address: string;
};

/** Hash of a password for the users table (argon2id, OWASP's parameters, the library's defaults). */
export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

/** Gives what signs in: it throws AppError 401 (whatever was wrong) or 429, and what `signal` says when aborted. */
export function createAuthenticate(
  pool: Pool,
): (attempt: SignInAttempt, signal: AbortSignal) => Promise<SignedIn> {
  const limits = createAttemptLimits(pool);
  // What an unknown account's password is compared with, so that its answer takes as long.
  const nobody = hashPassword(newToken());

  return async ({ email, password, remember, device, address }, signal) => {
    const account = email.trim().toLowerCase();
    const given = device === undefined ? undefined : hashToken(device);
    const knownDevice = given && (await isKnownDevice(pool, given, account)) ? given : undefined;
    const succeeded = await limits.admit({ account, address, knownDevice }, signal);
    const found = await findCredentials(pool, account);
    const matches = await verify(found?.password_hash ?? (await nobody), password);
    const hashed = found?.active && matches ? found.password_hash : null;
    const signedIn =
      found && hashed && (await begin({ userId: found.id, passwordHash: hashed, remember }, device));
    if (!signedIn) throw new AppError(401, 'login_failed');
    await succeeded();
    return signedIn;
  };

  function begin(session: Parameters<typeof beginSession>[1], device: string | undefined) {
    return inTransaction(pool, (client) => beginSession(client, session, device));
  }
}
