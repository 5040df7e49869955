import type { PoolClient } from 'pg';
import type { DeletionEffect, User } from '#shared/schemas/user.ts';
import type { Queryable } from '../platform/database/query.ts';
import { AppError } from '../platform/errors.ts';
import { findActiveManager, findUser } from './account-queries.ts';
import { findDeletionEffect, handOver, holdBelongings } from './deletion-queries.ts';

/** Who shall get what a user has: that user, nobody, or, where it is not said, whoever gets it then. */
export type HandOverTo = number | 'nobody' | undefined;

/**
 * Who gets what a deleted user has: where it is not said, the nearest active person above, so that line managers keep seeing
 * it; undefined: nobody.
 * @throws AppError 409 `hand_over_unknown`
 */
export async function heirOfDeleted(
  db: Queryable,
  user: User,
  handOverTo: HandOverTo,
): Promise<User | undefined> {
  return handOverTo === undefined ? findActiveManager(db, user.id) : heirOf(db, user, handOverTo);
}

/** Who gets what a user has, where somebody is named. @throws AppError 409 `hand_over_unknown` */
export async function heirOf(
  db: Queryable,
  user: User,
  handOverTo: Exclude<HandOverTo, undefined>,
): Promise<User | undefined> {
  if (handOverTo === 'nobody') return undefined;
  const heir = await findUser(db, handOverTo);
  if (heir?.Active && heir.id !== user.id) return heir;
  throw new AppError(409, 'hand_over_unknown', {
    issues: [{ path: 'handOverTo', message: 'hand_over_unknown' }],
  });
}

/** Gives uploads, carts and orders to the heir, if any, and says what it was, also for the log of changes. */
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
