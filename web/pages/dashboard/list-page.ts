import type { View } from '#analytics/views/view.ts';
import { comparisonQuery } from '../../api/comparison.ts';
import { queryClient } from '../../api/query-client.ts';
import { columnsQuery, parametersOf, rowQuery } from '../../api/views.ts';
import type { Page } from '../../page.ts';
import { type DashboardPart, dashboardPart, pages } from '../../page-list.ts';
import { type ChoiceOf, compareParameter } from '../../url-state/address.ts';
import type { ChosenPage } from '../../url-state/remembered.ts';

/** A page that shows one list and its totals, and what can be chosen on it. */
export interface ListPage<List extends View, Totals extends View> extends ChosenPage<List['parameters']> {
  list: List;
  totals: Totals;
  choice: ChosenPage<List['parameters']>['choice'] & { page: DashboardPart };
}

/** The page of a list, as page-list.ts has it. */
export function listPage<List extends View & { totals: View }>(list: List): ListPage<List, List['totals']> {
  const page = pages.find((each: Page) => each.list === list);
  if (!page) throw new Error(`No page of web/page-list.ts has the list ${list.name}.`);
  const totals: List['totals'] = list.totals;
  return {
    list,
    totals,
    choice: { page: dashboardPart(page), schema: list.parameters as List['parameters'] },
    /** Where the address names another statistic, asks too how they compare with it. */
    prefetch: (directLinkId, choice, parameters) => {
      const queries = listQueries({ list, totals }, directLinkId, choice);
      const compared = parameters.get(compareParameter);
      const compare = compared
        ? [list, totals].map((view) => comparisonQuery(directLinkId, compared, view, choice))
        : [];
      return Promise.all([
        queryClient.prefetchQuery(queries.rows),
        queryClient.prefetchQuery(queries.totals),
        ...compare.map((query) => queryClient.prefetchQuery(query)),
      ]);
    },
  };
}

/** What the list and the totals of a choice are asked for by. */
export function listQueries<List extends View, Totals extends View>(
  { list, totals }: Pick<ListPage<List, Totals>, 'list' | 'totals'>,
  directLinkId: string,
  choice: ChoiceOf<List['parameters']>,
) {
  return {
    rows: columnsQuery(directLinkId, list, parametersOf(list, choice)),
    totals: rowQuery(directLinkId, totals, parametersOf(totals, choice)),
  };
}
