import type { Pool } from 'pg';
import type { Changes } from '../../platform/cache-invalidation/changes.ts';
import { keepUntilChanged } from '../../platform/cache-invalidation/keep-until-changed.ts';
import { type Feeding, findFeedingStatistic } from './feeding-queries.ts';

/**
 * Gives the statistic whose quantities stand for the market, if there is one, and for whom it does; asked once and again after every change of
 * the configuration or of a statistic, in whichever process.
 */
export function followFeedingStatistic(pool: Pool, changes: Changes): () => Promise<Feeding | undefined> {
  const kept = keepUntilChanged<Feeding | undefined>(changes, {
    max: 1,
    kinds: ['config', 'statistic'],
  });
  return () => kept('', () => findFeedingStatistic(pool));
}
