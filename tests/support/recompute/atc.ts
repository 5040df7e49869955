import { aggregateRows, type SortBy } from './aggregate.ts';
import type { Article } from './assortment.ts';
import { groupBy } from './exact.ts';
import { groupOf } from './grouping.ts';
import { byCode } from './order.ts';

export type AtcType = 'all' | 'provider' | 'provider_alternative';

/** ATC groups of all articles, of the provider's own, or of those it could replace. */
export function atcRows(assortment: readonly Article[], type: AtcType, sortBy: SortBy) {
  const counted = assortment.filter(({ pack, alternative }) => {
    if (type === 'provider') return pack?.provider ?? false;
    return type === 'all' || alternative !== null;
  });
  return aggregateRows(groupBy(counted, groupOf('atc')), 'atcCategory', sortBy, byCode);
}
