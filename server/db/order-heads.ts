import type { OrderContent } from '../answers/order.ts';
import { type Queryable, queryOptionalRow, queryRow } from './query.ts';

/** What an order says of the statistic that it was made from. */
export function findOrderedStatistic(
  db: Queryable,
  id: number,
): Promise<Omit<OrderContent['statistic'], 'revision' | 'months'>> {
  return queryRow(
    db,
    `select id as "bezugsStatistikID", customer_name as "customerName", customer_external_id as "customerExternalId",
       sales_representative as "salesRepresentative", time_month_from as "timeMonthFrom", time_year_from as "timeYearFrom",
       time_month_to as "timeMonthTo", time_year_to as "timeYearTo"
     from statistics where id = $1`,
    [id],
  );
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
