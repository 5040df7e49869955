import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ListedStatistic, Statistic, StatisticBehindLink } from '#shared/schemas/statistic.ts';
import { request, requestJson } from './client.ts';

export type { ListedStatistic, Statistic };

export interface StatisticFilter {
  /** Name of the sales representative or uploader. */
  user: string;
  /** Day of import, YYYY-MM-DD. */
  date: string;
  customerExternalId: string;
  customerName: string;
}

export interface StatisticPage {
  statistics: ListedStatistic[];
  hasNextPage: boolean;
}

const pageSize = 100;
const consentPrefixLength = 18;

/** Uploads that the user may see, newest first; `deleted`: instead those that can still be restored. */
export function statisticListQuery(filter: StatisticFilter, deleted = false) {
  return infiniteQueryOptions({
    queryKey: ['statistics', filter, { deleted }],
    queryFn: async ({ pageParam, signal }): Promise<StatisticPage> => {
      const query = {
        PageSize: pageSize,
        PageNumber: pageParam,
        ...filter,
        deleted: deleted ? 'true' : undefined,
      };
      const response = await request('/statistics', { query, signal });
      return {
        statistics: (await response.json()) as ListedStatistic[],
        hasNextPage: response.headers.get('x-has-next-page') === 'true',
      };
    },
    initialPageParam: 1,
    getNextPageParam: (lastPage, _pages, lastNumber) => (lastPage.hasNextPage ? lastNumber + 1 : undefined),
    placeholderData: keepPreviousData,
  });
}

export function statisticQuery(directLinkId: string) {
  return queryOptions({
    queryKey: ['statistic', directLinkId],
    queryFn: ({ signal }) =>
      requestJson<StatisticBehindLink>(`/statistics/${encodeURIComponent(directLinkId)}`, { signal }),
  });
}

/** The consent file's name as the user gave it; '' when there is none. */
export function consentName({ consentFileName }: Pick<Statistic, 'consentFileName'>): string {
  return consentFileName?.slice(consentPrefixLength) ?? '';
}
