import type { Pool } from 'pg';
import type { DeletionEffect, Person, User } from '../answers/user.ts';
import { recordChange } from '../db/audit.ts';
import { findUser } from '../db/user-accounts.ts';
import { deleteUser, findDeletionEffect, handOver, holdBelongings } from '../db/user-deletion.ts';
import { AppError, gone } from '../errors.ts';
import { type Doer, refuseLastAdmin, refuseSelf } from './account-rules.ts';
import { changingAccounts, subjectOf } from './change-accounts.ts';
import { recordedFields } from './recorded-fields.ts';

/**
 * Deletes a user, having given uploads, carts and orders to another one where `handOverTo` names one: all or nothing.
 * Gives what it did.
 * @throws AppError 404, 409 `user_self`, `last_admin`, `hand_over_unknown`
 */
export function deleteAccount(
  pool: Pool,
  by: Doer,
  id: number,
  handOverTo: number | null,
): Promise<DeletionEffect> {
  return changingAccounts(pool, by, async (client) => {
    const user = await findUser(client, id);
    if (!user) throw gone();
    refuseSelf(by, user);
    await refuseLastAdmin(client, user);
    const heir = handOverTo === null ? undefined : await findUser(client, handOverTo);
    if (handOverTo !== null) checkHeir(user, heir);
    await holdBelongings(client, id);
    const effect = await findDeletionEffect(client, id, handOverTo);
    if (heir) await handOver(client, user, heir);
    const { uploads, carts, orders, reports, replacementFor } = effect;
    const before = {
      ...(await recordedFields(client, user)),
      ...namedAs('subordinates', reports),
      ...namedAs('replacementFor', replacementFor),
    };
    await deleteUser(client, user);
    const after = { handedOverTo: heir ? `${heir.name} <${heir.email}>` : null, uploads, carts, orders };
    await recordChange(client, { by, action: 'user.deleted', ...subjectOf(user), before, after });
    return effect;
  });
}

/** What deleting a user would do. @throws AppError 404, 409 `hand_over_unknown` */
export async function deletionEffectOf(
  pool: Pool,
  id: number,
  handOverTo: number | null,
): Promise<DeletionEffect> {
  const user = await findUser(pool, id);
  if (!user) throw gone();
  if (handOverTo !== null) checkHeir(user, await findUser(pool, handOverTo));
  return findDeletionEffect(pool, id, handOverTo);
}

/** Whom the deletion concerns too, where there is anybody. */
function namedAs(field: string, people: readonly Person[]): Record<string, string[]> {
  return people.length > 0 ? { [field]: people.map(({ id, name }) => `${name} (${id})`) } : {};
}

function checkHeir(user: User, heir: User | undefined): void {
  if (heir?.Active && heir.id !== user.id) return;
  throw new AppError(409, 'hand_over_unknown', {
    issues: [{ path: 'handOverTo', message: 'hand_over_unknown' }],
  });
}
