import {
  type CustomerCart,
  type CustomerOrder,
  type CustomerStatistic,
  type ListedCustomer,
  monthlyFigures,
} from '#shared/schemas/customer-page.ts';
import type { User } from '#shared/schemas/user.ts';
import { months, perMonth } from '../market/call-list/customer-statistic-queries.ts';
import { instant, type Queryable, queryRow, queryRows } from '../platform/database/query.ts';
import {
  changesOrder,
  handedAt,
  isOrderOf,
  isReadableOrder,
  isReadableScenario,
  orderSum,
} from '../statistics/access.ts';
import { matchedBy, matches, type StatisticFilter } from '../statistics/statistic-queries.ts';

/** Most orders of a customer, newest first. */
const MOST_ORDERS = 200;

/** The customer, and uploaders whose statistics count (null: all). */
export type SeenCustomer = { externalId: string; uploaderIds: number[] | null };

/**
 * The statistics of a customer, $1, by uploaders, $2. Not test uploads, whose customer was typed in by hand. Uploading
 * under a customer's number gives no access to the uploads of others.
 */
const ofCustomer = `s.customer_external_id = $1 and s.customer_external_id <> '' and not s.test_upload
  and s.deleted_at is null and ($2::integer[] is null or s.uploader_id = any ($2))`;

export async function hasStatistics(
  db: Queryable,
  { externalId, uploaderIds }: SeenCustomer,
): Promise<boolean> {
  const { has } = await queryRow<{ has: boolean }>(
    db,
    `select exists (select from statistics s where ${ofCustomer} and not s.combined) as has`,
    [externalId, uploaderIds],
  );
  return has;
}

const period = `s.time_month_from as "timeMonthFrom", s.time_year_from as "timeYearFrom",
  s.time_month_to as "timeMonthTo", s.time_year_to as "timeYearTo"`;

export const inPeriods =
  's.time_year_to desc, s.time_month_to desc, s.time_year_from desc, s.time_month_from desc';

/**
 * Customers whose uploads match a filter, by monthly potential of the newest accessible one, with the last order that
 * `user` may see by the rule of customerOrders.
 */
export function listedCustomers(
  db: Queryable,
  filter: StatisticFilter,
  { user, version }: { user: User; version: string },
): Promise<ListedCustomer[]> {
  return queryRows(
    db,
    `with newest as (
       select distinct on (s.customer_external_id) s.*,
         count(*) over (partition by s.customer_external_id)::integer as found
       from statistics s
       where ${matches({ search: filter.search })} and s.customer_external_id <> '' and not s.test_upload
         and not s.combined
       order by s.customer_external_id, s.active desc, ${inPeriods}, s.import_date desc, s.id desc
     ),
     page as (
       select s.*, k.figures, k.version is not distinct from $10 as current,
         ${perMonth("k.figures ->> 'potentialTotal'")}::float8 as potential
       from newest s left join statistic_figures k on k.statistic_id = s.id and s.active
       order by potential desc nulls last, s.customer_external_id
       limit $8 offset $9
     )
     select s.customer_external_id as "externalId", coalesce(c.name, s.customer_name) as name, c.address,
       s.found as statistics, case when s.active then s.direct_link_id end as "directLinkId", ${period},
       s.potential as "potentialPerMonth", (s.figures ->> 'notDeliverable')::integer as "notDeliverable",
       (s.figures ->> 'notDeliverableReplaceable')::integer as "notDeliverableReplaceable",
       s.current or not s.active as current,
       case when last.id is not null then
         jsonb_build_object('order', last.id, 'madeAt', ${instant('last.handed_at')})
       end as "lastOrder"
     from page s left join customers c on c.external_id = s.customer_external_id
     left join lateral (
       select o.id, ${handedAt('o')} as handed_at
       from statistics t join orders o on o.statistic_id = t.id
       where t.customer_external_id = s.customer_external_id and not t.test_upload and t.deleted_at is null
         and ($1::integer[] is null or t.uploader_id = any ($1)) and ${isReadableOrder('t', '$11', '$12')}
         and ${isOrderOf('s.customer_external_id')}
       order by ${handedAt('o')} desc, o.id desc limit 1
     ) last on true
     order by s.potential desc nulls last, s.customer_external_id`,
    [...matchedBy(filter), filter.limit, filter.offset, version, user.id, user.role === 'Admin'],
  );
}

/** A customer's statistics, newest period first, with stored metrics; those of `version` are current. */
export function customerStatistics(
  db: Queryable,
  { externalId, uploaderIds }: SeenCustomer,
  version: string,
): Promise<(CustomerStatistic & { customerName: string | null })[]> {
  return queryRows(
    db,
    `select s.id as "bezugsStatistikID", s.direct_link_id as "directLinkId", s.active, s.customer_name as "customerName",
       ${instant('s.import_date')} as "importDate", s.sales_representative as "user", s.comment, ${period},
       ${months} as months,
       case when s.active and f.figures is not null then f.figures || jsonb_build_object(
         'perMonth', (
           select jsonb_object_agg(name, ${perMonth('f.figures ->> name')})
           from unnest($4::text[]) as name
         ),
         'reckonedAt', ${instant('f.reckoned_at')},
         'current', f.version = $3
       ) end as figures
     from statistics s left join statistic_figures f on f.statistic_id = s.id
     where ${ofCustomer} and not s.combined
     order by ${inPeriods}, s.import_date desc, s.id desc`,
    [externalId, uploaderIds, version, Object.keys(monthlyFigures.shape)],
  );
}

