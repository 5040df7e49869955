import { now } from '#analytics/clock.ts';
import type { Language } from '#shared/languages.ts';
import type { Brought, CustomerOrder, CustomerStatistic } from '#shared/schemas/customer-page.ts';
import type { User } from '#shared/schemas/user.ts';
import { translate } from '../platform/i18n/messages.ts';
import { swissPeriod } from '../platform/i18n/swiss.ts';
import { findCustomerFields } from '../reference-data/customers/correction-queries.ts';
import { figuresVersion, whatOrdersBrought } from '../statistics/kept-figures.ts';
import { tablesOfStatistic } from '../statistics/views/subjects.ts';
import {
  aboutPage,
  type CellKind,
  columnsSheet,
  type Sheet,
  type Workbook,
} from '../workbooks/writing/workbook.ts';
import {
  customerOrders,
  customerStatistics,
  type OrderedProduct,
  orderedProducts,
  type SeenCustomer,
} from './customer-page-queries.ts';
import { beginsBefore, monthOf, type Parts, tellsOf } from './last-order.ts';

/** Statistics that are opened at most, the newest: four years of half-years. */
const MOST_STATISTICS = 8;

type Result = Brought['results'][number];
type Product = Result['products'][number];

/**
 * What the orders of a customer brought, by each of the statistics that can be opened and tell of any, as the last order is
 * told of. Versions of a cart that were made in one month are one order, the last; a product is one row in however many
 * orders it is, so that sums count what is bought of it once.
 */
export async function whatWasBrought(
  parts: Parts,
  seen: SeenCustomer,
  user: User,
  signal: AbortSignal,
): Promise<Brought> {
  const { pool, currentRevisions, answerVersion } = parts;
  const version = figuresVersion(answerVersion, await currentRevisions());
  const [fields, orders, statistics] = await Promise.all([
    findCustomerFields(pool, seen.externalId),
    customerOrders(pool, seen, user),
    customerStatistics(pool, seen, version),
  ]);
  const telling = statistics
    .filter((statistic) => statistic.active && orders.some((order) => tellsOf(statistic, order)))
    .slice(0, MOST_STATISTICS);
  const toldOf = orders.filter((order) => telling.some((statistic) => tellsOf(statistic, order)));
  const kept = await orderedProducts(
    pool,
    toldOf.map(({ order }) => order),
  );
  const byOrder = Map.groupBy(kept, ({ order }) => order);
  const results: Result[] = [];
  // One after the other: whoever asks takes up no more than with one.
  for (const statistic of telling) {
    const told = lastVersions(toldOf.filter((order) => tellsOf(statistic, order)));
    const result = await resultOf(statistic, told);
    if (result) results.push(result);
  }
  return { name: fields?.name ?? statistics[0]?.customerName ?? null, results };

  function lastVersions(told: readonly CustomerOrder[]): CustomerOrder[] {
    const seenCarts = new Set<string>();
    return told.filter(({ order, madeAt }) => {
      const key = `${monthOf(madeAt)} ${byOrder.get(order)?.[0]?.cartKey ?? order}`;
      if (seenCarts.has(key)) return false;
      seenCarts.add(key);
      return true;
    });
  }

  async function resultOf(found: CustomerStatistic, told: readonly CustomerOrder[]): Promise<Result | null> {
    const { directLinkId, timeMonthFrom, timeYearFrom, timeMonthTo, timeYearTo, months } = found;
    const ordered: Map<string, OrderedProduct[]> = Map.groupBy(
      told.flatMap(({ order }) => byOrder.get(order) ?? []),
      ({ gtin }) => gtin,
    );
    const tables = await tablesOfStatistic(parts, directLinkId);
    const rows = await tables.use(
      (connection) => whatOrdersBrought(connection, [{ order: 0, gtins: [...ordered.keys()] }]),
      signal,
    );
    const [first] = rows;
    if (!first) return null;
    return {
      statistic: { directLinkId, timeMonthFrom, timeYearFrom, timeMonthTo, timeYearTo, months },
      beginsBefore: told.some(({ madeAt }) => beginsBefore(found, madeAt)),
      orders: told.length,
      ordered: first.allOrdered,
      bought: first.allBought,
      competitor: first.allCompetitor,
      turnoverPerYear: first.allTurnoverPerYear,
      withoutPrice: first.allWithoutPrice,
      competitorTurnoverPerYear: first.allCompetitorTurnoverPerYear,
      products: rows.map((row): Product => {
        const lines = ordered.get(row.gtin)!;
        return {
          gtin: row.gtin,
          productDescription: lines[0]!.productDescription,
          orders: [...new Set(lines.map(({ order }) => order))],
          packsOrdered: lines.reduce((sum, { packs }) => sum + packs, 0),
          state: row.state,
          packsBought: row.packsBought,
          turnoverPerYear: row.turnoverPerYear,
          otherPacks: row.otherPacks,
          competitorArticles: row.competitorArticles,
          competitorPacks: row.competitorPacks,
          competitorTurnoverPerYear: row.competitorTurnoverPerYear,
        };
      }),
    };
  }
}

