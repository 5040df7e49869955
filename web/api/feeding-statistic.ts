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

/** Which statistic's quantities stand for the market, and what has become of it. */
export const feedingQuery = queryOptions({
  queryKey: ['feeding'],
  queryFn: ({ signal }) => requestJson<FeedingChoice>(path, { signal }),
});

/** What the market is now, and would be with another statistic; asked each time it is looked at. */
export function feedingPreviewQuery(statisticId: number) {
  return queryOptions({
    queryKey: ['feeding-preview', statisticId],
    queryFn: ({ signal }) =>
      requestJson<FeedingPreview>(`${path}/preview`, { query: { value: statisticId }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Statistics that could be chosen, newest first, of customers whose name contains the text. */
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

/** The statistic that is to stand for the market, and who may see amounts reckoned from it. */
export interface Feeding {
  value: number;
  audience: FeedingAudience;
}

/**
 * From now on this statistic's quantities stand for the market; what is known of the market is asked anew. Rejects with
 * ApiFailure 412 where another one was chosen since its effect was looked at.
 */
export async function chooseFeeding(json: Feeding): Promise<void> {
  const ifMatch = queryClient.getQueryData(feedingPreviewQuery(json.value).queryKey)?.version;
  const choice = await requestJson<FeedingChoice>(path, { method: 'POST', json, ifMatch });
  queryClient.setQueryData(feedingQuery.queryKey, choice);
  announceChange(market);
}

/** What is chosen, and the effect that is looked at, are asked for anew. */
export async function askFeedingAnew(statisticId: number): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: feedingQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: feedingPreviewQuery(statisticId).queryKey }),
  ]);
}
