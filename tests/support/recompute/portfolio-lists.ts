import type { GroupingName } from '#analytics/views/groupings.ts';
import type { World } from '../world.ts';
import { readCatalogue } from './catalogue.ts';
import { groupBy } from './exact.ts';
import { groupOfPack } from './grouping.ts';
import { byCode, byName } from './order.ts';

/** What occurs in the catalogue, with the number of products: names in the order of names, letters in theirs. */
export function portfolioItems(world: World, grouping: GroupingName): { id: string; count: number }[] {
  const packs = [...readCatalogue(world).byGtin.values()];
  const order = grouping === 'atc' ? byCode : byName;
  return [...groupBy(packs, groupOfPack(grouping))]
    .map(([id, { length: count }]) => ({ id, count }))
    .sort((a, b) => order(a.id, b.id));
}
