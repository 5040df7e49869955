import { views } from '#analytics/views/index.ts';
import type { View } from '#analytics/views/view.ts';
import type { World } from '../world.ts';
import { aggregateRows, type SortBy } from './aggregate.ts';
import type { Article } from './assortment.ts';
import { type AtcType, atcRows } from './atc.ts';
import { type CartArticle, cartArticleRows, cartArticleTotals, cartRows, cartTotals } from './cart.ts';
import { type DuplicateQuestion, duplicateRows } from './duplicate-products.ts';
import { deliveryRows, episodeRows } from './episodes.ts';
import { groupBy } from './exact.ts';
import { type Choices, passes } from './filter.ts';
import { groupOf } from './grouping.ts';
import { atcItems, focusGroupItems, nameItems } from './lists.ts';
import type { MarketQuestion } from './market.ts';
import { type NotDeliverableSort, notDeliverableRows, notDeliverableTotals } from './not-deliverable.ts';
import { byName } from './order.ts';
import {
  backInStockRows,
  backInStockTotals,
  chartRows,
  chartTotals,
  competitorRows,
  competitorTotals,
  fullRows,
  overviewRows,
  stockoutTotals,
} from './portfolio.ts';
import { portfolioItems } from './portfolio-lists.ts';
import { type ProductSort, productRows } from './product.ts';
import { type Series, stockoutChanges, stockoutCounts, stockoutsOpen } from './stockoutstat.ts';
import { summaryFigures } from './summary.ts';
import { duplicateTotals, groupTotals, productTotals } from './totals.ts';
import {
  changesOf,
  type GroupField,
  inChf,
  type PotentialSort,
  potentialRows,
} from './turnover-potential.ts';
import { switchingRows, type WhatIf, whatIfFigures } from './what-if.ts';

export type Row = Record<string, unknown>;
/** Every parameter of a SQL file, those of its place included. */
export type Parameters = Readonly<Record<string, unknown>>;

type Asked<Given> = { world: World; assortment: readonly Article[]; given: Given };
type Page = { limit: number | null; offset: number | null; today: string; newStockoutDays: number };
type Since = { stockOutSince: string | null };
type Recomputation = (asked: Asked<Parameters>) => Row[];

/** What a SQL file must answer, by exact integers in TypeScript. */
export function recompute(file: string, asked: Asked<Parameters>): Row[] {
  const view = views.find(({ sql }) => sql === file);
  const recomputation = answers[file] ?? (view && byGrouping(view));
  if (!recomputation) throw new Error(`Nothing recomputes ${file}: tests/support/recompute/answers.ts`);
  return recomputation(asked);
}

/** A list by one grouping, or its totals, of the articles that its filters leave: what the view says is enough. */
function byGrouping(view: View): Recomputation | undefined {
  if (view.subject !== 'statistic' || !view.grouping) return undefined;
  const group = groupOf(view.grouping);
  return ({ assortment, given: { sortBy, ...choices } }) => {
    const counted = assortment.filter((article) => passes(article, choices as Choices));
    if (view.cardinality === 'one') return [groupTotals(counted, group)];
    return aggregateRows(groupBy(counted, group), view.key!, sortBy as SortBy, byName);
  };
}

type PotentialQuestion = Choices & { groupField: GroupField };

