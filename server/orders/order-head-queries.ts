import type { OrderContent } from '#shared/schemas/order.ts';
import { type Queryable, queryOptionalRow, queryRow } from '../platform/database/query.ts';

/** What an order says of the statistic that it was made from. */
export function findOrderedStatistic(
  db: Queryable,
  id: number,
): Promise<Omit<OrderContent['statistic'], 'revision' | 'months'>> {
  return queryRow(
    db,
    `select s.id as "bezugsStatistikID", s.customer_name as "customerName", s.customer_external_id as "customerExternalId",
       nullif(c.address, '') as "customerAddress", s.sales_representative as "salesRepresentative",
       s.time_month_from as "timeMonthFrom", s.time_year_from as "timeYearFrom", s.time_month_to as "timeMonthTo",
       s.time_year_to as "timeYearTo"
     from statistics s left join customers c on c.external_id = s.customer_external_id
     where s.id = $1`,
    [id],
  );
}

/** The language of a customer, as the customers' file has it. */
export async function findCustomerLanguage(db: Queryable, externalId: string | null): Promise<string | null> {
  const found = await queryOptionalRow<{ language: string | null }>(
    db,
    'select language from customers where external_id = $1',
    [externalId],
  );
  return found?.language ?? null;
}

/** Whom a wholesaler takes orders through now, null where nothing is written down; and whether it still does. */
export async function findTransferOrderContact(
  db: Queryable,
  wholesaler: number,
): Promise<{ contact: string | null; retired: boolean }> {
  const found = await queryOptionalRow<{ contact: string | null; retired: boolean }>(
    db,
    `select nullif(trim(transfer_order_contact), '') as contact, retired_at is not null as retired
     from wholesalers where id = $1`,
    [wholesaler],
  );
  return found ?? { contact: null, retired: false };
}

/** What it says of the wholesaler. */
export async function findWholesalerName(
  db: Queryable,
  id: number | null,
): Promise<OrderContent['wholesaler']> {
  const found = await queryOptionalRow<NonNullable<OrderContent['wholesaler']>>(
    db,
    'select id as "wholesalerID", name as "wholesalerName" from wholesalers where id = $1',
    [id],
  );
  return found ?? null;
}