/** Products by statistic, what they add up to, what both are about and what their columns say. */
export function broughtWorkbook(
  language: Language,
  { externalId, name, results }: Brought & { externalId: string },
  author: string,
): Workbook {
  const word = (key: string) => translate(language, `customer.brought.${key}`);
  const column = (key: string, kind: CellKind) => ({
    heading: word(`column.${key}`),
    kind,
    meaning: word(`meaning.${key}`),
  });
  const states = Object.fromEntries(
    (['bought', 'competitor', 'neither'] as const).map((state) => [
      state,
      translate(language, `customer.lastOrder.state.${state}`),
    ]),
  );
  const periodOf = ({ statistic }: Result) => swissPeriod(statistic);
  const products: Sheet = {
    name: word('sheet.products'),
    columns: [
      column('statistic', 'text'),
      column('product', 'text'),
      { heading: 'GTIN', kind: 'text' },
      column('orders', 'text'),
      column('packsOrdered', 'integer'),
      { ...column('state', 'text'), words: states },
      column('packsBought', 'integer'),
      column('turnoverPerYear', 'chf'),
      column('otherPacks', 'integer'),
      column('competitorPacks', 'integer'),
      column('competitorTurnoverPerYear', 'chf'),
    ],
    rows: results.flatMap((result) =>
      result.products.map((row) => [
        periodOf(result),
        row.productDescription,
        row.gtin,
        row.orders.join(', '),
        row.packsOrdered,
        row.state,
        row.packsBought,
        row.turnoverPerYear,
        row.otherPacks,
        row.competitorPacks,
        row.competitorTurnoverPerYear,
      ]),
    ),
  };
  const sums: Sheet = {
    name: word('sheet.sums'),
    columns: [
      column('statistic', 'text'),
      column('orderCount', 'integer'),
      column('ordered', 'integer'),
      column('bought', 'integer'),
      column('competitor', 'integer'),
      column('neither', 'integer'),
      column('turnoverPerYear', 'chf'),
      column('competitorTurnoverPerYear', 'chf'),
    ],
    rows: results.map((result) => [
      periodOf(result),
      result.orders,
      result.ordered,
      result.bought,
      result.competitor,
      result.ordered - result.bought - result.competitor,
      result.turnoverPerYear,
      result.competitorTurnoverPerYear,
    ]),
  };
  const about = aboutPage(
    language,
    word('title'),
    [
      [translate(language, 'customer.page'), [name, externalId].filter(Boolean).join(', ')],
      [translate(language, 'reports.about.contents'), word('rules')],
    ],
    now(),
  );
  return {
    title: word('title'),
    author,
    created: now().toISOString(),
    pageOf: translate(language, 'workbook.pageOf'),
    sheets: [products, sums, about, columnsSheet(language, [products, sums])],
  };
}
