import type { Pool, PoolClient } from 'pg';
import type { DeletionEffect, User } from '#shared/schemas/user.ts';
import { refuseOutdated } from '../http/request/if-match.ts';
import { inTransaction, type Queryable } from '../platform/database/query.ts';
import { AppError, forbidden, gone, refusedAt } from '../platform/errors.ts';
import { type AuditAction, changedFields, isActiveAdmin, recordChange } from '../platform/record-audit.ts';
import { dropWaitingLinks } from './account-mails.ts';
import {
  countOtherAdmins,
  endSessions,
  findAccount,
  findActiveManager,
  findLineOf,
  findUser,
  lockAccounts,
  lockAdministration,
  updateUser,
  versionOfUser,
  voidPasswordLinks,
} from './account-queries.ts';
import { findDeletionEffect, handOver, holdBelongings } from './deletion-queries.ts';
import { insertUser, setUserRelations } from './user-queries.ts';

/**
 * Changes accounts in a transaction, one change at a time. Handing over thousands of uploads takes seconds: its `lock`,
 * lockAdministration, does not block signing in. @throws AppError 403 where `by` has been deactivated or demoted
 * meanwhile
 */
export function changingAccounts<Result>(
  pool: Pool,
  by: Doer,
  work: (client: PoolClient) => Promise<Result>,
  lock = lockAccounts,
): Promise<Result> {
  return inTransaction(pool, async (client) => {
    await lock(client);
    if (by && !(await isActiveAdmin(client, by.id))) throw forbidden();
    return work(client);
  });
}

/** Adds a user and returns the id; in changingAccounts. @throws AppError 409, as checkRelations and refuseTakenEmail */
export async function addAccount(
  client: PoolClient,
  by: Doer,
  fields: AccountFields,
  passwordHash: string | null,
): Promise<number> {
  await refuseTakenEmail(client, fields.email);
  await checkRelations(client, null, fields);
  const {
    Active: active,
    FullDataAccess: fullDataAccess,
    parentUserId,
    replacementUserId,
    ...account
  } = fields;
  const id = await insertUser(client, { ...account, active, fullDataAccess, passwordHash });
  await setUserRelations(client, id, parentUserId, replacementUserId);
  const after = await recordedFields(client, fields);
  await recordChange(client, { by, action: 'user.created', ...subjectOf({ ...fields, id }), after });
  return id;
}

type ChangeOptions = {
  force?: boolean;
  ifVersion?: number | undefined;
  /** Heir of uploads, carts and orders; by default the user keeps them. */
  handOverTo?: number | undefined;
  /** Further work in the same transaction. */
  also?: (client: PoolClient, before: User, after: User) => Promise<void>;
};

/**
 * Changes the given fields of a user, and returns the user before and after. A deactivated user is signed out everywhere;
 * a new address voids mailed links to set a password. `force`: also the last admin. @throws AppError 404, 409 as
 * addAccount and refuseLastAdmin, 412 where the user has another version than `ifVersion`
 */
export function changeAccount(
  pool: Pool,
  by: Doer,
  id: number,
  changes: Partial<AccountFields>,
  { force = false, ifVersion, handOverTo, also }: ChangeOptions = {},
): Promise<{ before: User; after: User }> {
  const change = async (client: PoolClient) => {
    const before = await findUser(client, id);
    if (!before) throw gone();
    refuseOutdated(ifVersion, { version: await versionOfUser(client, id), fields: before }, changes);
    const after = { ...before, ...changes };
    const isShutOut = before.Active && !after.Active;
    if (isShutOut) refuseSelf(by, before);
    if (!force) await refuseLastAdmin(client, before, after);
    await refuseTakenEmail(client, after.email, id);
    const isMoved = ['parentUserId', 'replacementUserId'].some((field) => field in changes);
    if (isMoved) await checkRelations(client, id, after);
    const changed = changedFields(before, after);
    const heir = handOverTo === undefined ? undefined : await heirOf(client, before, handOverTo);
    if (Object.keys(changed.after).length === 0 && !heir) return { before, after };
    const handed = heir && (await handOverEverything(client, before, heir));
    // Recorded first, while an administrator who gives up the role still has it.
    await recordChange(client, {
      by,
      action: deedOf(changed.after),
      ...subjectOf(after),
      before: await recordedFields(client, changed.before),
      after: { ...(await recordedFields(client, changed.after)), ...handed?.recorded },
    });
    await updateUser(client, { ...after, language: changes.language });
    if (isShutOut) {
      await endSessions(client, id);
      await dropWaitingLinks(client, id);
    }
    // Addresses are compared without case.
    const isOtherAddress = before.email.toLowerCase() !== after.email.toLowerCase();
    if (isShutOut || isOtherAddress) await voidPasswordLinks(client, id);
    await also?.(client, before, after);
    return { before, after };
  };
  return changingAccounts(pool, by, change, handOverTo === undefined ? lockAccounts : lockAdministration);
}

