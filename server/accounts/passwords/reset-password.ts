import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { REQUIRED_SCORE } from '#shared/password-rule.ts';
import type { User } from '#shared/schemas/user.ts';
import { hashToken } from '../../http/tokens.ts';
import { inTransaction, type Queryable } from '../../platform/database/query.ts';
import { AppError } from '../../platform/errors.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { awaitAccounts } from '../account-queries.ts';
import { hashPassword } from '../sign-in/authenticate.ts';
import { countByAll, createRateLimit, limitKey } from '../sign-in/rate-limits.ts';
import { lockUser } from '../sign-in/session-queries.ts';
import { findMailRecipient } from '../user-queries.ts';
import { passwordScore } from './password-score.ts';
import { findResetToken, insertResetToken, setPasswordHash, takeResetToken } from './reset-token-queries.ts';

/** Lifetime of a link in a mail. */
const RESET_MINUTES = 30;
const REQUESTS_PER_ACCOUNT_AND_ADDRESS = 5;
const REQUESTS_PER_ADDRESS = 30;
const WINDOW_SECONDS = 60 * 60;

/** Within the lifetime of a link, so that a user who gets no further mail has a valid link in an earlier one. */
const MAILS_PER_ACCOUNT = 10;

export type ResetPassword = {
  /**
   * Mails a link with the base `portalUrl` if the account exists and has not had too many; neither answer nor timing
   * reveals which. Throws AppError 429. `address`: as clientAddress returns it.
   */
  sendLink(email: string, address: string, portalUrl: string): Promise<void>;
  isValid(token: string): Promise<boolean>;
  /**
   * Sets the password, ends all sessions and forgets all devices. Throws AppError 400 for a used or expired token or a
   * weak password.
   */
  setPassword(token: string, password: string): Promise<void>;
};

/**
 * Makes a link by which the user sets a password once within `minutes`; earlier ones become void. Undefined, and earlier
 * ones stay, where the user is inactive or has another address than the mail's.
 */
export async function openPasswordLink(
  db: Queryable,
  user: Pick<User, 'id' | 'email'>,
  minutes: number,
  portalUrl: string,
): Promise<string | undefined> {
  const token = randomBytes(32).toString('base64url');
  const isKept = await insertResetToken(db, hashToken(token), user, minutes);
  return isKept ? `${portalUrl}/reset-password/${token}` : undefined;
}

/** `mailLink` mails a link to a user, now or once the mail server accepts it. */
export function createResetPassword(
  pool: Pool,
  mailLink: (userId: number, link: { minutes: number; portalUrl: string }) => Promise<void>,
  settings: () => Promise<Pick<Settings, 'provider'>>,
  onError: (error: unknown) => void,
): ResetPassword {
  const byAccountAndAddress = createRateLimit(
    pool,
    'reset-account-address',
    REQUESTS_PER_ACCOUNT_AND_ADDRESS,
    WINDOW_SECONDS,
  );
  const byAccount = createRateLimit(pool, 'reset-account', Number.MAX_SAFE_INTEGER, RESET_MINUTES * 60);
  const byAddress = createRateLimit(pool, 'reset-address', REQUESTS_PER_ADDRESS, WINDOW_SECONDS);

  return { sendLink, isValid, setPassword };

  async function sendLink(email: string, address: string, portalUrl: string): Promise<void> {
    const account = email.trim().toLowerCase();
    // By account first: what is refused there does not count for the address.
    await countByAll([
      [byAccountAndAddress, limitKey(account, address)],
      [byAddress, address],
    ]);
    if ((await byAccount.count(limitKey(account))).attempts > MAILS_PER_ACCOUNT) return;
    // Not awaited: the time would reveal whether the account exists.
    mailTo(account, portalUrl).catch(onError);
  }

  async function mailTo(account: string, portalUrl: string): Promise<void> {
    const user = await findMailRecipient(pool, account);
    if (user) await mailLink(user.id, { minutes: RESET_MINUTES, portalUrl });
  }

  async function isValid(token: string): Promise<boolean> {
    return (await findResetToken(pool, hashToken(token))) !== undefined;
  }

  async function setPassword(token: string, password: string): Promise<void> {
    const hashed = hashToken(token);
    const user = await findResetToken(pool, hashed);
    if (!user) throw new AppError(400, 'reset_token_invalid');
    const { provider } = await settings();
    if ((await passwordScore(password, [user.email, user.name, provider.name])) < REQUIRED_SCORE) {
      throw new AppError(400, 'password_too_weak');
    }
    const passwordHash = await hashPassword(password);
    await inTransaction(pool, async (client) => {
      await awaitAccounts(client);
      // Before the token: the lock order of deleting a user.
      await lockUser(client, user.user_id);
      const taken = await takeResetToken(client, hashed);
      if (!taken) throw new AppError(400, 'reset_token_invalid');
      await setPasswordHash(client, taken.user_id, passwordHash);
    });
  }
}
