import type { FeedingStatistic } from '#analytics/statistics.ts';
import { instant } from './instant.ts';
import { execute, type Queryable, queryOptionalRow, queryRow } from './query.ts';

/** Key of the configuration under which the statistic stands whose quantities stand for the market. */
export const FEEDING_KEY = 'STOCKOUT_BEZUGS_STATISTIK_ID';

/** The statistic that config STOCKOUT_BEZUGS_STATISTIK_ID names, while it is neither disabled nor deleted. */
export function findFeedingStatistic(db: Queryable): Promise<FeedingStatistic | undefined> {
  return queryOptionalRow<FeedingStatistic>(
    db,
    `select s.id as statistic, s.revision
     from config c join statistics s on s.id::text = c.value
     where c.key = '${FEEDING_KEY}' and s.active and s.deleted_at is null`,
  );
}

/** What was chosen, whatever has become of it; by whom and when it was chosen, where that is known. */
export type FeedingChoice = {
  /** bezugsStatistikID; null: none is chosen */
  value: number | null;
  chosenAt: string | null;
  chosenBy: string | null;
  /** Grows with every choice; 0 before the first. */
  version: number;
};

export function readFeedingChoice(db: Queryable): Promise<FeedingChoice> {
  return queryRow<FeedingChoice>(
    db,
    `select case when c.value ~ '^[0-9]{1,9}$' then c.value::integer end as value,
       ${instant('made.changed_at')} as "chosenAt", u.name as "chosenBy",
       coalesce((select max(id) from config_changes where key = $1), 0) as version
     from (select 1) as one
     left join config c on c.key = $1
     left join lateral (
       select changed_at, changed_by, value from config_changes where key = $1 order by id desc limit 1
     ) as made on made.value = c.value
     left join users u on u.id = made.changed_by`,
    [FEEDING_KEY],
  );
}

/** State of a statistic that is about to be chosen. */
export function findFeedingCandidate(
  db: Queryable,
  id: number,
): Promise<{ revision: number; active: boolean; deleted: boolean } | undefined> {
  return queryOptionalRow(
    db,
    'select revision, active, deleted_at is not null as deleted from statistics where id = $1',
    [id],
  );
}

/** From now on the statistic's quantities stand for the market; call it in a transaction. */
export async function storeFeedingChoice(db: Queryable, id: number, userId: number): Promise<void> {
  await execute(
    db,
    `insert into config (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value`,
    [FEEDING_KEY, String(id)],
  );
  await execute(db, 'insert into config_changes (key, value, changed_by) values ($1, $2, $3)', [
    FEEDING_KEY,
    String(id),
    userId,
  ]);
}
