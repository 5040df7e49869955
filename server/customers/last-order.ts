import type { Pool } from 'pg';
import type { CustomerOrder, CustomerStatistic, LastOrder } from '#shared/schemas/customer-page.ts';
import type { OrderContent } from '#shared/schemas/order.ts';
import type { User } from '#shared/schemas/user.ts';
import { zurichDay } from '#shared/zurich.ts';
import { findOrder } from '../orders/order-queries.ts';
import { type BroughtProduct, figuresVersion, whatOrdersBrought } from '../statistics/statistic-metrics.ts';
import { type StatisticParts, tablesOfStatistic } from '../statistics/views/view-tables.ts';
import {
  customerOrders,
  customerOrderTimes,
  customerStatistics,
  type SeenCustomer,
} from './customer-page-queries.ts';

export type Parts = StatisticParts & { pool: Pool; answerVersion: string };

/**
 * Outcome of the newest order that it can be told of: the last one made in a month before the end of the newest
 * accessible statistic, and before its upload. Without any, the newest order and no result.
 */
export async function lastOrder(
  parts: Parts,
  seen: SeenCustomer,
  user: User,
  signal: AbortSignal,
): Promise<LastOrder> {
  const { pool, currentRevisions, answerVersion } = parts;
  const version = figuresVersion(answerVersion, await currentRevisions());
  const [made, statistics] = await Promise.all([
    customerOrderTimes(pool, seen, user),
    customerStatistics(pool, seen, version),
  ]);
  const statistic = statistics.find(({ active }) => active);
  const told = statistic && made.find((each) => tellsOf(statistic, each));
  const [order] = made[0] ? await customerOrders(pool, seen, user, (told ?? made[0]).id) : [];
  const kept = told && (await findOrder(pool, told.id));
  if (!order || !kept) return { order: order ?? null, result: null };
  return { order, result: await resultOf(order, statistic, kept.content) };

  async function resultOf(
    { order, madeAt }: CustomerOrder,
    found: CustomerStatistic,
    content: OrderContent,
  ): Promise<LastOrder['result']> {
    const { directLinkId, timeMonthFrom, timeYearFrom, timeMonthTo, timeYearTo, months } = found;
    const ordered = content.rows;
    const tables = await tablesOfStatistic(parts, directLinkId);
    const rows: BroughtProduct[] = await tables.use(
      (connection) => whatOrdersBrought(connection, [{ order, gtins: ordered.map(({ gtin }) => gtin) }]),
      signal,
    );
    const [first] = rows;
    if (!first) return null;
    return {
      statistic: { directLinkId, timeMonthFrom, timeYearFrom, timeMonthTo, timeYearTo, months },
      beginsBefore: beginsBefore(found, madeAt),
      ordered: first.allOrdered,
      bought: first.allBought,
      competitor: first.allCompetitor,
      turnoverPerYear: first.allTurnoverPerYear,
      withoutPrice: first.allWithoutPrice,
      products: rows.map((row, place) => ({
        gtin: row.gtin,
        productDescription: ordered[place]!.productDescription,
        state: row.state,
        packsOrdered: ordered[place]!.packs,
        packsBought: row.packsBought,
        turnoverPerYear: row.turnoverPerYear,
        competitorArticles: row.competitorArticles,
        competitorPacks: row.competitorPacks,
      })),
    };
  }
}

/** Whether a statistic covers time after the month of an order, and was uploaded later. */
export function tellsOf(statistic: CustomerStatistic, { madeAt }: { madeAt: string }): boolean {
  const { timeYearTo, timeMonthTo, importDate } = statistic;
  return monthOf(madeAt) < month(timeYearTo, timeMonthTo) && madeAt < importDate;
}

/** Whether its period begins in the month of an order or before, so that part of it may have been bought before. */
export function beginsBefore({ timeYearFrom, timeMonthFrom }: CustomerStatistic, madeAt: string): boolean {
  return month(timeYearFrom, timeMonthFrom) <= monthOf(madeAt);
}

/** The calendar month in Zurich, as text that sorts. */
export function monthOf(instant: string): string {
  return zurichDay(new Date(instant)).slice(0, 7);
}

function month(year: number, number: number): string {
  return `${year}-${String(number).padStart(2, '0')}`;
}
