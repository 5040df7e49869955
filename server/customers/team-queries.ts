import type { Team, TeamBrought, TeamFigures } from '#shared/schemas/team.ts';
import type { User } from '#shared/schemas/user.ts';
import { months } from '../market/call-list/customer-statistic-queries.ts';
import { activities, isOf } from '../market/reports/tracking-queries.ts';
import { type Queryable, queryRows } from '../platform/database/query.ts';
import { handedAt, isOrderOf, isReadableOrder } from '../statistics/access.ts';
import { inPeriods } from './customer-page-queries.ts';

/** The first and the last month, both YYYY-MM. */
export type Span = { from: string; to: string };

/** Whose work is told (null: everybody's), to whom, and the version of figures that are current. */
export type People = { of: number[] | null; user: User; version: string };

type Row = TeamFigures & {
  /** 0: a representative and month; 1: a representative; 3: all. */
  level: 0 | 1 | 3;
  id: number | null;
  month: string | null;
  current: boolean;
};

const nothing: TeamFigures = {
  uploads: 0,
  customers: 0,
  potentialPerMonth: null,
  notDeliverable: null,
  notDeliverableReplaceable: null,
  orders: 0,
  ordersSent: 0,
  orderValue: 0,
  orderedProducts: null,
  boughtProducts: null,
  competitorProducts: null,
  turnoverPerYear: null,
  openings: 0,
};

/**
 * What people did by representative and month. Figures of statistics are those that are kept. Whoever works as a
 * representative is there even where nothing was done.
 */
export async function teamFigures(db: Queryable, asked: People, span: Span): Promise<Team> {
  type Representative = { id: number; name: string; expected: boolean };
  const [rows, people] = await Promise.all([
    queryRows<Row>(db, statement, parametersOf(asked, span)),
    queryRows<Representative>(
      db,
      `select id, name, active and role = 'User' as expected from users where ${isOf('id')}`,
      [asked.of],
    ),
  ]);
  const ofRepresentative = new Map(rows.flatMap((row) => (row.level === 1 ? [[row.id, row]] : [])));
  const byMonth = Map.groupBy(
    rows.filter(({ level }) => level === 0),
    ({ id }) => id,
  );
  const totals = rows.find(({ level }) => level === 3)!;
  const listed = [
    ...people
      .filter(({ id, expected }) => expected || ofRepresentative.has(id))
      .toSorted((one, other) => one.name.localeCompare(other.name, 'de-CH') || one.id - other.id),
    ...(ofRepresentative.has(null) ? [{ id: null, name: null }] : []),
  ];
  return {
    representatives: listed.map(({ id, name }) => ({
      id,
      name,
      ...figuresOf(ofRepresentative.get(id)),
      months: (byMonth.get(id) ?? []).map((row) => ({ month: row.month!, ...figuresOf(row) })),
    })),
    totals: figuresOf(totals),
    current: totals.current,
  };
}

/**
 * The last order of each customer that is counted among all, and what it brought, by what is bought of it; at most so many,
 * or all (null).
 */
export function teamBrought(
  db: Queryable,
  asked: People,
  span: Span,
  most: number | null,
): Promise<TeamBrought[]> {
  return queryRows(
    db,
    `${tables}
    select p.name as representative, t.customer as "customerExternalId", t.name as "customerName", t.number as order, t.month,
      (t.brought ->> 'ordered')::integer as "orderedProducts", (t.brought ->> 'bought')::integer as "boughtProducts",
      (t.brought ->> 'competitor')::integer as "competitorProducts",
      (t.brought ->> 'turnoverPerYear')::float8 as "turnoverPerYear"
    from last l join told t on t.place = l.place left join users p on p.id = t.id
    where l.level = 3
    order by (t.brought ->> 'turnoverPerYear')::numeric desc nulls last, t.place
    limit $7::bigint`,
    [...parametersOf(asked, span), most],
  );
}

export type TeamProduct = Pick<
  TeamBrought,
  'representative' | 'customerExternalId' | 'customerName' | 'order' | 'month'
