import { execute, type Queryable } from '../../platform/database/query.ts';

/** The opening of a dashboard, or a file that was handed out. */
export const usageEvents = [
  'opening',
  'analysis',
  'statistic',
  'visit',
  'original',
  'call-list',
  'order-pdf',
  'order-excel',
  'order-barcode-excel',
  'order-csv',
] as const;
export type UsageEvent = (typeof usageEvents)[number];

/** `day`: YYYY-MM-DD in Zurich. Ids are 0 for none; without a representative the statistic's uploader counts as such. */
export type UsageCount = {
  day: string;
  event: UsageEvent;
  caller: 'visitor' | 'user' | 'admin';
  statisticId: number;
  representativeId: number;
  count: number;
};

/** Adds to what was counted; all of it or nothing. */
export async function addUsage(db: Queryable, counts: readonly UsageCount[]): Promise<void> {
  const all = <Name extends keyof UsageCount>(name: Name) => counts.map((each) => each[name]);
  // In one order, so that processes that add at once wait for each other instead of for ever.
  await execute(
    db,
    `insert into usage_counts (day, event, caller, statistic_id, representative_id, count)
     select c.day, c.event, c.caller, c.statistic, coalesce(nullif(c.representative, 0), s.uploader_id, 0) as whose,
       sum(c.count)
     from unnest($1::date[], $2::text[], $3::text[], $4::integer[], $5::integer[], $6::integer[])
       as c (day, event, caller, statistic, representative, count)
     left join statistics s on s.id = c.statistic
     group by c.day, c.event, c.caller, c.statistic, whose
     order by c.day, c.event, c.caller, c.statistic, whose
     on conflict (day, event, caller, statistic_id, representative_id)
       do update set count = usage_counts.count + excluded.count`,
    [all('day'), all('event'), all('caller'), all('statisticId'), all('representativeId'), all('count')],
  );
}
