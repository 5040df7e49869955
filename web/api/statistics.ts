import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request, requestJson } from './client.ts';

/** One uploaded purchase statistic. A visitor's answer lacks the fields marked optional. */
export interface Statistic {
  bezugsStatistikID: number;
  /** Grows with every change; an edit names the one it is based on. */
  revision: number;
  directLinkId: string;
  active: boolean;
  testUpload: boolean;
  accomplished: boolean;
  customer?: string | null;
  customerExternalId?: string | null;
  customerName: string | null;
  /** ISO instant. */
  importDate: string;
  timeMonthFrom: number | null;
  timeYearFrom: number | null;
  timeMonthTo: number | null;
  timeYearTo: number | null;
  /** Free text of old statistics. */
  timeInformation: string | null;
  comment?: string | null;
  /** Name of the sales representative. */
  user?: string | null;
  /** null once the user was deleted. */
  uploader?: { id: number | string; name: string } | null;
  headerImage: { id: number | string } | null;
  fileName?: string | null;
  /** The first 18 characters are a prefix; the name that users gave follows. */
  consentFileName?: string | null;
}

/** A statistic in the list of uploads. */
export interface ListedStatistic extends Statistic {
  /** The user may edit, disable, delete and restore it and replace its consent file. */
  mayChange: boolean;
}

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
      requestJson<Statistic>(`/statistics/${encodeURIComponent(directLinkId)}`, { signal }),
  });
}

/** The consent file's name as the user gave it; '' when there is none. */
export function consentName({ consentFileName }: Pick<Statistic, 'consentFileName'>): string {
  return consentFileName?.slice(consentPrefixLength) ?? '';
}
