import type { Pool } from 'pg';
import type { StatisticLink } from '../answers/statistic.ts';
import type { User } from '../answers/user.ts';
import { listLinkedStatistics } from '../db/statistic-links.ts';
import { visibleUploaderIds } from './access.ts';

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