> & {
  gtin: string;
  productDescription: string;
  packsOrdered: number;
  /** null: not reckoned yet, and so are the others. */
  state: 'bought' | 'competitor' | 'neither' | null;
  packsBought: number | null;
  turnoverPerYear: number | null;
  otherPacks: number | null;
  competitorPacks: number | null;
  competitorTurnoverPerYear: number | null;
};

/** The products of the same orders, in their order and each as it was ordered; at most so many. */
export function teamProducts(db: Queryable, asked: People, span: Span, most: number): Promise<TeamProduct[]> {
  return queryRows(
    db,
    `${tables}
    select p.name as representative, t.customer as "customerExternalId", t.name as "customerName", t.number as order, t.month,
      r ->> 'gtin' as gtin, r ->> 'productDescription' as "productDescription", (r ->> 'packs')::integer as "packsOrdered",
      k ->> 'state' as state, (k ->> 'packsBought')::float8 as "packsBought",
      (k ->> 'turnoverPerYear')::float8 as "turnoverPerYear", (k ->> 'otherPacks')::float8 as "otherPacks",
      (k ->> 'competitorPacks')::float8 as "competitorPacks",
      (k ->> 'competitorTurnoverPerYear')::float8 as "competitorTurnoverPerYear"
    from last l join told t on t.place = l.place join orders o on o.id = t.number left join users p on p.id = t.id
    cross join lateral json_array_elements(o.content::json -> 'rows') with ordinality as rows (r, row)
    cross join lateral (select t.brought -> 'products' -> (row - 1)::integer as k) kept
    where l.level = 3
    order by (t.brought ->> 'turnoverPerYear')::numeric desc nulls last, t.place, row
    limit $7::bigint`,
    [...parametersOf(asked, span), most],
  );
}

/** $1 to $6 of `tables`. */
function parametersOf({ of, user, version }: People, { from, to }: Span) {
  return [of, `${from}-01`, `${to}-01`, version, user.id, user.role === 'Admin'];
}

function figuresOf(row: Row | undefined): TeamFigures {
  if (!row) return nothing;
  const { level: _, id: __, month: ___, current: ____, ...figures } = row;
  return figures;
}

/**
 * Of a customer the newest upload that can be opened counts, in a month, with a representative and among all: the one that
 * comes first in one order of all of them. What the last order brought is counted in the same way, by the newest statistic of
 * the customer, whenever it was uploaded; that statistic can't tell of each order, and who asks may not read each.
 */
