import { listAtc, listFocusGroups, listManufacturers, listMolecules } from '#analytics/views/filter-lists.ts';
import { type RowOf, rowsQuery } from './views.ts';

export type FilterOption = RowOf<typeof listMolecules>;

const views = {
  molecule: listMolecules,
  atc: listAtc,
  manufacturer: listManufacturers,
  focusGroup: listFocusGroups,
};

/** The choices of a filter, each with the articles and the potential behind it. */
export function filterListQuery(directLinkId: string, group: keyof typeof views) {
  return rowsQuery(directLinkId, views[group], {});
}
