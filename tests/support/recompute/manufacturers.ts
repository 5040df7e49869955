import { aggregateRows, type SortBy } from './aggregate.ts';
import type { Article } from './assortment.ts';
import { groupBy } from './exact.ts';
import { type Choices, passes } from './filter.ts';
import { byName } from './order.ts';

/** Manufacturers of the articles that pass the filter. */
export function manufacturerRows(assortment: readonly Article[], choices: Choices, sortBy: SortBy) {
  const counted = assortment.filter((article) => passes(article, choices));
  const groups = groupBy(counted, ({ pack }) => pack?.manufacturer ?? null);
  return aggregateRows(groups, 'manufacturerName', sortBy, byName);
}