const tables = `with ${activities},
done as (
  select p.id, to_char(a.month, 'YYYY-MM') as month, a.uploads, a.orders, a.sent, a.value, a.visitor_openings
  from acts a left join users p on p.id = a.id
  where ${isOf('a.id')} and a.month between $2::date and $3::date and a.uploads + a.orders + a.visitor_openings > 0
),
sums as (
  select grouping(id, month) as level, id, month, coalesce(sum(uploads), 0)::integer as uploads,
    coalesce(sum(orders), 0)::integer as orders, coalesce(sum(sent), 0)::integer as sent,
    coalesce(sum(value), 0)::float8 as value, coalesce(sum(visitor_openings), 0)::integer as openings
  from done
  group by grouping sets ((id, month), (id), ())
),
uploaded as (
  select s.uploader_id as id, to_char(s.import_date at time zone 'Europe/Zurich', 'YYYY-MM') as month,
    s.customer_external_id as customer,
    row_number() over (
      order by s.active desc, s.time_year_to desc, s.time_month_to desc, s.time_year_from desc, s.time_month_from desc,
        s.import_date desc, s.id desc
    ) as place,
    round((k.figures ->> 'potentialTotal')::numeric / ${months}, 2) as potential,
    (k.figures ->> 'notDeliverable')::integer as missing,
    (k.figures ->> 'notDeliverableReplaceable')::integer as replaceable,
    k.version is not distinct from $4 or not s.active as current
  from statistics s left join statistic_figures k on k.statistic_id = s.id and s.active
  where s.deleted_at is null and not s.test_upload and not s.combined and s.customer_external_id <> ''
    and ${isOf('s.uploader_id')} and s.import_date >= $2::date::timestamp at time zone 'Europe/Zurich'
    and s.import_date < ($3::date + interval '1 month') at time zone 'Europe/Zurich'
),
newest as (
  select grouping(id, month) as level, id, month, min(place) as place
  from uploaded
  group by grouping sets ((id, month, customer), (id, customer), (customer))
),
customers as (
  select n.level, n.id, n.month, count(*)::integer as customers, sum(u.potential)::float8 as potential,
    sum(u.missing)::integer as missing, sum(u.replaceable)::integer as replaceable, bool_and(u.current) as current
  from newest n join uploaded u on u.place = n.place
  group by n.level, n.id, n.month
),
ordered as materialized (
  select p.id, to_char(${handedAt('o')} at time zone 'Europe/Zurich', 'YYYY-MM') as month, s.customer_external_id as customer,
    o.id as number, row_number() over (order by ${handedAt('o')} desc, o.id desc) as place
  from orders o join statistics s on s.id = o.statistic_id left join users p on p.id = o.owner_id
  where s.deleted_at is null and not s.test_upload and s.customer_external_id <> '' and ${isOf('s.uploader_id')}
    and ${isOf('coalesce(o.owner_id, 0)')}
    and ${handedAt('o')} >= $2::date::timestamp at time zone 'Europe/Zurich'
    and ${handedAt('o')} < ($3::date + interval '1 month') at time zone 'Europe/Zurich'
    and ${isReadableOrder('s', '$5', '$6')}
),
telling as (
  select distinct on (s.customer_external_id) s.customer_external_id as customer, s.customer_name as name, s.id,
    make_date(s.time_year_to, s.time_month_to, 1) as until
  from statistics s
  where s.active and s.deleted_at is null and not s.test_upload and not s.combined and ${isOf('s.uploader_id')}
    and s.customer_external_id in (select customer from ordered)
  order by s.customer_external_id, ${inPeriods}, s.import_date desc, s.id desc
),
-- Current figures have the orders of the customer alone; where there are none, contents say it, which take long to read.
told as materialized (
  select r.*, t.name, k.orders -> r.number::text as brought, k.version is not distinct from $4 as current
  from ordered r
  join orders o on o.id = r.number
  join telling t on t.customer = r.customer and (r.month || '-01')::date < t.until
  left join statistic_figures k on k.statistic_id = t.id
  where case when k.version is not distinct from $4 then k.orders ? r.number::text else ${isOrderOf('r.customer')} end
),
last as (
  select grouping(id, month) as level, id, month, min(place) as place
  from told
  group by grouping sets ((id, month, customer), (id, customer), (customer))
),
brought as (
  select l.level, l.id, l.month, sum((brought ->> 'ordered')::integer)::integer as ordered,
    sum((brought ->> 'bought')::integer)::integer as bought, sum((brought ->> 'competitor')::integer)::integer as competitor,
    sum((brought ->> 'turnoverPerYear')::numeric)::float8 as turnover, bool_and(t.current) as current
  from last l join told t on t.place = l.place
  group by l.level, l.id, l.month
)`;

const statement = `${tables}
select s.level, s.id, s.month, s.uploads, coalesce(c.customers, 0) as customers, c.potential as "potentialPerMonth",
  c.missing as "notDeliverable", c.replaceable as "notDeliverableReplaceable", s.orders, s.sent as "ordersSent",
  s.value as "orderValue", b.ordered as "orderedProducts", b.bought as "boughtProducts",
  b.competitor as "competitorProducts", b.turnover as "turnoverPerYear", s.openings,
  coalesce(c.current, true) and coalesce(b.current, true) as current
from sums s
left join customers c on c.level = s.level and coalesce(c.id, 0) = coalesce(s.id, 0)
  and coalesce(c.month, '') = coalesce(s.month, '')
left join brought b on b.level = s.level and coalesce(b.id, 0) = coalesce(s.id, 0)
  and coalesce(b.month, '') = coalesce(s.month, '')
order by s.month desc, s.id`;
