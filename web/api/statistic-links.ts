import { queryOptions } from '@tanstack/react-query';
import { requestJson } from './client.ts';

/** Another statistic of the same customer; months 1 to 12, inclusive. */
export interface StatisticLink {
  bezugsStatistikID: number;
  directLinkId: string;
  timeMonthFrom: number;
  timeYearFrom: number;
  timeMonthTo: number;
  timeYearTo: number;
}

export function statisticLinksQuery(directLinkId: string) {
  return queryOptions({
    queryKey: ['statistic-links', directLinkId],
    queryFn: ({ signal }) =>
      requestJson<StatisticLink[]>(`/statistics/${encodeURIComponent(directLinkId)}/links`, { signal }),
    // Others may upload, edit or disable one of them meanwhile.
    refetchInterval: 60_000,
    refetchOnWindowFocus: 'always',
  });
}
