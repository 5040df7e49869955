import type { Pool } from 'pg';
import type { Statistic } from '../answers/statistic.ts';
import type { User } from '../answers/user.ts';
import { findStatisticById } from '../db/statistics.ts';
import { accessibleUserIds } from '../db/users.ts';
import { notFound } from '../errors.ts';

/** Users whose uploads `user` may see; null: everyone's. */
export async function visibleUploaderIds(pool: Pool, user: User): Promise<number[] | null> {
  if (user.role === 'Admin' || user.FullDataAccess) return null;
  return accessibleUserIds(pool, user.id);
}

/**
 * Users whose uploads `user` may change; null: everyone's. Full data access is for reading: changing takes being an
 * admin, the uploader, above them or in their place.
 */
export async function changeableUploaderIds(pool: Pool, user: User): Promise<number[] | null> {
  return user.role === 'Admin' ? null : accessibleUserIds(pool, user.id);
}

/** Whether a statistic is one of these users' uploads (null: everyone's). */
export function isUploadOf(uploaderIds: number[] | null, { uploader }: Pick<Statistic, 'uploader'>): boolean {
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

/** Whether `user` may edit, disable, delete and restore a statistic and replace its consent file. */
export async function mayChange(
  pool: Pool,
  user: User,
  statistic: Pick<Statistic, 'uploader'>,
): Promise<boolean> {
  return isUploadOf(await changeableUploaderIds(pool, user), statistic);
}

/** The statistic when `user` may see it, active or not; AppError 404 otherwise, which does not tell whether it exists. */
export async function visibleStatistic(pool: Pool, user: User, id: number): Promise<Statistic> {
  const found = await findStatisticById(pool, id);
  if (!found || !(await maySee(pool, user, found))) throw notFound();
  return found;
}

/** The statistic when `user` may change it; AppError 404 otherwise, which does not tell whether it exists. */
export async function changeableStatistic(
  pool: Pool,
  user: User,
  id: number,
  deleted = false,
): Promise<Statistic> {
  const found = await findStatisticById(pool, id, deleted);
  if (!found || !(await mayChange(pool, user, found))) throw notFound();
  return found;
}
