import type { Meaning } from '#analytics/customers.ts';
import { type Queryable, queryRows } from '../../platform/database/query.ts';
import { handedAt } from '../../statistics/access.ts';

type Names = { representative: string | null; team: string | null };
/** First day of the month, YYYY-MM-DD. */
type OfMonth = { month: string };

/** Activity in a month. Order values in CHF, ex-factory; null: no row of the orders has a price. */
export type Activity = {
  uploads: number;
  testUploads: number;
  visitorOpenings: number;
  userOpenings: number;
  downloads: number;
  visitorDownloads: number;
  orders: number;
  orderVersions: number;
  orderPacks: number;
  orderValue: number | null;
};

export type DayOfOpenings = {
  day: string;
  visitors: number;
  users: number;
  admins: number;
  openings: number;
  statistics: number;
};

export type UploadTracked = Names & {
  uploadedOn: string;
  customer: string | null;
  customerExternalId: string | null;
  periodFrom: string;
  periodTo: string;
  lines: number;
  testUpload: boolean;
  active: boolean;
  accomplished: boolean;
  visitorOpenings: number;
  userOpenings: number;
  allDownloads: number;
  orders: number;
};

/** Managers of users; a user without one who has reports leads a team. An id without a user (0: nobody) has no names. */
const people = `people as (
  select u.id, u.name as representative,
    coalesce(p.name, case when exists (select from users s where s.parent_user_id = u.id) then u.name end) as team
  from users u
  left join users p on p.id = u.parent_user_id
)`;

/** Whether a row is of the uploads of these users, or of all (null). */
export const isOf = (id: string) => `($1::integer[] is null or ${id} = any($1))`;

/**
 * Activity of uploaders ($1) by month. Of a cart's versions in a month the last one is the order; it counts as sent when
 * its mail to the wholesaler was.
 */
export const activities = `acts as (
  select date_trunc('month', import_date at time zone 'Europe/Zurich')::date as month,
    coalesce(uploader_id, 0) as id,
    count(*) filter (where not test_upload) as uploads,
    count(*) filter (where test_upload) as test_uploads,
    0 as visitor_openings, 0 as user_openings, 0 as downloads, 0 as visitor_downloads,
    0 as orders, 0 as sent, 0 as versions, 0 as packs, 0 as value
  from statistics
  where deleted_at is null and not combined
  group by 1, 2
  union all
  select date_trunc('month', day)::date, representative_id, 0, 0,
    coalesce(sum(count) filter (where event = 'opening' and caller = 'visitor'), 0),
    coalesce(sum(count) filter (where event = 'opening' and caller <> 'visitor'), 0),
    coalesce(sum(count) filter (where event <> 'opening' and caller <> 'visitor'), 0),
    coalesce(sum(count) filter (where event <> 'opening' and caller = 'visitor'), 0),
    0, 0, 0, 0, 0
  from usage_counts
  group by 1, 2
  union all
  select month, id, 0, 0, 0, 0, 0, 0,
    count(*) filter (where newest),
    count(*) filter (where newest and exists (select from mails m where m.order_id = numbered.number and m.sent_at is not null)),
    count(*), sum(packs) filter (where newest), sum(ex_factory_sum) filter (where newest)
  from (
    select *, row_number() over (partition by cart_key, month order by handed_at desc, version desc) = 1 as newest
    from (
      select id as number, cart_key, version, coalesce(owner_id, 0) as id, packs, ex_factory_sum, handed_at,
        date_trunc('month', handed_at at time zone 'Europe/Zurich')::date as month
      from orders o cross join lateral (select ${handedAt('o')} as handed_at) handed
    ) versions
  ) numbered
  group by 1, 2
)`;

/** The value of orders; null where no row of them has a price. */
export const orderValueOf = (orders: string, value: string) =>
  `(case when ${orders} = 0 then 0 else nullif(${value}, 0) end)`;

const sums = `sum(a.uploads)::float8 as uploads, sum(a.test_uploads)::float8 as "testUploads",
  sum(a.visitor_openings)::float8 as "visitorOpenings", sum(a.user_openings)::float8 as "userOpenings",
  sum(a.downloads)::float8 as downloads, sum(a.visitor_downloads)::float8 as "visitorDownloads",
  sum(a.orders)::float8 as orders, sum(a.versions)::float8 as "orderVersions", sum(a.packs)::float8 as "orderPacks",
  ${orderValueOf('sum(a.orders)', 'sum(a.value)')}::float8 as "orderValue"`;

/** Openings of dashboards by day in Zurich and kind of caller, newest first. */
export function openingsByDay(db: Queryable, of: number[] | null): Promise<DayOfOpenings[]> {
  return queryRows<DayOfOpenings>(
    db,
    `select day,
       coalesce(sum(count) filter (where caller = 'visitor'), 0)::float8 as visitors,
       coalesce(sum(count) filter (where caller = 'user'), 0)::float8 as users,
       coalesce(sum(count) filter (where caller = 'admin'), 0)::float8 as admins,
       sum(count)::float8 as openings, count(distinct statistic_id)::integer as statistics
     from usage_counts
     where event = 'opening' and ${isOf('representative_id')}
     group by day
     order by day desc`,
    [of],
  );
}

/** Activity of each representative by month, newest first. */
export function activityOfRepresentatives(
  db: Queryable,
  of: number[] | null,
): Promise<(OfMonth & Names & Activity)[]> {
  return queryRows(
    db,
    `with ${people}, ${activities}
     select a.month, p.representative, p.team, ${sums}
     from acts a
     left join people p on p.id = a.id
     where ${isOf('a.id')}
     group by a.month, p.id, p.representative, p.team
     order by a.month desc, lower(p.representative) nulls last, p.id`,
    [of],
  );
}

