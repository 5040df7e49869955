import { queryOptions } from '@tanstack/react-query';
import { requestJson } from './client.ts';

/** Months 1 to 12, inclusive; `months` counts them. */
export interface ComparedPeriod {
  timeMonthFrom: number;
  timeYearFrom: number;
  timeMonthTo: number;
  timeYearTo: number;
  months: number;
}

/** A figure in both statistics. */
export interface ComparedFigure {
  figure: string;
  value: number | null;
  other: number | null;
  /** Percentage points for a percentage. */
  change: number | null;
  /** Percent of the other; none for percentages. */
  changePercent: number | null;
  /** Per month, because the periods differ in length. */
  perMonth: boolean;
}

export interface Comparison {
  statistic: ComparedPeriod;
  other: ComparedPeriod;
  rows: ComparedFigure[];
}

/** The summaries of two statistics of one customer side by side. */
export function comparisonQuery(directLinkId: string, otherId: string) {
  return queryOptions({
    queryKey: ['comparison', directLinkId, otherId, 'summary'],
    queryFn: ({ signal }) =>
      requestJson<Comparison>(`/statistics/${encodeURIComponent(directLinkId)}/compare`, {
        query: { with: otherId, view: 'summary' },
        signal,
      }),
  });
}
