import { randomBytes } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { Language } from '#shared/languages.ts';
import { REQUIRED_SCORE } from '#shared/password-rule.ts';
import { hashToken } from '../http/tokens.ts';
import { execute, inTransaction, type Queryable, queryRow } from '../platform/database/query.ts';
import { AppError } from '../platform/errors.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { lockAccounts } from './account-queries.ts';
import { addAccount } from './change-accounts.ts';
import { passwordScore } from './passwords/password-score.ts';
import { beginSession, hashPassword, type SignedIn } from './sign-in/authenticate.ts';
import { createRateLimit } from './sign-in/rate-limits.ts';

/** Lifetime of a link that is printed at a start. */
const SETUP_MINUTES = 60;
const ATTEMPTS_PER_ADDRESS = 50;
const WINDOW_SECONDS = 15 * 60;

export type FirstAdmin = { name: string; email: string; password: string; language: Language };

export type SetupLinks = {
  /** Throws AppError 429. `address`: the client's IP address. */
  isValid(token: string, address: string): Promise<boolean>;
  /**
   * Makes the first administrator, once, and signs them in. Whoever has the link has proved more than a password would,
   * so rate limits of signing in do not apply. Throws AppError 400 for a used, expired or unknown link or a weak
   * password, and 429.
   */
  makeFirstAdmin(token: string, admin: FirstAdmin, address: string, userAgent: string): Promise<SignedIn>;
};

/**
 * The last part of the path of a link to make the first administrator; undefined when there is a user. Links of other
 * starts stay valid for their hour, so that processes that start together do not void each other's.
 */
export async function openSetupLink(pool: Pool): Promise<string | undefined> {
  const token = randomBytes(32).toString('base64url');
  return (await insertSetupLink(pool, hashToken(token), SETUP_MINUTES)) ? token : undefined;
}

/** Printed at the start of a portal without users: how to make the first administrator. */
export function firstSteps(portalUrl: string, setupToken: string): string {
  return [
    `Nobody can sign in yet. Make the first administrator with this link, which is good once and for ${SETUP_MINUTES} minutes:`,
    '',
    `  ${portalUrl}/setup/${setupToken}`,
    '',
    'The next start prints a new one while there is no user. Without a browser: npm run user -- --help',
  ].join('\n');
}

export function createSetupLinks(
  pool: Pool,
  settings: () => Promise<Pick<Settings, 'provider'>>,
): SetupLinks {
  const byAddress = createRateLimit(pool, 'setup-address', ATTEMPTS_PER_ADDRESS, WINDOW_SECONDS);

  return { isValid, makeFirstAdmin };

  async function isValid(token: string, address: string): Promise<boolean> {
    const { takeBack } = await byAddress.count(address);
    const valid = await isSetupLink(pool, hashToken(token));
    if (valid) await takeBack();
    return valid;
  }

  async function makeFirstAdmin(
    token: string,
    admin: FirstAdmin,
    address: string,
    userAgent: string,
  ): Promise<SignedIn> {
    if (!(await isValid(token, address))) throw new AppError(400, 'setup_link_invalid');
    const { password, ...account } = admin;
    const { provider } = await settings();
    if ((await passwordScore(password, [admin.email, admin.name, provider.name])) < REQUIRED_SCORE) {
      throw new AppError(400, 'password_too_weak');
    }
    const passwordHash = await hashPassword(password);
    return inTransaction(pool, async (client) => {
      if (!(await takeSetupLink(client, hashToken(token)))) throw new AppError(400, 'setup_link_invalid');
      const relations = { parentUserId: null, replacementUserId: null };
      const fields = {
        ...account,
        role: 'Admin',
        Active: true,
        FullDataAccess: false,
        ...relations,
      } as const;
      const userId = await addAccount(client, null, fields, passwordHash);
      const signedIn = await beginSession(client, { userId, passwordHash, remember: false, userAgent });
      if (!signedIn) throw new Error('The user who was just made has another password.');
      return signedIn;
    });
  }
}

/** Stores a link for `minutes`, unless there is a user; returns whether it did. Others stay valid until they expire. */
async function insertSetupLink(db: Queryable, tokenHash: Buffer, minutes: number): Promise<boolean> {
  await execute(db, 'delete from setup_links where expires_at <= now() or exists (select from users)');
  const inserted = await execute(
    db,
    `insert into setup_links (token_hash, expires_at)
     select $1, now() + make_interval(mins => $2) where not exists (select from users)`,
    [tokenHash, minutes],
  );
  return inserted === 1;
}

/** Whether the link is valid: known, not expired, and there is no user yet. */
async function isSetupLink(db: Queryable, tokenHash: Buffer): Promise<boolean> {
  const { good } = await queryRow<{ good: boolean }>(
    db,
    `select exists (select from setup_links where token_hash = $1 and expires_at > now())
       and not exists (select from users) as good`,
    [tokenHash],
  );
  return good;
}

/**
 * Consumes the link and all others: true once per installation. Blocks other additions of users until the transaction
 * ends.
 */
async function takeSetupLink(client: PoolClient, tokenHash: Buffer): Promise<boolean> {
  await lockAccounts(client);
  if (!(await isSetupLink(client, tokenHash))) return false;
  await execute(client, 'delete from setup_links');
  return true;
}
