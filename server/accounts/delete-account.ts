import type { Pool } from 'pg';
import type { DeletionEffect, Person } from '#shared/schemas/user.ts';
import { recordChange } from '../audit/record-audit.ts';
import { gone } from '../platform/errors.ts';
import { findUser } from './account-queries.ts';
import { type Doer, refuseLastAdmin, refuseSelf } from './account-rules.ts';
import { changingAccounts, recordedFields, subjectOf } from './change-accounts.ts';
import { deleteUser, findDeletionEffect } from './deletion-queries.ts';
import { type HandOverTo, handOverEverything, heirOfDeleted } from './hand-over.ts';

/**
 * Deletes a user, having given uploads, carts and orders to another one, see heirOfDeleted: all or nothing.
 * Gives what it did.
 * @throws AppError 404, 409 `user_self`, `last_admin`, `hand_over_unknown`
 */
export function deleteAccount(
  pool: Pool,
  by: Doer,
  id: number,
  handOverTo: HandOverTo,
): Promise<DeletionEffect> {
  return changingAccounts(pool, by, async (client) => {
    const user = await findUser(client, id);
    if (!user) throw gone();
    refuseSelf(by, user);
    await refuseLastAdmin(client, user);
    const heir = await heirOfDeleted(client, user, handOverTo);
    const { effect, recorded } = await handOverEverything(client, user, heir);
    const { reports, replacementFor } = effect;
    const before = {
      ...(await recordedFields(client, user)),
      ...namedAs('subordinates', reports),
      ...namedAs('replacementFor', replacementFor),
    };
    await deleteUser(client, user);
    await recordChange(client, { by, action: 'user.deleted', ...subjectOf(user), before, after: recorded });
    return effect;
  });
}

/** What deleting a user would do. @throws AppError 404, 409 `hand_over_unknown` */
export async function deletionEffectOf(
  pool: Pool,
  id: number,
  handOverTo: HandOverTo,
): Promise<DeletionEffect> {
  const user = await findUser(pool, id);
  if (!user) throw gone();
  return findDeletionEffect(pool, id, (await heirOfDeleted(pool, user, handOverTo)) ?? null);
}

/** Whom the deletion concerns too, where there is anybody. */
function namedAs(field: string, people: readonly Person[]): Record<string, string[]> {
  return people.length > 0 ? { [field]: people.map(({ id, name }) => `${name} (${id})`) } : {};
}
