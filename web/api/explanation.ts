import { queryOptions } from '@tanstack/react-query';
import type { Unit } from '#analytics/views/words.ts';
import { currentLanguage } from '../i18n/translations.ts';
import { requestJson } from './client.ts';

/** A figure that somebody wants explained. */
export interface FigureQuestion {
  /** Wire name of the view. */
  view: string;
  /** Wire name of the figure. */
  figure: string;
  /** Value of the row's key column; none in a view of one row. */
  row?: string;
  /** The view's own parameters. */
  parameters?: URLSearchParams;
  /** Direct link id, where it is not the page's own statistic. */
  statistic?: string;
}

/** How the articles behind a figure give it. */
export type Reckoning =
  | { kind: 'sum'; column: string; oncePer?: string }
  | { kind: 'count' }
  | { kind: 'countDistinct'; column: string }
  | { kind: 'value'; column: string };

export interface ExplainedRows {
  role: 'value' | 'part' | 'whole';
  reckoning: Reckoning;
  /** Which articles, in words. */
  conditions: string[];
  /** Query string of the product analysis that lists them. */
  query: string;
}

/** What a figure was made from. Dates are YYYY-MM-DD. */
export interface Explanation {
  value: number | null;
  unit: Unit;
  /** In words, in the language of the request. */
  formula: string;
  sql: { file: string; version: string };
  catalogue: { revision: number; priceDate: string };
  stockouts: { revision: number; date: string };
  rows: ExplainedRows[];
}

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
