import { randomBytes } from 'node:crypto';
import type { User } from '../answers/user.ts';
import { isDevice, rememberDevice } from '../db/known-devices.ts';
import type { Queryable } from '../db/query.ts';
import { insertSession } from '../db/sessions.ts';
import { recordSignIn } from '../db/users.ts';
import { hashToken } from './hash-token.ts';

export type SignedIn = {
  user: User;
  /** The bearer token of the session. */
  token: string;
  /** To be sent with the next sign-in. */
  device: string;
};

/**
 * Begins a session, unless the password has been changed or the user deactivated since it was looked at; call it in a
 * transaction. `remember`: until the cookie ends (365 days); else for twelve hours from the last use.
 */
export async function beginSession(
  db: Queryable,
  { userId, passwordHash, remember }: { userId: number; passwordHash: string; remember: boolean },
  givenDevice?: string,
): Promise<SignedIn | undefined> {
  const user = await recordSignIn(db, userId, passwordHash);
  if (!user) return undefined;
  const token = newToken();
  await insertSession(db, hashToken(token), userId, remember);
  const isOurs = givenDevice !== undefined && (await isDevice(db, hashToken(givenDevice)));
  const device = isOurs ? givenDevice : newToken();
  await rememberDevice(db, hashToken(device), userId);
  return { user, token, device };
}

/** 256 bits that nobody can guess. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}