/** The name of a user in the audit. */
export function subjectOf({ id, name, email }: Pick<User, 'id' | 'name' | 'email'>) {
  return { subject: 'user', subjectKey: id, subjectName: `${name} <${email}>` } as const;
}

function deedOf(changed: Record<string, unknown>): AuditAction {
  // Somebody else has made the same change already.
  if (Object.keys(changed).length === 0) return 'user.handed-over';
  if (Object.keys(changed).join() !== 'Active') return 'user.changed';
  return changed.Active ? 'user.activated' : 'user.deactivated';
}

/** Fields of a user for the audit: people by name and number, since they may be deleted later. */
export async function recordedFields(db: Queryable, fields: Partial<User>): Promise<Record<string, unknown>> {
  const recorded: Record<string, unknown> = { ...fields };
  for (const relation of ['parentUserId', 'replacementUserId'] as const) {
    const id = fields[relation];
    if (id == null) continue;
    const person = await findUser(db, id);
    if (person) recorded[relation] = `${person.name} (${id})`;
  }
  return recorded;
}

/** The acting user; null for the command line. */
export type Doer = Pick<User, 'id' | 'name' | 'email'> | null;

/** A user without id. */
type AccountFields = Omit<User, 'id' | 'startPage'>;

/** @throws AppError 409 `email_taken`; case does not matter */
async function refuseTakenEmail(client: PoolClient, email: string, id?: number): Promise<void> {
  const known = await findAccount(client, email);
  if (known && known.id !== id) throw refusedAt('email', 409, 'email_taken', { name: known.name });
}

/**
 * Checks that manager and replacement exist, that nobody reports to themselves, directly or indirectly, or replaces
 * themselves; `id` is null for a new user. @throws AppError 409 `person_unknown`, `replacement_self`, `parent_cycle`
 * (naming the whole cycle)
 */
async function checkRelations(
  client: PoolClient,
  id: number | null,
  { name, parentUserId, replacementUserId }: Pick<User, 'name' | 'parentUserId' | 'replacementUserId'>,
): Promise<void> {
  if (replacementUserId !== null) {
    if (replacementUserId === id) throw refusedAt('replacementUserId', 409, 'replacement_self');
    if (!(await findUser(client, replacementUserId)))
      throw refusedAt('replacementUserId', 409, 'person_unknown');
  }
  if (parentUserId === null) return;
  const line = await findLineOf(client, parentUserId, id ?? 0);
  if (line.length === 0) throw refusedAt('parentUserId', 409, 'person_unknown');
  if (line.at(-1)?.id !== id) return;
  const cycle = [name, ...line.slice(0, -1).map((each) => each.name), name].join(' → ');
  throw refusedAt('parentUserId', 409, 'parent_cycle', { cycle });
}

/** @throws AppError 409 `last_admin` where no other administrator would be left */
export async function refuseLastAdmin(client: PoolClient, before: User, after?: User): Promise<void> {
  const isAdmin = (user: User | undefined) => user?.Active === true && user.role === 'Admin';
  if (!isAdmin(before) || isAdmin(after)) return;
  if ((await countOtherAdmins(client, before.id)) === 0) throw new AppError(409, 'last_admin');
}

/** @throws AppError 409 `user_self`: users cannot deactivate or delete themselves */
export function refuseSelf(by: Doer, { id }: User): void {
  if (by?.id === id) throw new AppError(409, 'user_self');
}

/** The heir of what a user has: a user, nobody, or undefined for the default. */
export type HandOverTo = number | 'nobody' | undefined;

/**
 * The heir of a deleted user: by default the nearest active manager, so that managers keep seeing it; undefined: nobody.
 * @throws AppError 409 `hand_over_unknown`
 */
export async function heirOfDeleted(
  db: Queryable,
  user: User,
  handOverTo: HandOverTo,
): Promise<User | undefined> {
  return handOverTo === undefined ? findActiveManager(db, user.id) : heirOf(db, user, handOverTo);
}

/** The named heir, if any. @throws AppError 409 `hand_over_unknown` */
async function heirOf(
  db: Queryable,
  user: User,
  handOverTo: Exclude<HandOverTo, undefined>,
): Promise<User | undefined> {
  if (handOverTo === 'nobody') return undefined;
  const heir = await findUser(db, handOverTo);
  if (heir?.Active && heir.id !== user.id) return heir;
  throw refusedAt('handOverTo', 409, 'hand_over_unknown');
}

/** Hands uploads, carts and orders over to the heir, if any, and returns what it was, also for the audit. */
export async function handOverEverything(
  client: PoolClient,
  user: User,
  heir: User | undefined,
): Promise<{ effect: DeletionEffect; recorded: Record<string, unknown> }> {
  await holdBelongings(client, user.id);
  const effect = await findDeletionEffect(client, user.id, heir ?? null);
  if (heir) await handOver(client, user, heir);
  const { uploads, carts, orders } = effect;
  const handedOverTo = heir ? `${heir.name} <${heir.email}>` : null;
  return { effect, recorded: { handedOverTo, uploads, carts, orders } };
}
