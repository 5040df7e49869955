import type { Pool } from 'pg';
import { type Feeding, findFeedingStatistic } from '../db/feeding-statistic.ts';
import type { Changes } from './changes.ts';
import { keepUntilChanged } from './keep-until-changed.ts';

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
