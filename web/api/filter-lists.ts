import { listAtc, listFocusGroups, listManufacturers, listMolecules } from '#analytics/views/filter-lists.ts';
import {
  portfolioAtc,
  portfolioManufacturers,
  portfolioMolecules,
} from '#analytics/views/portfolio-lists.ts';
import type { View } from '#analytics/views/view.ts';
import { market } from './changed-statistics.ts';
import { type RowOf, rowsQuery } from './views.ts';

/** A choice, and what is behind it; of the market there is no potential. */
export type FilterOption = Omit<RowOf<typeof listMolecules>, 'turnoverPotential'> & {
  turnoverPotential?: number;
};

const views = {
  molecule: listMolecules,
  atc: listAtc,
  manufacturer: listManufacturers,
  focusGroup: listFocusGroups,
};

const marketViews: Partial<Record<string, View>> = {
  molecule: portfolioMolecules,
  atc: portfolioAtc,
  manufacturer: portfolioManufacturers,
};

/** Filters with a list of their choices. */
export type ListedGroup = keyof typeof views;

export function hasFilterList(group: string): group is ListedGroup {
  return Object.hasOwn(views, group);
}

/**
 * The choices of a filter, each with the articles and the potential behind it, or of the market with its stock-outs: of
 * all times, or those reported since a day.
 */
export function filterListQuery(directLinkId: string, group: ListedGroup, stockOutSince?: string) {
  const list = directLinkId === market ? marketViews[group] : undefined;
  const view = (list ?? views[group]) as (typeof views)[ListedGroup];
  // Lists of a statistic take nothing.
  const parameters: object = list && stockOutSince ? { stockOutSince } : {};
  return rowsQuery(directLinkId, view, parameters as Record<string, never>);
}
