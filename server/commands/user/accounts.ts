import type { Pool } from 'pg';
import { type Account, findAccount, listAccounts } from '../../accounts/account-queries.ts';
import { addAccount as add, changeAccount, changingAccounts } from '../../accounts/change-accounts.ts';
import type { NewUser } from '../../accounts/user-queries.ts';
import type { Queryable } from '../../platform/database/query.ts';
import { AppError } from '../../platform/errors.ts';

/** What was asked is not possible; the message says why and what is. */
export class RefusedError extends Error {}

/** Adds a user without a password. @throws {RefusedError} when the address is taken */
export function addAccount(
  pool: Pool,
  user: Omit<NewUser, 'active' | 'passwordHash' | 'fullDataAccess'>,
): Promise<Account> {
  return changingAccounts(pool, null, async (client) => {
    const known = await findAccount(client, user.email);
    if (known) {
      throw new RefusedError(
        known.active
          ? `There is a user ${known.email} already: ${known.name}.`
          : `There is a user ${known.email} already, deactivated: ${known.name}. npm run user -- activate ${known.email} lets them in again.`,
      );
    }
    if (user.role !== 'Admin' && (await listAccounts(client)).length === 0)
      throw new RefusedError('The first user must be an administrator: add --role Admin.');
    const relations = { parentUserId: null, replacementUserId: null };
    const fields = { ...user, Active: true, FullDataAccess: false, ...relations };
    await add(client, null, fields, null);
    return (await findAccount(client, user.email))!;
  });
}

/**
 * Deactivates a user and ends their sessions in every process. @throws {RefusedError} for the last administrator, unless
 * forced
 */
export async function deactivate(pool: Pool, email: string, force: boolean): Promise<Account> {
  const account = await accountOf(pool, email);
  try {
    await changeAccount(pool, null, account.id, { Active: false }, { force });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'last_admin') throw error;
    throw new RefusedError(
      `${account.email} is the last active administrator. Make somebody else one first (make-admin), or add --force.`,
    );
  }
  return account;
}

/** @throws {RefusedError} when there is no such user */
export async function activate(pool: Pool, email: string): Promise<Account> {
  const account = await accountOf(pool, email);
  await changeAccount(pool, null, account.id, { Active: true });
  return account;
}

/** @throws {RefusedError} when there is no such user, or a deactivated one */
export async function promote(pool: Pool, email: string): Promise<Account> {
  const account = await activeAccountOf(pool, email);
  await changeAccount(pool, null, account.id, { role: 'Admin' });
  return account;
}

/** @throws {RefusedError} when there is no such user, or a deactivated one */
export async function activeAccountOf(db: Queryable, email: string): Promise<Account> {
  const account = await accountOf(db, email);
  if (!account.active) {
    throw new RefusedError(
      `${account.email} is deactivated. First let them in again: npm run user -- activate ${account.email}`,
    );
  }
  return account;
}

async function accountOf(db: Queryable, email: string): Promise<Account> {
  const account = await findAccount(db, email.trim());
  if (!account) throw new RefusedError(`There is no user ${email}. npm run user -- list shows all.`);
  return account;
}
