import type { GroupingName } from '#shared/groupings.ts';
import type { World } from '../world.ts';
import { readCatalogue } from './catalogue.ts';
import { groupOfPack } from './grouping.ts';
import { byCode, byName } from './order.ts';

/** What occurs in the catalogue, with the number of its stock-outs: names in the order of names, letters in theirs. */
export function portfolioItems(
  world: World,
  grouping: GroupingName,
  since: string | null,
): { id: string; count: number }[] {
  const groupOf = groupOfPack(grouping);
  const packs = [...readCatalogue(world).byGtin.values()];
  const open = (world.stockouts ?? []).filter(
    (each) => !each.back_in_stock_on && each.reported_on >= (since ?? ''),
  );
  const missing = new Set(open.map(({ gtin }) => gtin));
  const counts = new Map<string, number>();
  for (const pack of packs) {
    const id = groupOf(pack);
    if (id === null) continue;
    const counted = !pack.provider && missing.has(pack.gtin);
    counts.set(id, (counts.get(id) ?? 0) + Number(counted));
  }
  const order = grouping === 'atc' ? byCode : byName;
  return [...counts].map(([id, count]) => ({ id, count })).sort((a, b) => order(a.id, b.id));
}
