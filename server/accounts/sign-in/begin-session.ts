import { randomBytes } from 'node:crypto';
import type { User } from '#shared/schemas/user.ts';
import type { Queryable } from '../../platform/database/query.ts';
import { recordSignIn } from '../user-queries.ts';
import { isDevice, rememberDevice } from './device-queries.ts';
import { hashToken } from './hash-token.ts';
import { insertSession } from './session-queries.ts';

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
