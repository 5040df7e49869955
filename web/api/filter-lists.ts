import { listAtc, listFocusGroups, listManufacturers, listMolecules } from '#analytics/views/filter-lists.ts';
import {
  portfolioAtc,
  portfolioManufacturers,
  portfolioMolecules,
} from '#analytics/views/portfolio-lists.ts';
import type { View } from '#analytics/views/view.ts';
import type { GroupingName } from '#shared/groupings.ts';
import type { Page } from '../page.ts';
import { pages } from '../page-list.ts';
import type { Columns } from './arrow.ts';
import { market } from './changed-statistics.ts';
import { type RowOf, rowsQuery } from './views.ts';

/** An option of a filter with its figures; without a potential for the market. */
export type FilterOption = Omit<RowOf<typeof listMolecules>, 'turnoverPotential'> & {
  turnoverPotential?: number;
};

/** Views made for filters; other groupings use their page's list. */
const views: Partial<Record<ListedGroup, typeof listMolecules>> = {
  molecule: listMolecules,
  atc: listAtc,
  manufacturer: listManufacturers,
  focusGroup: listFocusGroups,
};

const marketViews: Partial<Record<ListedGroup, View>> = {
  molecule: portfolioMolecules,
  atc: portfolioAtc,
  manufacturer: portfolioManufacturers,
};

/** Filters with a list of options. */
export type ListedGroup = GroupingName | 'focusGroup';

/** Options of a filter with articles and potential; for the market with stock-outs, all or those since a day. */
export function filterListQuery(directLinkId: string, group: ListedGroup, stockOutSince?: string) {
  const list = directLinkId === market ? marketViews[group] : undefined;
  const view = (list ?? views[group] ?? pageListOf(group)) as typeof listMolecules;
  // Lists of a statistic have no parameters.
  const parameters: object = list && stockOutSince ? { stockOutSince } : {};
  const query = rowsQuery(directLinkId, view, parameters as Record<string, never>);
  return list || views[group] ? query : { ...query, select: choicesOf };
}

function pageListOf(group: ListedGroup): View {
  const page = pages.find(({ list }: Page) => list?.subject === 'statistic' && list.grouping === group);
  if (!page) throw new Error(`Nothing lists the choices of ${group}: give it a page in web/page-list.ts.`);
  return (page as Page).list!;
}

/** Groups of a list; the first column has their names. */
function choicesOf(columns: Columns<RowOf<typeof listMolecules>>): RowOf<typeof listMolecules>[] {
  return columns
    .rows()
    .map((row) => {
      const name = String(Object.values(row)[0]);
      return { ...row, id: name, name };
    })
    .sort((a, b) => a.name.localeCompare(b.name, 'de-CH'));
}
