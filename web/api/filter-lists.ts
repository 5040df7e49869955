import { listAtc, listFocusGroups, listManufacturers, listMolecules } from '#analytics/views/filter-lists.ts';
import { type RowOf, rowsQuery } from './views.ts';

export type FilterOption = RowOf<typeof listMolecules>;

const views = {
  molecule: listMolecules,
  atc: listAtc,
  manufacturer: listManufacturers,
  focusGroup: listFocusGroups,
};

/** Filters with a list of their choices. */
export type ListedGroup = keyof typeof views;

export function hasFilterList(group: string): group is ListedGroup {
  return Object.hasOwn(views, group);
}

/** The choices of a filter, each with the articles and the potential behind it. */
export function filterListQuery(directLinkId: string, group: ListedGroup) {
  return rowsQuery(directLinkId, views[group], {});
}
