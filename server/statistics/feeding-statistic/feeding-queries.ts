import type { Pool } from 'pg';
import type { StatisticRevision } from '#analytics/statistics.ts';
import type { FeedingAudience } from '#shared/schemas/feeding-statistic.ts';
import type { Changes } from '../../platform/cache-invalidation/changes.ts';
import { keepUntilChanged } from '../../platform/cache-invalidation/keep-until-changed.ts';
import { history } from '../../platform/database/history.ts';
import { instant, type Queryable, queryOptionalRow, queryRow } from '../../platform/database/query.ts';
import { storeSetting } from '../../platform/settings/setting-queries.ts';

/** Key of the configuration under which the statistic stands whose quantities stand for the market. */
export const FEEDING_KEY = 'STOCKOUT_BEZUGS_STATISTIK_ID';

/** Key under which stands, after that statistic's number, who may see amounts reckoned from it, where that was chosen. */
const AUDIENCE_KEY = 'STOCKOUT_BEZUGS_AUDIENCE';

/**
 * Who may see amounts reckoned from the statistic `s`: who was chosen together with it, else everybody where it is of no
 * customer, and signed-in users where it is a customer's. The one place that says so.
 */
const audience = `coalesce(
  (select substring(value from '^' || s.id || ' (everybody|signedIn|statistic)$')
   from config where key = '${AUDIENCE_KEY}'),
  case when concat(s.customer_external_id, s.customer_name, s.customer) = '' then 'everybody' else 'signedIn' end
)`;

/** The statistic that stands for the market, and what decides who may see amounts reckoned from it. */
export type Feeding = Required<StatisticRevision> & {
  audience: FeedingAudience;
  uploader: { id: number } | null;
};

/** The statistic that config STOCKOUT_BEZUGS_STATISTIK_ID names, while it is neither disabled nor deleted. */
function findFeedingStatistic(db: Queryable): Promise<Feeding | undefined> {
  return queryOptionalRow<Feeding>(
    db,
    `select s.id as statistic, s.revision, ${history} as "statisticHistory", ${audience} as audience,
       case when s.uploader_id is not null then jsonb_build_object('id', s.uploader_id) end as uploader
     from config c join statistics s on s.id::text = c.value
     where c.key = '${FEEDING_KEY}' and s.active and s.deleted_at is null`,
  );
}

/** What was chosen, whatever has become of it; by whom and when it was chosen, where that is known. */
export type FeedingChoice = {
  /** bezugsStatistikID; null: none is chosen */
  value: number | null;
  /** null: none is chosen, or it was deleted for good */
  audience: FeedingAudience | null;
  chosenAt: string | null;
  chosenBy: string | null;
  /** Grows with every choice; 0 before the first. */
  version: number;
};

export function readFeedingChoice(db: Queryable): Promise<FeedingChoice> {
  return queryRow<FeedingChoice>(
    db,
    `select case when c.value ~ '^[0-9]{1,9}$' then c.value::integer end as value,
       case when s.id is not null then ${audience} end as audience,
       ${instant('made.changed_at')} as "chosenAt", u.name as "chosenBy",
       coalesce((select max(id) from config_changes where key = $1), 0) as version
     from (select 1) as one
     left join config c on c.key = $1
     left join statistics s on s.id::text = c.value
     left join lateral (
       select changed_at, changed_by, value from config_changes where key = $1 order by id desc limit 1
     ) as made on made.value = c.value
     left join users u on u.id = made.changed_by`,
    [FEEDING_KEY],
  );
}

/** State of a statistic that is about to be chosen; who would see its amounts, unless that is chosen too. */
export function findFeedingCandidate(
  db: Queryable,
  id: number,
): Promise<
  | { revision: number; active: boolean; deleted: boolean; combined: boolean; audience: FeedingAudience }
  | undefined
> {
  return queryOptionalRow(
    db,
    `select revision, active, deleted_at is not null as deleted, combined, ${audience} as audience
     from statistics s where id = $1`,
    [id],
  );
}

/**
 * From now on the statistic's quantities stand for the market, and amounts reckoned from it are for `audience`; for its
 * default without one. Call it in a transaction.
 */
export async function storeFeedingChoice(
  db: Queryable,
  id: number,
  userId: number,
  audience?: FeedingAudience,
): Promise<void> {
  await storeSetting(db, FEEDING_KEY, String(id), userId);
  await storeSetting(db, AUDIENCE_KEY, audience ? `${id} ${audience}` : null, userId);
}

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
