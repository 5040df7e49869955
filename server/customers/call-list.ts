import type { Pool } from 'pg';
import { type CustomerStatistics, callList, callListProducts, type Page } from '#analytics/customers.ts';
import type { PooledConnection } from '#analytics/engine.ts';
import type { CallListAnswer } from '../answers/portfolio-customers.ts';
import { customerHeads } from '../db/customer-statistics.ts';

/** A page of the call list: the customers, and what each of them misses. */
export async function readCallList(
  pool: Pool,
  connection: PooledConnection,
  mine: CustomerStatistics,
  page: Page,
): Promise<CallListAnswer> {
  const called = await callList(connection, mine, page);
  const ids = called.map(({ statistic }) => statistic);
  const heads = await customerHeads(pool, ids);
  // A statistic can be gone since the list was made; its customer then is not on it.
  const there = called.filter(({ statistic }) => heads.has(statistic));
  const products =
    there.length === 0
      ? []
      : await callListProducts(connection, {
          statistics: there.map(({ statistic }) => statistic).join(','),
          months: there.map(({ statistic }) => heads.get(statistic)!.months).join(','),
        });
  const ofStatistic = Map.groupBy(products, ({ statistic }) => statistic);
  return {
    totals: {
      customers: called[0]?.allCustomers ?? 0,
      potentialPerMonth: called[0]?.allPotentialPerMonth ?? 0,
    },
    customers: there.map(
      ({ statistic, products: _, allCustomers: __, allPotentialPerMonth: ___, ...sums }) => ({
        ...heads.get(statistic)!,
        ...sums,
        products: (ofStatistic.get(statistic) ?? []).map(({ statistic: ____, ...product }) => product),
      }),
    ),
  };
}
