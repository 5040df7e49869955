import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type {
  FeedingAudience,
  FeedingChoice,
  FeedingFigures,
  FeedingPreview,
} from '#shared/schemas/feeding-statistic.ts';
import { announceChange, market } from './changed-statistics.ts';
import { request, requestJson } from './client.ts';
import { queryClient } from './query-client.ts';
import type { ListedStatistic, StatisticPage } from './statistics.ts';

export type { FeedingAudience, FeedingChoice, FeedingFigures, FeedingPreview };

const path = '/config/STOCKOUT_BEZUGS_STATISTIK_ID';
const pageSize = 50;

/** The reference statistic and its state. */
export const feedingQuery = queryOptions({
  queryKey: ['feeding'],
  queryFn: ({ signal }) => requestJson<FeedingChoice>(path, { signal }),
});

/** Effect of choosing another statistic; always refetched. */
export function feedingPreviewQuery(statisticId: number) {
  return queryOptions({
    queryKey: ['feeding-preview', statisticId],
    queryFn: ({ signal }) =>
      requestJson<FeedingPreview>(`${path}/preview`, { query: { value: statisticId }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Eligible statistics, newest first, of customers whose name contains the text. */
export function candidatesQuery(customerName: string) {
  return infiniteQueryOptions({
    queryKey: ['feeding-candidates', customerName],
    queryFn: async ({ pageParam, signal }): Promise<StatisticPage> => {
      const query = { PageSize: pageSize, PageNumber: pageParam, customerName };
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

/** The reference statistic, and who may see amounts derived from it. */
export interface Feeding {
  value: number;
  audience: FeedingAudience;
}

/**
 * Sets the reference statistic; refetches data of the market. Rejects with ApiFailure 412 where another one was chosen
 * since the preview.
 */
export async function chooseFeeding(json: Feeding): Promise<void> {
  const ifMatch = queryClient.getQueryData(feedingPreviewQuery(json.value).queryKey)?.version;
  const choice = await requestJson<FeedingChoice>(path, { method: 'POST', json, ifMatch });
  queryClient.setQueryData(feedingQuery.queryKey, choice);
  announceChange(market);
}

/** Refetches the choice and the preview. */
export async function askFeedingAnew(statisticId: number): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: feedingQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: feedingPreviewQuery(statisticId).queryKey }),
  ]);
}
