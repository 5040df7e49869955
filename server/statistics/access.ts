import type { Pool } from 'pg';
import { findStatisticById, type Statistic } from '../db/statistics.ts';
import { accessibleUserIds, type User } from '../db/users.ts';
import { notFound } from '../errors.ts';

/** Users whose uploads `user` may see; null: everyone's. */
export async function visibleUploaderIds(pool: Pool, user: User): Promise<number[] | null> {
  if (user.role === 'Admin' || user.FullDataAccess) return null;
  return accessibleUserIds(pool, user.id);
}

/** Whether `user` may see everything of a statistic: its files, its comment, who uploaded it. */
export async function maySee(
  pool: Pool,
  user: User,
  { uploader }: Pick<Statistic, 'uploader'>,
): Promise<boolean> {
  const visible = await visibleUploaderIds(pool, user);
  return visible === null || (uploader !== null && visible.includes(uploader.id));
}

/** Full data access is for reading: changing takes being an admin, the uploader, above them or in their place. */
export async function mayChange(
  pool: Pool,
  user: User,
  { uploader }: Pick<Statistic, 'uploader'>,
): Promise<boolean> {
  if (user.role === 'Admin') return true;
  return uploader !== null && (await accessibleUserIds(pool, user.id)).includes(uploader.id);
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
