import type { View } from '#analytics/views/view.ts';
import { comparisonQuery } from '../../api/comparison.ts';
import { queryClient } from '../../api/query-client.ts';
import { columnsQuery, parametersOf, rowQuery } from '../../api/views.ts';
import type { Page } from '../../page.ts';
import { type DashboardPart, dashboardPart, pages } from '../../page-list.ts';
import { type ChoiceOf, compareParameter, readChoice } from '../../url-state/address.ts';
import type { PageChoice } from '../../url-state/remembered.ts';

/** A page that shows one list and its totals, and what can be chosen on it. */
export interface ListPage<List extends View, Totals extends View> {
  list: List;
  totals: Totals;
  choice: PageChoice<List['parameters']> & { page: DashboardPart };
  /** Asks for the figures that an address wants. */
  start: (directLinkId: string, parameters: URLSearchParams) => void;
}

/** The page of a list, as page-list.ts has it. */
export function listPage<List extends View & { totals: View }>(list: List): ListPage<List, List['totals']> {
  const page = pages.find((each: Page) => each.list === list);
  if (!page) throw new Error(`No page of web/page-list.ts has the list ${list.name}.`);
  const totals: List['totals'] = list.totals;
  const choice = { page: dashboardPart(page), schema: list.parameters as List['parameters'] };
  const self: ListPage<List, List['totals']> = {
    list,
    totals,
    choice,
    start: (directLinkId, parameters) =>
      prefetchList(
        self,
        directLinkId,
        readChoice(choice.schema, parameters),
        parameters.get(compareParameter),
      ),
  };
  return self;
}

/** Asks for the figures of a choice, and how they compare with another statistic's, before they are wanted. */
export function prefetchList<List extends View, Totals extends View>(
  { list, totals }: ListPage<List, Totals>,
  directLinkId: string,
  chosen: ChoiceOf<List['parameters']>,
  compared: string | null,
): Promise<unknown> {
  const compare = compared
    ? [list, totals].map((view) => comparisonQuery(directLinkId, compared, view, chosen))
    : [];
  return Promise.all([
    queryClient.prefetchQuery(columnsQuery(directLinkId, list, parametersOf(list, chosen))),
    queryClient.prefetchQuery(rowQuery(directLinkId, totals, parametersOf(totals, chosen))),
    ...compare.map((query) => queryClient.prefetchQuery(query)),
  ]);
}
