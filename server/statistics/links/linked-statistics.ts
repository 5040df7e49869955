import type { Pool } from 'pg';
import type { StatisticLink } from '#shared/schemas/statistic.ts';
import type { User } from '#shared/schemas/user.ts';
import { visibleUploaderIds } from '../access.ts';
import { listLinkedStatistics } from './link-queries.ts';

/**
 * The customer's other statistics that `user` is led to from a direct link. A customer number is no secret, and whoever
 * uploads under it must not come by what others have uploaded: a visitor gets those by the uploader who gave the link
 * away, a user also those that they may see.
 */
export async function linkedStatistics(
  pool: Pool,
  user: User | undefined,
  directLinkId: string,
): Promise<StatisticLink[]> {
  return listLinkedStatistics(pool, directLinkId, user ? await visibleUploaderIds(pool, user) : []);
}
