import { queryOptions } from '@tanstack/react-query';
import type { StatisticLink } from '#shared/schemas/statistic.ts';
import { requestJson } from './client.ts';

export type { StatisticLink };

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
