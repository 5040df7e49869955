import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { View } from '#analytics/views/view.ts';
import { useWholeAnswers } from '../../components/loading/use-whole-answers.ts';
import type { ChoiceOf } from '../../url-state/address.ts';
import { usePageChoice } from '../../url-state/use-page-choice.ts';
import { useCompared } from './compare/use-compared.ts';
import type { FilterChoice } from './filter/filter-offer.ts';
import { type ListPage, listQueries } from './list-page.ts';

/** The list and the totals that the page's choices ask for, and the means to change them. */
export function useListPage<List extends View, Totals extends View>(page: ListPage<List, Totals>) {
  const { directLinkId = '' } = useParams();
  const [compared] = useCompared();
  const used = usePageChoice<List['parameters']>(page);
  type Changed = Partial<ChoiceOf<List['parameters']>>;
  const queries = listQueries(page, directLinkId, used.choice);
  const rows = useQuery(queries.rows);
  const totals = useQuery(queries.totals);
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
