import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useParams } from 'react-router';
import type { View } from '#analytics/views/view.ts';
import { columnsQuery, parametersOf, rowQuery } from '../../api/views.ts';
import { useWholeAnswers } from '../../components/loading/use-whole-answers.ts';
import type { ChoiceOf } from '../../url-state/address.ts';
import { usePageChoice } from '../../url-state/use-page-choice.ts';
import { useCompared } from './compare/use-compared.ts';
import type { FilterChoice } from './filter/filter-offer.ts';
import { type ListPage, prefetchList } from './list-page.ts';

/** The list and the totals that the page's choices ask for, and the means to change them. */
export function useListPage<List extends View, Totals extends View>(page: ListPage<List, Totals>) {
  const { directLinkId = '' } = useParams();
  const [compared] = useCompared();
  const prepare = useCallback(
    (next: ChoiceOf<List['parameters']>) => prefetchList(page, directLinkId, next, compared),
    [page, directLinkId, compared],
  );
  const used = usePageChoice<List['parameters']>(page.choice, prepare);
  type Changed = Partial<ChoiceOf<List['parameters']>>;
  const rows = useQuery(columnsQuery(directLinkId, page.list, parametersOf(page.list, used.choice)));
  const totals = useQuery(rowQuery(directLinkId, page.totals, parametersOf(page.totals, used.choice)));
  return {
    directLinkId,
    /** The statistic beside this one, if any. */
    compared,
    ...used,
    rows,
    totals,
    /** What they show. */
    shown: useWholeAnswers({ rows, totals }, JSON.stringify([directLinkId, used.choice])),
    chooseFilters: (filters: FilterChoice) => used.choose(filters as Changed),
  };
}
