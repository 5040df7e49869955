import type { Pool } from 'pg';
import { REQUIRED_SCORE } from '#shared/password-rule.ts';
import type { User } from '#shared/schemas/user.ts';
import { inTransaction } from '../../platform/database/query.ts';
import { AppError, type ErrorCode, sessionEnded } from '../../platform/errors.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { awaitAccounts } from '../account-queries.ts';
import { hashPassword } from '../sign-in/authenticate.ts';
import { hashToken } from '../sign-in/hash-token.ts';
import type { SignIn } from '../sign-in/sign-in.ts';
import { passwordScore } from './password-score.ts';
import { replacePasswordHash } from './reset-token-queries.ts';

export type OwnPassword = {
  oldPassword: string;
  password: string;
  /** The bearer token of the session that goes on. */
  token: string;
  /** What the sign-in in the same browser gave. */
  device?: string | undefined;
  /** As clientAddress gives it. */
  address: string;
};

/**
 * Sets the password of who is signed in and knows the old one; ends all other sessions and forgets all other devices.
 * @throws AppError 400 `password_too_weak` or `old_password_wrong`, which counts as an attempt to sign in; 429; 401
 */
export async function changeOwnPassword(
  { pool, settings, signIn }: { pool: Pool; settings: () => Promise<Settings>; signIn: SignIn },
  { id, email, name }: User,
  { oldPassword, password, token, device, address }: OwnPassword,
  signal: AbortSignal,
): Promise<void> {
  const { provider } = await settings();
  if ((await passwordScore(password, [email, name, provider.name])) < REQUIRED_SCORE) {
    throw refusedAt('password', 'password_too_weak');
  }
  const right = await signIn.checkPassword({ email, password: oldPassword, device, address }, signal);
  if (right?.userId !== id) throw refusedAt('oldPassword', 'old_password_wrong');
  const hashes = { before: right.passwordHash, after: await hashPassword(password) };
  const kept = { session: hashToken(token), device: device === undefined ? null : hashToken(device) };
  const isReplaced = await inTransaction(pool, async (client) => {
    await awaitAccounts(client);
    return replacePasswordHash(client, id, hashes, kept);
  });
  if (!isReplaced) throw sessionEnded();
  await right.succeeded();
}

function refusedAt(path: keyof OwnPassword, code: ErrorCode): AppError {
  return new AppError(400, code, { issues: [{ path, message: code }] });
}
