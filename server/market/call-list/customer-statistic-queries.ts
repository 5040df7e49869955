import type {
  CustomerStatistics,
  Meaning,
  Pair,
  PurchaseRows,
  RevisedStatistics,
} from '#analytics/customers.ts';
import type { CustomerHead } from '#shared/schemas/portfolio-customers.ts';
import { history } from '../../platform/database/history.ts';
import { type Queryable, queryRow, queryRows } from '../../platform/database/query.ts';

/** Months of a statistic's period, both included; 12 where invalid. The same as in sql/load/statistic.sql. */
export const months = `case
  when time_month_to - time_month_from + 12 * (time_year_to - time_year_from) + 1 > 0
  then time_month_to - time_month_from + 12 * (time_year_to - time_year_from) + 1
  else 12
end`;

/** CHF per month of a statistic's period, half up to the centime. */
export const perMonth = (amount: string) =>
  `round(floor(100 * (${amount})::numeric / ${months} + 0.5) / 100, 2)`;

/**
 * The newest statistic per customer number: of the accessible ones by `uploaderIds` (null: all), the one whose period
 * ends last, then the last uploaded. Without test uploads, whose customer was typed in by hand; without a customer
 * number, each is a customer of its own; of combined ones the members count. Inactive customers are left out.
 */
export function newestStatistics(
  db: Queryable,
  uploaderIds: number[] | null,
): Promise<CustomerStatistics & RevisedStatistics & { history: string }> {
  return queryRow(
    db,
    `with newest as (
       select distinct on (customer_external_id, nameless) id, revision, months, customer_external_id
       from (
         select nullif(customer_external_id, '') as customer_external_id,
           case when coalesce(customer_external_id, '') = '' then id end as nameless,
           id, revision, ${months} as months, time_year_to, time_month_to, import_date
         from statistics
         where active and not test_upload and not combined and deleted_at is null
           and ($1::integer[] is null or uploader_id = any ($1))
       ) mine
       order by customer_external_id, nameless, time_year_to desc, time_month_to desc, import_date desc, id desc
     )
     select coalesce(string_agg(id::text, ',' order by customer_external_id, id), '') as statistics,
       coalesce(string_agg(months::text, ',' order by customer_external_id, id), '') as months,
       coalesce(string_agg(revision::text, ',' order by customer_external_id, id), '') as revisions, ${history} as history
     from newest
     where not exists (select from customers c where c.external_id = customer_external_id and not c.active)`,
    [uploaderIds],
  );
}

/**
 * The newest statistic of each customer by each uploader, ids descending: whichever uploaders a caller may see, the
 * newest of a customer is among these.
 */
export function newestOfEveryUploader(db: Queryable): Promise<{ id: number; revision: number }[]> {
  return queryRows(
    db,
    `with newest as (
       select distinct on (uploader_id, customer_external_id, nameless) id, revision
       from (
         select uploader_id, nullif(customer_external_id, '') as customer_external_id,
           case when coalesce(customer_external_id, '') = '' then id end as nameless,
           id, revision, time_year_to, time_month_to, import_date
         from statistics
         where active and not test_upload and not combined and deleted_at is null
       ) everyone
       order by uploader_id, customer_external_id, nameless,
         time_year_to desc, time_month_to desc, import_date desc, id desc
     )
     select id, revision from newest order by id desc`,
  );
}

/** The customers of these statistics, by id. */
export async function customerHeads(
  db: Queryable,
  ids: readonly number[],
): Promise<ReadonlyMap<number, CustomerHead>> {
  const heads = await queryRows<CustomerHead & { id: number }>(
    db,
    `select id, direct_link_id as "directLinkId", coalesce(customers.name, customer_name) as "customerName",
       customer_external_id as "customerExternalId", phone, sales_representative as representative,
       time_month_from as "timeMonthFrom", time_year_from as "timeYearFrom",
       time_month_to as "timeMonthTo", time_year_to as "timeYearTo", ${months} as months
     from statistics left join customers on external_id = customer_external_id
     where id = any ($1)`,
    [ids],
  );
  return new Map(heads.map(({ id, ...head }) => [id, head]));
}

/** Pairs of identifiers with one of these GTINs or Pharmacodes (comma-separated). */
export function pairsWith(db: Queryable, gtins: string, pharmacodes: string): Promise<Pair[]> {
  return queryRows(
    db,
    `select id, gtin, pharmacode from identifiers
     where gtin = any ($1::bigint[]) or pharmacode = any ($2::integer[])`,
    [list(gtins), list(pharmacodes)],
  );
}

/** Up to so many statistics are looked up individually; with more, all rows of a product are read. */
const LOOKED_UP = 50;

/** What these statistics have bought (net quantity above 0) of products by identifier. */
export function purchasesOf(
  db: Queryable,
  statistics: string,
  meanings: readonly Meaning[],
): Promise<PurchaseRows> {
  const ids = list(statistics);
  // Adding 0 keeps the planner from looking up each pair of both lists.
  const statistic = ids.split(',').length > LOOKED_UP ? 'b.statistic_id + 0' : 'b.statistic_id';
  return queryRow<PurchaseRows>(
    db,
    `select coalesce(string_agg(product::text, ','), '') as products,
       coalesce(string_agg(statistic_id::text, ','), '') as statistics,
       coalesce(string_agg(quantity::text, ','), '') as quantities
     from (
       select m.product, b.statistic_id, sum(b.quantity) as quantity
       from unnest($2::integer[], $3::integer[], $4::integer[]) as m (identifier, product, statistic)
       join statistic_identifiers b
         on b.identifier_id = m.identifier and (m.statistic is null or b.statistic_id = m.statistic)
       where ${statistic} = any ($1::integer[])
       group by m.product, b.statistic_id
       having sum(b.quantity) > 0
     ) netted`,
    [
      ids,
      meanings.map(({ id }) => id),
      meanings.map(({ product }) => product),
      meanings.map(({ statistic: of }) => of),
    ],
  );
}

/** Comma-separated numbers as an array of PostgreSQL. */
function list(numbers: string): string {
  return `{${numbers}}`;
}
