import type { Pool } from 'pg';
import { z } from 'zod';
import { text } from '#shared/fields.ts';
import { type StatisticLink, statisticLink } from '#shared/schemas/statistic.ts';
import type { User } from '#shared/schemas/user.ts';
import { visibleUploaderIds } from '../../accounts/user-queries.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { instant, type Queryable, queryRows } from '../../platform/database/query.ts';
import { isStopped, memberStates } from '../combined/combined-queries.ts';
import type { Dependencies } from '../dependencies.ts';

/** GET /api/statistics/{id}/links: "more statistics" of the same customer. */
export function linkRoutes({ pool }: Dependencies): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/statistics/:id/links',
      summary:
        'Other active statistics of the same customer by the same uploader or that the caller may see, newest period first.',
      access: 'everyone',
      params: z.object({ id: text() }),
      objects: { id: 'link' },
      query: z.strictObject({}),
      answer: z.array(statisticLink),
      handle: (_ctx, { params, user }) => linkedStatistics(pool, user, params.id),
    }),
  ];
}

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
  const found = await listLinkedStatistics(
    pool,
    directLinkId,
    user ? await visibleUploaderIds(pool, user) : [],
  );
  const states = await memberStates(
    pool,
    found.map(({ bezugsStatistikID }) => bezugsStatistikID),
  );
  return found.filter(({ bezugsStatistikID }) => !isStopped(states, bezugsStatistikID));
}

/**
 * The other statistics of the same customer that can be opened, newest period first: those by the same uploader, and
 * those by `uploaderIds` (null: anyone's). To a combined one only the latter lead: others' uploads are in it. The customer of a test upload was typed in by hand: test uploads lead to test
 * uploads only, and the others to none of them.
 */
function listLinkedStatistics(
  db: Queryable,
  directLinkId: string,
  uploaderIds: number[] | null,
): Promise<StatisticLink[]> {
  return queryRows<StatisticLink>(
    db,
    `select s.id as "bezugsStatistikID", s.direct_link_id as "directLinkId",
       ${instant('s.import_date')} as "importDate", s.time_month_from as "timeMonthFrom",
       s.time_year_from as "timeYearFrom", s.time_month_to as "timeMonthTo", s.time_year_to as "timeYearTo",
       case when s.combined then (
         select count(*)::integer from statistic_members m where m.statistic_id = s.id
       ) end as members
     from statistics s
     join statistics this on this.direct_link_id = $1
     where s.customer_external_id = this.customer_external_id and s.customer_external_id <> ''
       and s.test_upload = this.test_upload and s.active and s.deleted_at is null and s.id <> this.id
       and ($2::integer[] is null or s.uploader_id = this.uploader_id and not s.combined or s.uploader_id = any ($2))
     order by s.time_year_to desc, s.time_month_to desc, s.time_year_from desc, s.time_month_from desc,
       s.import_date desc, s.id desc`,
    [directLinkId, uploaderIds],
  );
}
