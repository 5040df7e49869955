import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { inTransaction } from '../../platform/database/query.ts';
import { AppError } from '../../platform/errors.ts';
import type { Language } from '../../platform/i18n/messages.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { passwordScore, REQUIRED_SCORE } from '../passwords/password-score.ts';
import { hashPassword } from '../sign-in/authenticate.ts';
import { beginSession, type SignedIn } from '../sign-in/begin-session.ts';
import { hashToken } from '../sign-in/hash-token.ts';
import { createRateLimit } from '../sign-in/rate-limits.ts';
import { insertUser } from '../user-queries.ts';
import { insertSetupLink, isSetupLink, takeSetupLink } from './setup-link-queries.ts';

/** How long a link printed at a start is good for. */
export const SETUP_MINUTES = 60;
const ATTEMPTS_PER_ADDRESS = 50;
const WINDOW_SECONDS = 15 * 60;

export type FirstAdmin = { name: string; email: string; password: string; language: Language };

export type SetupLinks = {
  /** Throws AppError 429. `address`: the client's IP address. */
  isValid(token: string, address: string): Promise<boolean>;
  /**
   * Makes the first administrator, once, and signs them in: whoever has the link has proved more than a password would,
   * so that attempts at signing in from the same address don't hold it up. Throws AppError 400 for a link that is used,
   * expired or unknown, or for a weak password, and 429.
   */
  makeFirstAdmin(token: string, admin: FirstAdmin, address: string): Promise<SignedIn>;
};

/**
 * What ends in the path of a link by which the first administrator is made; undefined when there is a user. Those of
 * other starts stay good for their hour, so that processes that start together do not void each other's.
 */
export async function openSetupLink(pool: Pool): Promise<string | undefined> {
  const token = randomBytes(32).toString('base64url');
  return (await insertSetupLink(pool, hashToken(token), SETUP_MINUTES)) ? token : undefined;
}

export function createSetupLinks(
  pool: Pool,
  settings: () => Promise<Pick<Settings, 'provider'>>,
): SetupLinks {
  const byAddress = createRateLimit(pool, 'setup-address', ATTEMPTS_PER_ADDRESS, WINDOW_SECONDS);

  return { isValid, makeFirstAdmin };

  async function isValid(token: string, address: string): Promise<boolean> {
    await byAddress.count(address);
    return isSetupLink(pool, hashToken(token));
  }

  async function makeFirstAdmin(token: string, admin: FirstAdmin, address: string): Promise<SignedIn> {
    await byAddress.count(address);
    const hashed = hashToken(token);
    if (!(await isSetupLink(pool, hashed))) throw new AppError(400, 'setup_link_invalid');
    const { password, ...account } = admin;
    const { provider } = await settings();
    if ((await passwordScore(password, [admin.email, admin.name, provider.name])) < REQUIRED_SCORE) {
      throw new AppError(400, 'password_too_weak');
    }
    const passwordHash = await hashPassword(password);
    return inTransaction(pool, async (client) => {
      if (!(await takeSetupLink(client, hashed))) throw new AppError(400, 'setup_link_invalid');
      const user = { ...account, role: 'Admin', fullDataAccess: false, passwordHash } as const;
      const userId = await insertUser(client, user);
      const signedIn = await beginSession(client, { userId, passwordHash, remember: false });
      if (!signedIn) throw new Error('The user who was just made has another password.');
      return signedIn;
    });
  }
}