/** The same by team. */
export function activityOfTeams(
  db: Queryable,
  of: number[] | null,
): Promise<(OfMonth & Pick<Names, 'team'> & Activity)[]> {
  return queryRows(
    db,
    `with ${people}, ${activities}
     select a.month, p.team, ${sums}
     from acts a
     left join people p on p.id = a.id
     where ${isOf('a.id')}
     group by a.month, p.team
     order by a.month desc, lower(p.team) nulls last, p.team`,
    [of],
  );
}

export type DownloadsTracked = OfMonth &
  Names & { event: string; downloads: number; visitorDownloads: number };

/** Downloads by month, representative and kind. */
export function downloadsByKind(db: Queryable, of: number[] | null): Promise<DownloadsTracked[]> {
  return queryRows<DownloadsTracked>(
    db,
    `with ${people}
     select date_trunc('month', c.day)::date as month, p.representative, p.team, c.event,
       coalesce(sum(c.count) filter (where c.caller <> 'visitor'), 0)::float8 as downloads,
       coalesce(sum(c.count) filter (where c.caller = 'visitor'), 0)::float8 as "visitorDownloads"
     from usage_counts c
     left join people p on p.id = c.representative_id
     where c.event <> 'opening' and ${isOf('c.representative_id')}
     group by 1, p.id, p.representative, p.team, c.event
     order by 1 desc, lower(p.representative) nulls last, p.id, c.event`,
    [of],
  );
}

/** Uploads that are not deleted, newest first, with what became of them. */
export function uploadsTracked(db: Queryable, of: number[] | null): Promise<UploadTracked[]> {
  return queryRows<UploadTracked>(
    db,
    `with ${people},
     used as (
       select statistic_id,
         sum(count) filter (where event = 'opening' and caller = 'visitor') as visitor_openings,
         sum(count) filter (where event = 'opening' and caller <> 'visitor') as user_openings,
         sum(count) filter (where event <> 'opening') as downloads
       from usage_counts
       group by statistic_id
     ),
     ordered as (
       select statistic_id, count(distinct cart_key) as orders from orders group by statistic_id
     )
     select (s.import_date at time zone 'Europe/Zurich')::date as "uploadedOn",
       s.customer_name as customer, s.customer_external_id as "customerExternalId",
       coalesce(p.representative, s.sales_representative) as representative, p.team,
       make_date(s.time_year_from, s.time_month_from, 1) as "periodFrom",
       (make_date(s.time_year_to, s.time_month_to, 1) + interval '1 month' - interval '1 day')::date as "periodTo",
       s.line_count as lines, s.test_upload as "testUpload", s.active, s.accomplished,
       coalesce(u.visitor_openings, 0)::float8 as "visitorOpenings",
       coalesce(u.user_openings, 0)::float8 as "userOpenings",
       coalesce(u.downloads, 0)::float8 as "allDownloads", coalesce(o.orders, 0)::float8 as orders
     from statistics s
     left join people p on p.id = s.uploader_id
     left join used u on u.statistic_id = s.id
     left join ordered o on o.statistic_id = s.id
     where s.deleted_at is null and not s.combined and ${isOf('s.uploader_id')}
     order by s.import_date desc, s.id desc`,
    [of],
  );
}

/** An identifier in statistics, with the product and molecule that it means by catalogue numbers. */
export type IdentifiedGap = Meaning & { molecule: number };

export type BoughtOf = { kind: 'product' | 'molecule'; of: number; customers: number; packs: number };

/** Every pair of identifiers that occurs in statistics. */
export function allPairs(db: Queryable): Promise<{ id: number; gtin: string; pharmacode: number }[]> {
  return queryRows(db, 'select id, gtin::text as gtin, pharmacode from identifiers');
}

/**
 * How many of these statistics (comma-separated ids) have bought each product and molecule (net quantity above 0), and
 * how many packs. All identifiers of a molecule must be in one call.
 */
export function boughtOf(
  db: Queryable,
  statistics: string,
  gaps: readonly IdentifiedGap[],
): Promise<BoughtOf[]> {
  // Adding 0 keeps the planner from looking up each pair of both lists.
  return queryRows<BoughtOf>(
    db,
    `with netted as materialized (
       select m.product, m.molecule, b.statistic_id, sum(b.quantity) as quantity
       from unnest($2::integer[], $3::integer[], $4::integer[], $5::integer[]) as m (identifier, product, molecule, statistic)
       join statistic_identifiers b
         on b.identifier_id = m.identifier and (m.statistic is null or b.statistic_id = m.statistic)
       where b.statistic_id + 0 = any ($1::integer[])
       group by m.product, m.molecule, b.statistic_id
       having sum(b.quantity) > 0
     )
     select 'product' as kind, product as of, count(*)::integer as customers, sum(quantity)::float8 as packs
     from netted
     group by product
     union all
     select 'molecule', molecule, count(*)::integer, sum(quantity)::float8
     from (
       select molecule, statistic_id, sum(quantity) as quantity from netted group by molecule, statistic_id
     ) buyers
     group by molecule`,
    [
      `{${statistics}}`,
      gaps.map(({ id }) => id),
      gaps.map(({ product }) => product),
      gaps.map(({ molecule }) => molecule),
      gaps.map(({ statistic }) => statistic),
    ],
  );
}
