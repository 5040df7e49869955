import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { Pool } from 'pg';
import type { User } from '../answers/user.ts';
import { isDevice, isKnownDevice, rememberDevice } from '../db/known-devices.ts';
import { inTransaction } from '../db/query.ts';
import { insertSession } from '../db/sessions.ts';
import { findCredentials, lockUser } from '../db/users.ts';
import { AppError } from '../errors.ts';
import { createAttemptLimits } from './attempt-limits.ts';
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

export type SignedIn = {
  user: User;
  /** The bearer token of the session. */
  token: string;
  /** To be sent with the next sign-in. */
  device: string;
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
    const signedIn = found && hashed && (await begin(found.id, hashed, remember, device));
    if (!signedIn) throw new AppError(401, 'login_failed');
    await succeeded();
    return signedIn;
  };

  /** Begins a session, unless the password has been changed or the user deactivated since it was looked at. */
  function begin(userId: number, passwordHash: string, remember: boolean, givenDevice: string | undefined) {
    return inTransaction(pool, async (client): Promise<SignedIn | undefined> => {
      const user = await lockUser(client, userId, passwordHash);
      if (!user) return undefined;
      const token = newToken();
      await insertSession(client, hashToken(token), userId, remember);
      const isOurs = givenDevice !== undefined && (await isDevice(client, hashToken(givenDevice)));
      const device = isOurs ? givenDevice : newToken();
      await rememberDevice(client, hashToken(device), userId);
      return { user, token, device };
    });
  }
}

function newToken(): string {
  return randomBytes(32).toString('base64url');
}
