import type { FeedingStatistic } from '#analytics/statistics.ts';
import { type Queryable, queryOptionalRow } from './query.ts';

/** The statistic that config STOCKOUT_BEZUGS_STATISTIK_ID names, while it is neither disabled nor deleted. */
export function findFeedingStatistic(db: Queryable): Promise<FeedingStatistic | undefined> {
  return queryOptionalRow<FeedingStatistic>(
    db,
    `select s.id as statistic, s.revision
     from config c join statistics s on s.id::text = c.value
     where c.key = 'STOCKOUT_BEZUGS_STATISTIK_ID' and s.active and s.deleted_at is null`,
  );
}
