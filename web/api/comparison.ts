import { queryOptions } from '@tanstack/react-query';
import type { View } from '#analytics/views/view.ts';
import { writeChoice } from '../choice/address.ts';
import { requestJson } from './client.ts';
import { keepWhileSame } from './query-client.ts';
import { type ParametersOf, parametersOf } from './views.ts';

/** Months 1 to 12, inclusive; `months` counts them. */
export interface ComparedPeriod {
  timeMonthFrom: number;
  timeYearFrom: number;
  timeMonthTo: number;
  timeYearTo: number;
  months: number;
}

/** A figure in both statistics; a row that one of them lacks has 0 there. */
export interface ComparedFigure {
  /** Null in a view of one row. */
  name: string | null;
  figure: string;
  value: number | null;
  other: number | null;
  /** Percentage points for a percentage. */
  change: number | null;
  /** Percent of the other; none for percentages. */
  changePercent: number | null;
  /** Percent of the change of all rows together. */
  shareOfChange: number | null;
  /** Per month, because the periods differ in length. */
  perMonth: boolean;
}

export interface Comparison {
  statistic: ComparedPeriod;
  other: ComparedPeriod;
  rows: ComparedFigure[];
}

/**
 * A view of two statistics of one customer side by side, under what of `choice` the view knows. Another choice's rows
 * stay visible until the new ones are there.
 */
export function comparisonQuery<V extends View>(
  directLinkId: string,
  otherId: string,
  view: V,
  choice: Record<string, unknown> = {},
) {
  const parameters = view.parameters.parse(parametersOf(view, choice) as ParametersOf<V>);
  const query = writeChoice(view.parameters, parameters);
  const queryKey = ['comparison', directLinkId, view.name, otherId, String(query)] as const;
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => {
      const asked = new URLSearchParams(query);
      asked.set('with', otherId);
      asked.set('view', view.name);
      return requestJson<Comparison>(`/statistics/${encodeURIComponent(directLinkId)}/compare`, {
        query: asked,
        signal,
      });
    },
    placeholderData: keepWhileSame(queryKey, 3),
  });
}
