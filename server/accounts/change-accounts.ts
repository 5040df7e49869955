import type { Pool, PoolClient } from 'pg';
import type { User } from '#shared/schemas/user.ts';
import { type AuditAction, changedFields, recordChange } from '../audit/record-audit.ts';
import { inTransaction, type Queryable } from '../platform/database/query.ts';
import { forbidden, gone } from '../platform/errors.ts';
import { refuseOutdated } from '../reference-data/changed-meanwhile.ts';
import { dropWaitingLinks } from './account-mails.ts';
import {
  endSessions,
  findUser,
  isActiveAdmin,
  lockAccounts,
  updateUser,
  versionOfUser,
  voidPasswordLinks,
} from './account-queries.ts';
import {
  type AccountFields,
  checkRelations,
  type Doer,
  refuseLastAdmin,
  refuseSelf,
  refuseTakenEmail,
} from './account-rules.ts';
import { handOverEverything, heirOf } from './hand-over.ts';
import { insertUser, setUserRelations } from './user-queries.ts';

/**
 * Changes accounts in a transaction, one change after the other.
 * @throws AppError 403 where `by` has been shut out or demoted since they were let in
 */
export function changingAccounts<Result>(
  pool: Pool,
  by: Doer,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  return inTransaction(pool, async (client) => {
    await lockAccounts(client);
    if (by && !(await isActiveAdmin(client, by.id))) throw forbidden();
    return work(client);
  });
}

/** Adds a user and gives the id; in changingAccounts. @throws AppError 409, as in account-rules.ts */
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
  /** Who gets uploads, carts and orders; without, they stay the user's. */
  handOverTo?: number | undefined;
  /** What belongs to the change, in its transaction. */
  also?: (client: PoolClient, before: User, after: User) => Promise<void>;
};

/**
 * Changes what is given of a user, and gives the user before and after. Who is deactivated is signed out everywhere; what
 * was mailed to an address to set a password is void once the account has another one. `force`: also the last admin.
 * @throws AppError 404, 409 as in account-rules.ts, 412 where the user has another version than `ifVersion`
 */
export function changeAccount(
  pool: Pool,
  by: Doer,
  id: number,
  changes: Partial<AccountFields>,
  { force = false, ifVersion, handOverTo, also }: ChangeOptions = {},
): Promise<{ before: User; after: User }> {
  return changingAccounts(pool, by, async (client) => {
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
    if (Object.keys(changed.after).length === 0) return { before, after };
    const heir = handOverTo === undefined ? undefined : await heirOf(client, before, handOverTo);
    const handed = heir && (await handOverEverything(client, before, heir));
    // First: whoever takes the role from themselves has it until then.
    await recordChange(client, {
      by,
      action: deedOf(changed.after),
      ...subjectOf(after),
      before: await recordedFields(client, changed.before),
      after: { ...(await recordedFields(client, changed.after)), ...handed?.recorded },
    });
    await updateUser(client, after);
    if (isShutOut) {
      await endSessions(client, id);
      await dropWaitingLinks(client, id);
    }
    if (isShutOut || before.email !== after.email) await voidPasswordLinks(client, id);
    await also?.(client, before, after);
    return { before, after };
  });
}

/** What the log of changes calls a user. */
export function subjectOf({ id, name, email }: Pick<User, 'id' | 'name' | 'email'>) {
  return { subject: 'user', subjectKey: id, subjectName: `${name} <${email}>` } as const;
}

function deedOf(changed: Record<string, unknown>): AuditAction {
  if (Object.keys(changed).join() !== 'Active') return 'user.changed';
  return changed.Active ? 'user.activated' : 'user.deactivated';
}

/** Fields of a user as the log of changes keeps them: people by name beside their number, since they may be gone when it is read. */
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