const answers: Readonly<Record<string, Recomputation>> = {
  'v1/summary.sql': ({ world, assortment }) => [{ ...world.head, ...summaryFigures(assortment) }],
  'v1/short-summary.sql': ({ world }) => {
    const { customerExternalId: _, headerImage: __, ...head } = world.head!;
    return [head];
  },
  'v1/atc.sql': answer<{ type: AtcType; sortBy: SortBy }>(({ assortment, given: { type, sortBy } }) =>
    atcRows(assortment, type, sortBy),
  ),
  'v1/atc-totals.sql': answer<{ type: AtcType }>(({ assortment, given: { type } }) => {
    const counted = assortment.filter(({ pack, alternative }) =>
      type === 'provider' ? pack?.provider : type === 'all' || alternative,
    );
    return [groupTotals(counted, groupOf('atc'))];
  }),
  'v1/product.sql': answer<Choices & Page & { sortBy: ProductSort }>(({ assortment, given }) => {
    const { sortBy, limit, offset, today: day, newStockoutDays, ...choices } = given;
    const rows = productRows(assortment, choices, sortBy, { today: day, newStockoutDays });
    return rows.slice(offset ?? 0, limit === null ? undefined : (offset ?? 0) + limit);
  }),
  'v1/product-totals.sql': answer<Choices>(({ assortment, given }) => [productTotals(assortment, given)]),
  'v1/duplicate-products.sql': answer<DuplicateQuestion>(({ assortment, given }) =>
    duplicateRows(assortment, given),
  ),
  'v1/duplicate-products-totals.sql': answer<{ find: readonly string[] }>(
    ({ assortment, given: { find } }) => [duplicateTotals(assortment, find)],
  ),
  'v1/not-deliverable.sql': answer<Choices & Page & { sortBy: NotDeliverableSort }>(
    ({ world, assortment, given: { sortBy, today: day, newStockoutDays, ...choices } }) =>
      notDeliverableRows(world, assortment, choices, sortBy, { today: day, newStockoutDays }),
  ),
  'v1/not-deliverable-totals.sql': answer<Choices>(({ world, assortment, given }) => [
    notDeliverableTotals(world, assortment, given),
  ]),
  'v1/cart.sql': answer<Choices & Page & { also: readonly string[] }>(
    ({ world, assortment, given: { also, today: day, newStockoutDays, ...choices } }) =>
      cartRows(world, assortment, choices, also, { today: day, newStockoutDays }),
  ),
  'v1/cart-totals.sql': answer<Choices>(({ assortment, given }) => [cartTotals(assortment, given)]),
  'v1/cart-articles.sql': answer<Choices & CartArticle>(({ assortment, given }) =>
    cartArticleRows(assortment, given),
  ),
  'v1/cart-articles-totals.sql': answer<Choices & CartArticle>(({ assortment, given }) => [
    cartArticleTotals(assortment, given),
  ]),
  'v1/turnover-potential.sql': answer<PotentialQuestion & { sortBy: PotentialSort }>(
    ({ assortment, given: { groupField, sortBy, ...choices } }) =>
      potentialRows(
        assortment.filter((article) => passes(article, choices)),
        groupField,
        sortBy,
      ),
  ),
  'v1/turnover-potential-totals.sql': answer<PotentialQuestion>(
    ({ assortment, given: { groupField, ...choices } }) => {
      const counted = assortment.filter((article) => passes(article, choices));
      const { turnoverPotential, ...others } = groupTotals(counted, groupOf(groupField));
      const grouped = counted.filter((article) => groupOf(groupField)(article) !== null);
      return [{ ...others, turnoverPotentialSum: turnoverPotential, ...inChf(changesOf(grouped)) }];
    },
  ),
  'v1/what-if.sql': answer<WhatIf>(({ assortment, given }) => [whatIfFigures(assortment, given)]),
  'v1/what-if-switches.sql': answer<WhatIf & { limit: number | null }>(({ assortment, given }) =>
    switchingRows(assortment, given).slice(0, given.limit ?? undefined),
  ),
  'v1/list-molecules.sql': ({ assortment }) => nameItems(assortment, 'molecule'),
  'v1/list-manufacturers.sql': ({ assortment }) => nameItems(assortment, 'manufacturer'),
  'v1/list-focus-groups.sql': ({ world, assortment }) => focusGroupItems(world, assortment),
  // Names of ATC groups are translations, which may be worded better at any time.
  'v1/list-atc.sql': ({ assortment }) => atcItems(assortment, {}).map(({ name: _, ...item }) => item),
  'v1/portfolio.sql': market(({ world, assortment, given }) => overviewRows(world, assortment, given)),
  'v1/portfolio-totals.sql': market(({ world, assortment, given }) =>
    stockoutTotals(world, assortment, given),
  ),
  'v1/portfolio-summary.sql': market(({ world, given }) => chartRows(world, given)),
  'v1/portfolio-summary-totals.sql': market(({ world, given }) => chartTotals(world, given)),
  'v1/portfolio-competitor.sql': market(({ world, assortment, given }) =>
    competitorRows(world, assortment, given),
  ),
  'v1/portfolio-competitor-totals.sql': market(({ world, given }) => competitorTotals(world, given)),
  'v1/portfolio-full.sql': market(({ world, assortment, given }) => fullRows(world, assortment, given)),
  'v1/portfolio-full-totals.sql': market(({ world, assortment, given }) =>
    stockoutTotals(world, assortment, given),
  ),
  'v1/portfolio-back-in-stock.sql': market(({ world, assortment, given }) =>
    backInStockRows(world, assortment, given),
  ),
  'v1/portfolio-back-in-stock-totals.sql': market(({ world, assortment, given }) =>
    backInStockTotals(world, assortment, given),
  ),
  'v1/portfolio-episodes.sql': answer<{ gtin: string | null }>(({ world, given: { gtin } }) =>
    episodeRows(world, gtin),
  ),
  'v1/portfolio-deliveries.sql': answer<{ gtin: string | null }>(({ world, given: { gtin } }) =>
    deliveryRows(world, gtin),
  ),
  'v1/portfolio-list-molecules.sql': answer<Since>(({ world, given: { stockOutSince } }) =>
    named(portfolioItems(world, 'molecule', stockOutSince)),
  ),
  'v1/portfolio-list-manufacturers.sql': answer<Since>(({ world, given: { stockOutSince } }) =>
    named(portfolioItems(world, 'manufacturer', stockOutSince)),
  ),
  'v1/portfolio-list-atc.sql': answer<Since>(({ world, given: { stockOutSince } }) =>
    portfolioItems(world, 'atc', stockOutSince),
  ),
  'v1/stockoutstat-provider.sql': ({ world }) => stockoutCounts(world, 'PROVIDER'),
  'v1/stockoutstat-generica.sql': ({ world }) => stockoutCounts(world, 'GENERICA'),
  'v1/stockoutstat-open.sql': answer<{ series: Series; date: string | null }>(
    ({ world, given: { series, date } }) => stockoutsOpen(world, series, date),
  ),
  'v1/stockoutstat-day.sql': answer<{ series: Series; date: string | null }>(
    ({ world, given: { series, date } }) => stockoutChanges(world, series, date),
  ),
};

function named(items: { id: string; count: number }[]): Row[] {
  return items.map(({ id, count }) => ({ id, name: id, count }));
}

function market(recomputed: (asked: Asked<MarketQuestion>) => Row[]): Recomputation {
  return answer<MarketQuestion>(recomputed);
}

/** The parameters as the recomputation has them. */
function answer<Given>(recomputed: (asked: Asked<Given>) => Row[]): Recomputation {
  return (asked) => recomputed({ ...asked, given: asked.given as Given });
}