/** Orders for a customer from these statistics that a user, $3, administrator or not, $4, may read. */
const ordersOfCustomer = `statistics s join orders o on o.statistic_id = s.id left join users maker on maker.id = o.made_by
     where ${ofCustomer} and ${isReadableOrder('s', '$3', '$4')} and ${isOrderOf('$1')}`;

/** The newest orders, or one order. */
export function customerOrders(
  db: Queryable,
  { externalId, uploaderIds }: SeenCustomer,
  user: User,
  order: number | null = null,
): Promise<CustomerOrder[]> {
  return queryRows(
    db,
    `select o.id as order, o.version, s.direct_link_id as "directLinkId", ${instant(handedAt('o'))} as "madeAt",
       maker.name as "madeBy", o.content::json #>> '{wholesaler,wholesalerName}' as "wholesalerName", o.signed,
       o.row_count as rows, o.packs::float8 as packs, ${orderSum('o')}::float8 as "exFactorySum"
     from ${ordersOfCustomer} and ($5::integer is null or o.id = $5)
     order by ${handedAt('o')} desc, o.id desc limit ${MOST_ORDERS}`,
    [externalId, uploaderIds, user.id, user.role === 'Admin', order],
  );
}

/** An order or a scenario; versions of an order share a cart. */
export type Made = { id: number; name: string; cartKey: string; madeAt: string };

/** When all of them were made, newest first. */
export function customerOrderTimes(
  db: Queryable,
  { externalId, uploaderIds }: SeenCustomer,
  user: User,
): Promise<Made[]> {
  return queryRows(
    db,
    `select o.id, o.id::text as name, o.cart_key as "cartKey", ${instant(handedAt('o'))} as "madeAt"
     from ${ordersOfCustomer}
     order by ${handedAt('o')} desc, o.id desc`,
    [externalId, uploaderIds, user.id, user.role === 'Admin'],
  );
}

/**
 * The caller's scenarios of these statistics and those shared by others, as far as their proposals are known, newest
 * first.
 */
export function customerScenarios(
  db: Queryable,
  { externalId, uploaderIds }: SeenCustomer,
  user: User,
): Promise<Made[]> {
  return queryRows(
    db,
    `select c.id, c.name, c.id::text as "cartKey", ${instant('c.made_at')} as "madeAt"
     from statistics s join scenarios c on c.statistic_id = s.id
     where ${ofCustomer} and ${isReadableScenario('s', '$3')} and c.proposed <> '[]'
     order by c.made_at desc, c.id desc limit ${MOST_ORDERS}`,
    [externalId, uploaderIds, user.id],
  );
}

/** The packs of a JSON row, half up to whole packs; a file may exceed an integer. */
export const wholePacks = (row: string) => `floor((${row} ->> 'packs')::numeric + 0.5)::float8`;

/** Products that scenarios proposed, newest first, in whole packs of their statistic's period. */
export function proposedProducts(db: Queryable, scenarios: readonly number[]): Promise<OrderedProduct[]> {
  return queryRows(
    db,
    `select c.id as order, p ->> 'gtin' as gtin, p ->> 'productDescription' as "productDescription",
       ${wholePacks('p')} as packs
     from scenarios c cross join lateral jsonb_array_elements(c.proposed) with ordinality as rows (p, place)
     where c.id = any ($1)
     order by c.made_at desc, c.id desc, place`,
    [scenarios],
  );
}

export type OrderedProduct = {
  order: number;
  gtin: string;
  productDescription: string;
  packs: number;
};

/** Products of orders, newest first, as ordered. */
export function orderedProducts(db: Queryable, orders: readonly number[]): Promise<OrderedProduct[]> {
  return queryRows(
    db,
    `select o.id as order, r ->> 'gtin' as gtin, r ->> 'productDescription' as "productDescription",
       ${wholePacks('r')} as packs
     from orders o cross join lateral json_array_elements(o.content::json -> 'rows') with ordinality as rows (r, place)
     where o.id = any ($1)
     order by ${handedAt('o')} desc, o.id desc, place`,
    [orders],
  );
}

/**
 * Carts of these statistics that the caller may see (own, handed over, shared), with a selection that has changed since
 * their last order.
 */
export function customerCarts(
  db: Queryable,
  { externalId, uploaderIds }: SeenCustomer,
  user: User,
): Promise<CustomerCart[]> {
  return queryRows(
    db,
    `select c.cart_key as "cartKey", s.direct_link_id as "directLinkId", c.owner_id is not distinct from $3 as own,
       coalesce(c.handed_from, u.name) as "ownerName", selected.rows as "selectedRows",
       ${instant('changed.at')} as "changedAt", ${period}
     from statistics s join carts c on c.statistic_id = s.id join users u on u.id = coalesce(c.owner_id, c.handed_to)
     cross join lateral (select count(*)::integer as rows from cart_rows r where r.cart_id = c.id) selected
     cross join lateral (
       select coalesce(max(l.made_at), c.created_at) as at from cart_changes l where l.cart_id = c.id and ${changesOrder('l')}
     ) changed
     where ${ofCustomer} and s.active and ($3 in (c.owner_id, c.handed_to) or c.visible) and selected.rows > 0
       and not exists (select from orders o where o.cart_id = c.id and ${handedAt('o')} >= changed.at)
     order by changed.at desc, c.id`,
    [externalId, uploaderIds, user.id],
  );
}
