import { queryOptions } from '@tanstack/react-query';
import type { ExplainedRows, Explanation } from '#shared/schemas/explanation.ts';
import { currentLanguage } from '../i18n/translations.ts';
import { requestJson } from './client.ts';

/** A figure to explain. */
export interface FigureQuestion {
  /** Wire name of the view. */
  view: string;
  /** Wire name of the figure. */
  figure: string;
  /** Value of the row's key column; none in a view of one row. */
  row?: string;
  /** The view’s own parameters, as they stand in an address. */
  parameters?: string;
  /** Direct link id, where it is not the page's own statistic. */
  statistic?: string;
}

export type { ExplainedRows, Explanation };

export function explanationQuery(directLinkId: string, question: FigureQuestion) {
  const { view, figure, row, parameters, statistic = directLinkId } = question;
  const query = new URLSearchParams(parameters);
  query.set('view', view);
  query.set('figure', figure);
  if (row !== undefined) query.set('row', row);
  return queryOptions({
    queryKey: ['explanation', statistic, String(query), currentLanguage()],
    queryFn: ({ signal }) =>
      requestJson<Explanation>(`/statistics/${encodeURIComponent(statistic)}/explain`, { query, signal }),
  });
}
