import type { Pool } from 'pg';
import { type CalledProduct, callList, callListProducts, type Page } from '#analytics/customers.ts';
import type { CallListAnswer } from '#shared/schemas/portfolio-customers.ts';
import type { User } from '#shared/schemas/user.ts';
import { customerHeads } from './customer-statistic-queries.ts';
import type { AskCustomers } from './my-customers.ts';

/** A page of the call list of `user`: customers, what each misses, and the version of published data. */
export async function readCallList(
  { pool, askCustomers }: { pool: Pool; askCustomers: AskCustomers },
  { user, today, ...page }: { user: User; today: string } & Page,
  signal?: AbortSignal,
): Promise<{ list: CallListAnswer; version: string }> {
  const { called, products, version } = await askCustomers(
    { user, gtins: [], today },
    async (connection, mine, published) => {
      const customers = await callList(connection, mine, page);
      const months = monthsOf(mine);
      const missed: CalledProduct[] =
        customers.length === 0
          ? []
          : await callListProducts(connection, {
              statistics: customers.map(({ statistic }) => statistic).join(','),
              months: customers.map(({ statistic }) => months.get(String(statistic))).join(','),
            });
      return { called: customers, products: missed, version: published };
    },
    signal,
  );
  const heads = await customerHeads(
    pool,
    called.map(({ statistic }) => statistic),
  );
  const ofStatistic = Map.groupBy(products, ({ statistic }) => statistic);
  const list: CallListAnswer = {
    totals: {
      customers: called[0]?.allCustomers ?? 0,
      potentialPerMonth: called[0]?.allPotentialPerMonth ?? 0,
    },
    // A statistic deleted since the list was made drops its customer.
    customers: called.flatMap(
      ({ statistic, products: _, allCustomers: __, allPotentialPerMonth: ___, ...sums }) => {
        const head = heads.get(statistic);
        if (!head) return [];
        const missed = ofStatistic.get(statistic) ?? [];
        return [{ ...head, ...sums, products: missed.map(({ statistic: ____, ...product }) => product) }];
      },
    ),
  };
  return { list, version };
}

/** Months of each statistic's period, by id. */
function monthsOf({ statistics, months }: { statistics: string; months: string }): Map<string, string> {
  const ofEach = months.split(',');
  return new Map(statistics.split(',').map((statistic, index) => [statistic, ofEach[index]!]));
}
