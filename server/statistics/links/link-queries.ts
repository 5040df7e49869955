import type { StatisticLink } from '#shared/schemas/statistic.ts';
import { instant } from '../../platform/database/instant.ts';
import { type Queryable, queryRows } from '../../platform/database/query.ts';

/**
 * The other statistics of the same customer that can be opened, newest period first: those by the same uploader, and
 * those by `uploaderIds` (null: anyone's). The customer of a test upload was typed in by hand: test uploads lead to test
 * uploads only, and the others to none of them.
 */
export function listLinkedStatistics(
  db: Queryable,
  directLinkId: string,
  uploaderIds: number[] | null,
): Promise<StatisticLink[]> {
  return queryRows<StatisticLink>(
    db,
    `select s.id as "bezugsStatistikID", s.direct_link_id as "directLinkId",
       ${instant('s.import_date')} as "importDate", s.time_month_from as "timeMonthFrom",
       s.time_year_from as "timeYearFrom", s.time_month_to as "timeMonthTo", s.time_year_to as "timeYearTo"
     from statistics s
     join statistics this on this.direct_link_id = $1
     where s.customer_external_id = this.customer_external_id and s.customer_external_id <> ''
       and s.test_upload = this.test_upload and s.active and s.deleted_at is null and s.id <> this.id
       and ($2::integer[] is null or s.uploader_id = this.uploader_id or s.uploader_id = any ($2))
     order by s.time_year_to desc, s.time_month_to desc, s.time_year_from desc, s.time_month_from desc,
       s.import_date desc, s.id desc`,
    [directLinkId, uploaderIds],
  );
}
