import type { Pool } from 'pg';
import type { Statistic } from '#shared/schemas/statistic.ts';
import type { User } from '#shared/schemas/user.ts';
import { changeableUploaderIds, type Seer, visibleUploaderIds } from '../accounts/user-queries.ts';
import type { Queryable } from '../platform/database/query.ts';
import type { Feeding } from './feeding-statistic/feeding-queries.ts';
import { findStatisticById } from './statistic-queries.ts';

/** Whether a statistic is one of these users' uploads (null: everyone's). */
export function isUploadOf(
  uploaderIds: number[] | null,
  { uploader }: { uploader: { id: number } | null },
): boolean {
  return uploaderIds === null || (uploader !== null && uploaderIds.includes(uploader.id));
}

/** Whether `user` may see everything of a statistic: its files, its comment, who uploaded it. */
export async function maySee(
  pool: Pool,
  user: User,
  statistic: Pick<Statistic, 'uploader'>,
): Promise<boolean> {
  return isUploadOf(await visibleUploaderIds(pool, user), statistic);
}

/** Whether `user`, undefined for a visitor, may see amounts reckoned from the statistic that stands for the market. */
export async function maySeeAmounts(
  pool: Pool,
  user: Seer | undefined,
  feeding: Pick<Feeding, 'audience' | 'uploader'>,
): Promise<boolean> {
  if (feeding.audience === 'everybody' || user?.role === 'Admin') return true;
  if (!user || feeding.audience === 'signedIn') return user !== undefined;
  return isUploadOf(await visibleUploaderIds(pool, user), feeding);
}

/** Whether `user` may edit, disable, delete and restore a statistic and replace its consent file. */
export async function mayChange(
  db: Queryable,
  user: User,
  statistic: Pick<Statistic, 'uploader'>,
): Promise<boolean> {
  return isUploadOf(await changeableUploaderIds(db, user), statistic);
}

/**
 * Whether `user` may read and make orders of a statistic that `ownerId` has a cart of. They say more of the customer than a
 * dashboard and outlive it: they are for their owner and administrators, and for whoever may see the statistic, while it is
 * open. To hold its direct link is not enough.
 */
export async function mayReadOrders(
  pool: Pool,
  user: User,
  { ownerId, statisticId }: { ownerId: number | null; statisticId: number },
): Promise<boolean> {
  if (ownerId === user.id || user.role === 'Admin') return true;
  const statistic = await findStatisticById(pool, statisticId);
  return statistic?.active === true && maySee(pool, user, statistic);
}

/** The same of an order `o` in a statement that finds statistics which `user` may see. */
export function isReadableOrder(statistic: string, user: string, isAdmin: string): string {
  return `(${statistic}.active or o.owner_id = ${user} or ${isAdmin})`;
}

/**
 * Whether `user` may read what a scenario `c` proposed, in a statement that finds statistics which they may see: one's own and
 * visible ones, of a statistic that can be opened, which one that combines another that can't be is not.
 */
export function isReadableScenario(statistic: string, user: string): string {
  return `(${statistic}.active and (c.owner_id = ${user} or c.visible) and not exists (
    select from statistic_members place left join statistics member on member.id = place.member_id
    where place.statistic_id = ${statistic}.id and (member.active and member.deleted_at is null) is not true
  ))`;
}

/** When an order was handed out, and counts as made: again, where its cart had been another one meanwhile. */
export function handedAt(order: string): string {
  return `coalesce(${order}.handed_again_at, ${order}.made_at)`;
}

/** What an order is worth, as far as its rows have prices; null where none has. */
export function orderSum(order: string): string {
  return `nullif(${order}.ex_factory_sum, 0)`;
}

/** Whether a change of a cart is one of what is ordered: not one of who may look at it, nor one that changed nothing. */
export function changesOrder(change: string): string {
  return `(${change}.rows <> '[]' or ${change}.header - 'visible' <> '{}')`;
}

/** Whether an order `o` is a customer's: its statistic may have become another one's since it was made. */
export function isOrderOf(customer: string): string {
  return `o.content::json #>> '{statistic,customerExternalId}' = ${customer}`;
}
