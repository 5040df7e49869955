import { now } from '#analytics/clock.ts';
import { disambiguateLabels } from '#shared/disambiguate-labels.ts';
import type { Language } from '#shared/languages.ts';
import type { Brought, BroughtOf, CustomerStatistic } from '#shared/schemas/customer-page.ts';
import type { User } from '#shared/schemas/user.ts';
import { zurichDay } from '#shared/zurich.ts';
import { translate } from '../platform/i18n/messages.ts';
import { swissDate, swissPeriod, swissTime } from '../platform/i18n/swiss.ts';
import { findCustomerFields } from '../reference-data/customers/correction-queries.ts';
import { figuresVersion, MOST_TOLD, whatOrdersBrought } from '../statistics/statistic-metrics.ts';
import { tablesOfStatistic } from '../statistics/views/view-tables.ts';
import {
  aboutPage,
  type CellKind,
  columnsSheet,
  pageFoot,
  type Sheet,
  type SheetColumn,
  type Workbook,
} from '../workbooks/writing/workbook.ts';
import {
  customerOrderTimes,
  customerScenarios,
  customerStatistics,
  type Made,
  type OrderedProduct,
  orderedProducts,
  proposedProducts,
  type SeenCustomer,
} from './customer-page-queries.ts';
import { beginsBefore, monthOf, type Parts, tellsOf } from './last-order.ts';

/** Most statistics opened, newest first: four years of half-years. */
const MOST_STATISTICS = 8;

type Result = Brought['results'][number];
type Product = Result['products'][number];

/**
 * Outcome of a customer's orders, or scenarios, by each accessible statistic that covers any, as for the last order.
 * Versions of a cart from one month are one order, the last; a product is one row in however many orders it is, so that
 * sums count purchases once. Orders add up, proposals do not: the newest says how many packs.
 */
