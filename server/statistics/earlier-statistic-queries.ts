import type { EarlierStatistic } from '#shared/schemas/statistic.ts';
import { instant, type Queryable, queryRows } from '../platform/database/query.ts';
import type { TimeRange } from './time-range.ts';

/**
 * A customer's statistics that one of `uploaderIds` (null: anyone) uploaded, newest period first; no test uploads. With
 * `time` only those that have a month in common with it.
 */
export function findEarlierStatistics(
  db: Queryable,
  customerExternalId: string,
  uploaderIds: number[] | null,
  time?: TimeRange,
): Promise<EarlierStatistic[]> {
  return queryRows<EarlierStatistic>(
    db,
    `select id as "bezugsStatistikID", direct_link_id as "directLinkId", revision, customer_name as "customerName",
       time_month_from as "timeMonthFrom", time_year_from as "timeYearFrom", time_month_to as "timeMonthTo",
       time_year_to as "timeYearTo", ${instant('import_date')} as "importDate"
     from statistics
     where customer_external_id = $1 and deleted_at is null and not test_upload and not combined
       and ($2::integer[] is null or uploader_id = any ($2))
       and ($3::integer is null or time_year_from * 12 + time_month_from <= $4)
       and ($3::integer is null or time_year_to * 12 + time_month_to >= $3)
     order by time_year_to desc, time_month_to desc, import_date desc, id desc
     limit 50`,
    [
      customerExternalId,
      uploaderIds,
      time ? time.timeYearFrom * 12 + time.timeMonthFrom : null,
      time ? time.timeYearTo * 12 + time.timeMonthTo : null,
    ],
  );
}
