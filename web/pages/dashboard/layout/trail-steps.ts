import { productFilters } from '#analytics/views/product-filter.ts';
import { type GroupingName, groupings, isGrouping } from '#shared/groupings.ts';
import type { DashboardPart } from '../../../page-list.ts';
import type { FilterChoice } from '../filter/filter-offer.ts';

/** A step of the way that led to a page. */
export interface TrailStep {
  /** The page to go back to. */
  path: DashboardPart;
  choices: FilterChoice;
  /** The group that was followed there. */
  group: GroupingName;
  value: string;
}

/** The pages of the dashboard by which groupings are listed, and where their rows lead. */
const places: Record<GroupingName, { page: DashboardPart; leadsTo: readonly DashboardPart[] }> = groupings;

/** Those whose rows lead far come first. */
const fromTheWidest = Object.keys(productFilters)
  .filter(isGrouping)
  .sort((a, b) => places[b].leadsTo.length - places[a].leadsTo.length);

/**
 * How a page was reached through the groups it is filtered by, from the widest to the narrowest: ATC group, molecule
 * or manufacturer. A filter of several values was chosen on the page itself and is no way to it.
 */
export function trailSteps(page: DashboardPart, filters: FilterChoice): TrailStep[] {
  return fromTheWidest.flatMap((group) => {
    const [value, ...others] = filters[group] ?? [];
    if (value === undefined || others.length > 0 || !leadsTo(group, page)) return [];
    const { page: path } = places[group];
    const kept = fromTheWidest.filter((wider) => leadsTo(wider, path));
    const choices = Object.fromEntries(kept.map((wider) => [wider, filters[wider] ?? []]));
    return [{ path, choices, group, value }];
  });
}

function leadsTo(group: GroupingName, page: DashboardPart): boolean {
  return places[group].leadsTo.includes(page);
}
