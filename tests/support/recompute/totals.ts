import { figuresOf, type SortBy, wireFigures } from './aggregate.ts';
import { type Article, beforeAndAfterInSum } from './assortment.ts';
import { chf, groupBy, sum } from './exact.ts';
import { type Choices, namesInSet, passes } from './filter.ts';
import { isFound } from './find.ts';

type Group = (article: Article) => string | null;

/** Totals of a grouped list: the articles that belong to a group, and the number of groups. */
export function groupTotals(
  articles: readonly Article[],
  group: Group,
): { rowCount: number } & Record<SortBy, number> {
  const grouped = articles.filter((article) => group(article) !== null);
  return { rowCount: groupBy(grouped, group).size, ...wireFigures(figuresOf(grouped)) };
}

export function productTotals(assortment: readonly Article[], choices: Choices): Record<string, number> {
  const articles = assortment.filter((article) => passes(article, choices));
  const { count, qtySum, ...sums } = wireFigures(figuresOf(articles));
  return {
    rowCount: count,
    qtySum1: qtySum,
    qtySum2: alternativePacks(articles),
    ...sums,
    customersGain: chf(sum(articles, ({ gain }) => gain)),
    publicPriceDifference: chf(sum(articles, ({ publicDifference }) => publicDifference)),
    ...beforeAndAfterInSum(articles),
    withoutPrice: articles.filter(({ exFactorySum }) => exFactorySum === null).length,
    potentialsUnknown: articles.filter(({ potential }) => potential === null).length,
  };
}

export function duplicateTotals(
  assortment: readonly Article[],
  find: readonly string[],
): Record<string, number> {
  const duplicates = assortment.filter(
    (article) => article.setSize >= 2 && isFound(find, namesInSet(article)),
  );
  const competing = duplicates.filter(({ alternative }) => alternative !== null);
  return {
    rowCount: competing.length,
    sets: new Set(duplicates.map(({ setGtin }) => setGtin)).size,
    articles: duplicates.length,
    qty1: Number(sum(competing, ({ quantity }) => quantity)),
    qty2: alternativePacks(duplicates),
    turnoverPotential: chf(sum(duplicates, ({ potential }) => potential)),
  };
}

/** Packs bought of the alternatives of `articles`, each alternative once. */
function alternativePacks(articles: readonly Article[]): number {
  const once = new Map(articles.map((each) => [each.alternative?.gtin, each.alternativeQuantity ?? 0n]));
  return Number(sum([...once.values()], (quantity) => quantity));
}
