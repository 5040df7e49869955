import { aggregateRows, type SortBy } from './aggregate.ts';
import type { Article } from './assortment.ts';
import { groupBy } from './exact.ts';
import { type Choices, passes } from './filter.ts';
import { byName } from './order.ts';

/** Molecules of the articles that pass the filter. */
export function moleculeRows(assortment: readonly Article[], choices: Choices, sortBy: SortBy) {
  const counted = assortment.filter((article) => passes(article, choices));
  const groups = groupBy(counted, ({ pack }) => pack?.molecule ?? null);
  return aggregateRows(groups, 'moleculeName', sortBy, byName);
}
