import { queryOptions } from '@tanstack/react-query';
import type { EarlierStatistic } from '#shared/schemas/statistic.ts';
import { requestJson } from './client.ts';

export type { EarlierStatistic };

/** Months 1 to 12, inclusive. */
export interface CustomerPeriod {
  customerExternalId: string;
  timeMonthFrom: number;
  timeYearFrom: number;
  timeMonthTo: number;
  timeYearTo: number;
}

/** What is there already of a customer and the same or an overlapping period; nothing is asked without them. */
export function overlappingQuery(period: CustomerPeriod | null) {
  return queryOptions({
    queryKey: ['overlapping-statistics', period],
    queryFn: ({ signal }) =>
      requestJson<EarlierStatistic[]>('/statistics/overlapping', { query: { ...period }, signal }),
    enabled: period !== null,
    staleTime: 0,
  });
}
