import * as z from 'zod/mini';
import { amount, integer, type rowCount } from '#shared/figures.ts';
import { type GroupingName, groupings } from '#shared/groupings.ts';
import type { sortBy } from '#shared/parameters.ts';
import { count, countDistinct, type Figure, figure, sum } from './figure.ts';
import { both, type ProductFilter, sameFilter } from './product-filter.ts';
import { type Provenance, provenanceOf } from './provenance.ts';
import type { View } from './view.ts';

/** The figures of every aggregate row: articles, packs, and CHF at ex-factory and public prices. */
export const aggregateColumns = {
  count: integer.with(z.describe('articles')),
  qtySum: amount.with(z.describe('packs')),
  efPreisSum: amount.with(z.describe('CHF, ex-factory price without VAT')),
  pPreisSum: amount.with(z.describe('CHF, public price with VAT')),
  turnoverPotential: amount.with(z.describe('CHF, ex-factory price of the alternatives')),
};

export const aggregateFigures = {
  count: figure('articles', 'articles', count),
  qtySum: figure('packs', 'packs', sum('qtySum1')),
  efPreisSum: figure('CHF', 'exFactorySum', sum('efPreisSum')),
  pPreisSum: figure('CHF', 'publicSum', sum('pPreisSum')),
  turnoverPotential: figure('CHF', 'potential', sum('turnoverPotential')),
};

/** A view of groups, whatever else it can be asked. */
export type GroupView = View<
  z.ZodMiniObject<{ sortBy: typeof sortBy }>,
  z.ZodMiniObject<typeof aggregateColumns>
> & { grouping: GroupingName };
export type GroupTotals = View<
  z.ZodMiniObject,
  z.ZodMiniObject<{ rowCount: typeof rowCount } & typeof aggregateColumns>
>;

/** What a list of groups says of itself: `key` is its column of names, `filterOf` gives the articles it was filtered to. */
export function groupList(grouping: GroupingName, key: string, filterOf: Provenance['rows'] = sameFilter) {
  return {
    grouping,
    comparable: true,
    provenance: provenanceOf(aggregateFigures, (parameters, row) =>
      both(filterOf(parameters, row), inGroup(grouping, row[key])),
    ),
  };
}

/** The same of its totals. */
export function groupTotals(grouping: GroupingName, filterOf: Provenance['rows'] = sameFilter) {
  return {
    grouping,
    comparable: true,
    provenance: provenanceOf({ rowCount: groupCount(grouping), ...aggregateFigures }, (parameters, row) =>
      both(filterOf(parameters, row), inAnyGroup(grouping)),
    ),
  };
}

/** The number of groups of some articles. */
export function groupCount(grouping: GroupingName): Figure {
  const { unit, column } = groupings[grouping];
  return figure(unit, grouping, countDistinct(column));
}

/** The articles of one group. */
export function inGroup(grouping: GroupingName, key: unknown): ProductFilter {
  return { [grouping]: [String(key)] };
}

/** The articles that belong to a group at all. */
export function inAnyGroup(grouping: GroupingName): ProductFilter {
  return { behind: [groupings[grouping].has] };
}