export async function whatWasBrought(
  parts: Parts,
  seen: SeenCustomer,
  user: User,
  of: BroughtOf,
  signal: AbortSignal,
): Promise<Brought> {
  const { pool, currentRevisions, answerVersion } = parts;
  const version = figuresVersion(answerVersion, await currentRevisions());
  const [fields, sources, statistics] = await Promise.all([
    findCustomerFields(pool, seen.externalId),
    (of === 'orders' ? customerOrderTimes : customerScenarios)(pool, seen, user),
    customerStatistics(pool, seen, version),
  ]);
  const telling = statistics
    .filter(({ active }) => active)
    .map((statistic) => ({ statistic, told: toldBy(statistic, sources) }))
    .filter(({ told }) => told.length > 0)
    .slice(0, MOST_STATISTICS);
  const ids = [...new Set(telling.flatMap(({ told }) => told.map(({ id }) => id)))];
  const kept = await (of === 'orders' ? orderedProducts(pool, ids) : proposedProducts(pool, ids));
  const bySource = Map.groupBy(kept, ({ order }) => order);
  const results: Result[] = [];
  // Sequentially, so that one caller takes no more than one place.
  for (const { statistic, told } of telling) {
    const result = await resultOf(statistic, told);
    if (result) results.push(result);
  }
  return { name: fields?.name ?? statistics[0]?.customerName ?? null, results };

  async function resultOf(found: CustomerStatistic, told: Made[]): Promise<Result | null> {
    const { directLinkId, importDate, timeMonthFrom, timeYearFrom, timeMonthTo, timeYearTo, months } = found;
    const ordered: Map<string, OrderedProduct[]> = Map.groupBy(
      told.flatMap(({ id }) => bySource.get(id) ?? []),
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
      statistic: { directLinkId, importDate, timeMonthFrom, timeYearFrom, timeMonthTo, timeYearTo, months },
      beginsBefore: told.some(({ madeAt }) => beginsBefore(found, madeAt)),
      sources: told.map(({ id, name, madeAt }) => ({ id, name, madeAt })),
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
          sources: [...new Set(lines.map(({ order }) => order))],
          packsOrdered: of === 'orders' ? lines.reduce((sum, { packs }) => sum + packs, 0) : lines[0]!.packs,
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

/** What a statistic covers, newest first: of a cart's versions from one month, the last. */
function toldBy(statistic: CustomerStatistic, made: readonly Made[]): Made[] {
  const months = new Set<string>();
  const last = made.filter((each) => {
    if (!tellsOf(statistic, each)) return false;
    const key = `${monthOf(each.madeAt)} ${each.cartKey}`;
    if (months.has(key)) return false;
    months.add(key);
    return true;
  });
  return last.slice(0, MOST_TOLD);
}

/** Outcome of a product that was ordered or proposed. */
type Outcome = Pick<
  Product,
  'packsBought' | 'turnoverPerYear' | 'otherPacks' | 'competitorPacks' | 'competitorTurnoverPerYear' | 'state'
>;

/** Columns of an outcome, for `outcomeCells`. */
export function outcomeColumns(language: Language): SheetColumn[] {
  const column = (key: keyof Outcome, kind: CellKind): SheetColumn => ({
    heading: translate(language, `customer.brought.column.${key}`),
    kind,
    meaning: translate(language, `customer.brought.meaning.${key}`),
  });
  const states = (['bought', 'competitor', 'neither'] as const).map((state) => [
    state,
    translate(language, `customer.lastOrder.state.${state}`),
  ]);
  return [
    { ...column('state', 'text'), words: Object.fromEntries(states) },
    column('packsBought', 'integer'),
    column('turnoverPerYear', 'chf'),
    column('otherPacks', 'integer'),
    column('competitorPacks', 'integer'),
    column('competitorTurnoverPerYear', 'chf'),
  ];
}

/** null: not computed yet. */
export function outcomeCells(row: { [Key in keyof Outcome]: Outcome[Key] | null }) {
  return [
    row.state,
    row.packsBought,
    row.turnoverPerYear,
    row.otherPacks,
    row.competitorPacks,
    row.competitorTurnoverPerYear,
  ];
}

/** Products by statistic, sums, facts, and meanings of columns. */
export function broughtWorkbook(
  language: Language,
  { externalId, name, results, of }: Brought & { externalId: string; of: BroughtOf },
  author: string,
): Workbook {
  const word = (key: string) => translate(language, `customer.brought.${key}`);
  const column = (key: string, kind: CellKind) => ({
    heading: word(`column.${key}`),
    kind,
    meaning: word(`meaning.${key}`),
  });
  /** A column with other names for scenarios and for orders. */
  const columnOf = (key: string, kind: CellKind) => ({
    heading: word(`${of}.column.${key}`),
    kind,
    meaning: word(`${of}.meaning.${key}`),
  });
  const sourceName = ({ name, madeAt }: Result['sources'][number]) =>
    of === 'orders' ? name : `${name}, ${swissDate(zurichDay(new Date(madeAt)))}`;
  const periodOf = disambiguateLabels(
    results,
    ({ statistic }) => swissPeriod(statistic) ?? '',
    ({ statistic: { importDate } }) =>
      translate(language, 'portal.nav.uploadedOn', { date: swissTime(importDate) }),
  );
  const products: Sheet = {
    name: word('sheet.products'),
    columns: [
      column('statistic', 'text'),
      { heading: word('column.product'), kind: 'text', meaning: word(`${of}.meaning.product`) },
      { heading: 'GTIN', kind: 'text' },
      columnOf('sources', 'text'),
      columnOf('packsOrdered', 'integer'),
      ...outcomeColumns(language),
    ],
    rows: results.flatMap((result) =>
      result.products.map((row) => [
        periodOf(result),
        row.productDescription,
        row.gtin,
        result.sources
          .filter(({ id }) => row.sources.includes(id))
          .map(sourceName)
          .join(', '),
        row.packsOrdered,
        ...outcomeCells(row),
      ]),
    ),
  };
  const sums: Sheet = {
    name: word('sheet.sums'),
    columns: [
      column('statistic', 'text'),
      columnOf('sourceCount', 'integer'),
      columnOf('ordered', 'integer'),
      column('bought', 'integer'),
      column('competitor', 'integer'),
      column('neither', 'integer'),
      column('turnoverPerYear', 'chf'),
      column('competitorTurnoverPerYear', 'chf'),
    ],
    rows: results.map((result) => [
      periodOf(result),
      result.sources.length,
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
    word(`${of}.title`),
    [
      [translate(language, 'customer.page'), [name, externalId].filter(Boolean).join(', ')],
      [translate(language, 'reports.about.contents'), word('rules')],
    ],
    now(),
  );
  return {
    title: word(`${of}.title`),
    author,
    created: now().toISOString(),
    ...pageFoot(language),
    sheets: [products, sums, about, columnsSheet(language, [products, sums])],
  };
}
