import type { BroughtOf } from '#shared/schemas/customer-page.ts';
import type { Team, TeamBrought, TeamFigures } from '#shared/schemas/team.ts';
import type { User } from '#shared/schemas/user.ts';
import { perMonth } from '../market/call-list/customer-statistic-queries.ts';
import { activities, isOf, orderValueOf } from '../market/reports/tracking-queries.ts';
import { type Queryable, queryRows } from '../platform/database/query.ts';
import { handedAt, isOrderOf, isReadableOrder, isReadableScenario } from '../statistics/access.ts';
import { inPeriods, wholePacks } from './customer-page-queries.ts';

/** First and last month, YYYY-MM. */
export type Span = { from: string; to: string };

/** Whose work is shown (null: everybody's), to whom, and the version of current metrics. */
export type People = { of: number[] | null; user: User; version: string };

type Row = TeamFigures & {
  /** Grouping level: 0 representative and month; 1 representative; 3 all. */
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

/** Activity by representative and month, from stored metrics. Representatives without activity are included. */
export async function teamFigures(db: Queryable, asked: People, span: Span): Promise<Team> {
  type Representative = { id: number; name: string; expected: boolean };
  const [rows, people] = await Promise.all([
    queryRows<Row>(db, statement, parametersOf(asked, span, 'orders')),
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
 * The last order (or scenario) of each customer that counts, with its outcome, by purchases; at most so many, or all
 * (null).
 */
export function teamBrought(
  db: Queryable,
  asked: People,
  span: Span,
  of: BroughtOf,
  most: number | null,
): Promise<TeamBrought[]> {
  const parameters = parametersOf(asked, span, of);
  return queryRows(
    db,
    `${lastOfEach[of]}
    select ${whose}, (t.brought ->> 'ordered')::integer as "orderedProducts",
      (t.brought ->> 'bought')::integer as "boughtProducts", (t.brought ->> 'competitor')::integer as "competitorProducts",
      (t.brought ->> 'turnoverPerYear')::float8 as "turnoverPerYear"
    from of_each t left join users p on p.id = t.id left join customers known on known.external_id = t.customer
    order by ${byTurnover}
    limit $${parameters.length + 1}::bigint`,
    [...parameters, most],
  );
}

export type TeamProduct = Pick<
  TeamBrought,
  'representative' | 'customerExternalId' | 'customerName' | 'id' | 'name' | 'month'
> & {
  gtin: string;
  productDescription: string;
  packsOrdered: number;
  /** null: not computed yet; then the others are null too. */
  state: 'bought' | 'competitor' | 'neither' | null;
  packsBought: number | null;
  turnoverPerYear: number | null;
  otherPacks: number | null;
  competitorPacks: number | null;
  competitorTurnoverPerYear: number | null;
};

/** Products of the same orders or scenarios, in their order, as ordered or proposed; at most so many. */
export function teamProducts(
  db: Queryable,
  asked: People,
  span: Span,
  of: BroughtOf,
  most: number,
): Promise<TeamProduct[]> {
  const parameters = parametersOf(asked, span, of);
  return queryRows(
    db,
    `${lastOfEach[of]}
    select ${whose}, r ->> 'gtin' as gtin, r ->> 'productDescription' as "productDescription",
      ${wholePacks('r')} as "packsOrdered", k ->> 'state' as state, (k ->> 'packsBought')::float8 as "packsBought",
      (k ->> 'turnoverPerYear')::float8 as "turnoverPerYear", (k ->> 'otherPacks')::float8 as "otherPacks",
      (k ->> 'competitorPacks')::float8 as "competitorPacks",
      (k ->> 'competitorTurnoverPerYear')::float8 as "competitorTurnoverPerYear"
    from of_each t left join users p on p.id = t.id left join customers known on known.external_id = t.customer
    join ${productsOf[of]} with ordinality as of_it (r, row)
    cross join lateral (select t.products -> (row - 1)::integer as k) kept
    order by ${byTurnover}, row
    limit $${parameters.length + 1}::bigint`,
    [...parameters, most],
  );
}

/** $1 to $6; scenarios use the first four. */
function parametersOf({ of, user, version }: People, { from, to }: Span, source: BroughtOf) {
  const those = [of, `${from}-01`, `${to}-01`, user.id];
  return source === 'scenarios' ? those : [...those, version, user.role === 'Admin'];
}

function figuresOf(row: Row | undefined): TeamFigures {
  if (!row) return nothing;
  const { level: _, id: __, month: ___, current: ____, ...figures } = row;
  return figures;
}

/** Statistics of customers by one of these people. */
const isOfCustomer = `s.deleted_at is null and not s.test_upload and s.customer_external_id <> '' and ${isOf('s.uploader_id')}`;

const isInSpan = (at: string) => `${at} >= $2::date::timestamp at time zone 'Europe/Zurich'
    and ${at} < ($3::date + interval '1 month') at time zone 'Europe/Zurich'`;

const monthOf = (at: string) => `to_char(${at} at time zone 'Europe/Zurich', 'YYYY-MM')`;

/** The newest statistic of each customer with orders or scenarios. */
const telling = `telling as (
  select distinct on (s.customer_external_id) s.customer_external_id as customer, s.customer_name as name, s.id as statistic,
    make_date(s.time_year_to, s.time_month_to, 1) as until, s.import_date as uploaded_at
  from statistics s
  where ${isOfCustomer} and s.active and not s.combined and s.customer_external_id in (select customer from made)
  order by s.customer_external_id, ${inPeriods}, s.import_date desc, s.id desc
)`;

/** Whether it covers an order or scenario. */
const tells = "t.customer = m.customer and (m.month || '-01')::date < t.until and m.made_at < t.uploaded_at";

/** Orders covered by the newest statistic of their customer, with the last per month, by person and overall. */
const orders = `made as materialized (
  select o.owner_id as id, ${monthOf(handedAt('o'))} as month, ${handedAt('o')} as made_at,
    s.customer_external_id as customer, o.id as number, o.id::text as label,
    row_number() over (order by ${handedAt('o')} desc, o.id desc) as place
  from orders o join statistics s on s.id = o.statistic_id
  where ${isOfCustomer} and ${isOf('coalesce(o.owner_id, 0)')} and ${isInSpan(handedAt('o'))}
    and ${isReadableOrder('s', '$4', '$6')}
),
${telling},
-- Current figures have the orders of the customer alone; where there are none, contents say it, which take long to read.
told as materialized (
  select m.*, t.name, k.orders -> m.number::text as brought, k.version is not distinct from $5 as current
  from made m
  join orders o on o.id = m.number
  join telling t on ${tells}
  left join statistic_figures k on k.statistic_id = t.statistic
  where case when k.version is not distinct from $5 then k.orders ? m.number::text else ${isOrderOf('m.customer')} end
),
last as (
  select grouping(id, month) as level, id, month, min(place) as place
  from told
  group by grouping sets ((id, month, customer), (id, customer), (customer))
)`;

/** The last scenario of each customer that their newest statistic covers, as far as the caller may see it. */
const scenarios = `made as materialized (
  select c.owner_id as id, ${monthOf('c.made_at')} as month, c.made_at, s.customer_external_id as customer, c.id as number,
    c.name as label, row_number() over (order by c.made_at desc, c.id desc) as place
  from scenarios c join statistics s on s.id = c.statistic_id
  where ${isOfCustomer} and ${isOf('c.owner_id')} and ${isInSpan('c.made_at')} and ${isReadableScenario('s', '$4')}
    and c.proposed <> '[]'
),
${telling},
last as (
  select distinct on (m.customer) m.*, t.name, t.statistic
  from made m join telling t on ${tells}
  order by m.customer, m.place
),
-- Of which one product is not known, nothing is.
of_each as (
  select l.*, case when sums.known = sums.ordered then to_jsonb(sums) end as brought,
    case when sums.known = sums.ordered then outcomes.products end as products
  from last l
  join scenarios c on c.id = l.number
  left join statistic_figures k on k.statistic_id = l.statistic
  -- Read and unpacked once, not for each product.
  cross join lateral (select k.proposed || '{}' as kept offset 0) unpacked
  cross join lateral (
    select count(*) as ordered, count(outcome) as known, count(*) filter (where outcome ->> 'state' = 'bought') as bought,
      count(*) filter (where outcome ->> 'state' = 'competitor') as competitor,
      sum((outcome ->> 'turnoverPerYear')::numeric) as "turnoverPerYear"
    from jsonb_array_elements(c.proposed) as product cross join lateral (select kept -> (product ->> 'gtin') as outcome offset 0) found
  ) sums
  cross join lateral (
    select jsonb_agg(kept -> (product ->> 'gtin') order by row) as products
    from jsonb_array_elements(c.proposed) with ordinality as proposed (product, row)
  ) outcomes
)`;

const lastOfEach: Record<BroughtOf, string> = {
  orders: `with ${orders},
of_each as (
  select t.*, t.brought -> 'products' as products from last l join told t on t.place = l.place where l.level = 3
)`,
  scenarios: `with ${scenarios}`,
};

const productsOf: Record<BroughtOf, string> = {
  orders: `orders o on o.id = t.number
    cross join lateral json_array_elements(o.content::json -> 'rows')`,
  scenarios: `scenarios c on c.id = t.number
    cross join lateral jsonb_array_elements(c.proposed)`,
};

const whose = `p.name as representative, t.customer as "customerExternalId", coalesce(known.name, t.name) as "customerName",
      t.number as id, t.label as name, t.month`;

const byTurnover = "(t.brought ->> 'turnoverPerYear')::numeric desc nulls last, t.place";

/**
 * Of each customer the newest accessible upload counts, per month, per representative and overall: the first in one total
 * order. The outcome of the last order is counted likewise, by the newest statistic of the customer, whenever uploaded;
 * not every order is covered by it, nor readable by the caller.
 */
const statement = `with ${activities},
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
  select s.uploader_id as id, ${monthOf('s.import_date')} as month, s.customer_external_id as customer,
    row_number() over (
      order by s.active desc, s.time_year_to desc, s.time_month_to desc, s.time_year_from desc, s.time_month_from desc,
        s.import_date desc, s.id desc
    ) as place,
    ${perMonth("k.figures ->> 'potentialTotal'")} as potential,
    (k.figures ->> 'notDeliverable')::integer as missing,
    (k.figures ->> 'notDeliverableReplaceable')::integer as replaceable,
    k.version is not distinct from $5 or not s.active as current
  from statistics s left join statistic_figures k on k.statistic_id = s.id and s.active
  where ${isOfCustomer} and not s.combined and ${isInSpan('s.import_date')}
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
${orders},
brought as (
  select l.level, l.id, l.month, sum((brought ->> 'ordered')::integer)::integer as ordered,
    sum((brought ->> 'bought')::integer)::integer as bought, sum((brought ->> 'competitor')::integer)::integer as competitor,
    sum((brought ->> 'turnoverPerYear')::numeric)::float8 as turnover, bool_and(t.current) as current
  from last l join told t on t.place = l.place
  group by l.level, l.id, l.month
)
select s.level, s.id, s.month, s.uploads, coalesce(c.customers, 0) as customers, c.potential as "potentialPerMonth",
  c.missing as "notDeliverable", c.replaceable as "notDeliverableReplaceable", s.orders, s.sent as "ordersSent",
  ${orderValueOf('s.orders', 's.value')} as "orderValue", b.ordered as "orderedProducts", b.bought as "boughtProducts",
  b.competitor as "competitorProducts", b.turnover as "turnoverPerYear", s.openings,
  coalesce(c.current, true) and coalesce(b.current, true) as current
from sums s
left join customers c on c.level = s.level and coalesce(c.id, 0) = coalesce(s.id, 0)
  and coalesce(c.month, '') = coalesce(s.month, '')
left join brought b on b.level = s.level and coalesce(b.id, 0) = coalesce(s.id, 0)
  and coalesce(b.month, '') = coalesce(s.month, '')
order by s.month desc, s.id`;
