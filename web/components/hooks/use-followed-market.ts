import { useQuery } from '@tanstack/react-query';
import { portfolioCompetitorTotals } from '#analytics/views/portfolio-competitor.ts';
import { market } from '../../api/changed-statistics.ts';
import { followMilliseconds, rowQuery } from '../../api/views.ts';
import { untilPublished } from '../feedback/no-reference-data.tsx';

/**
 * For one query of a page about the market: asked again while it is shown. The answer is mostly 304, and one with another
 * version has everything else of the market asked again.
 */
export const followed = {
  refetchInterval: (query: { state: { error: unknown } }) => untilPublished(query) || followMilliseconds,
  refetchOnWindowFocus: 'always',
} as const;

/** For pages whose own answers do not tell what they were made from. */
export function useFollowedMarket(): void {
  useQuery({ ...rowQuery(market, portfolioCompetitorTotals, {}), ...followed, notifyOnChangeProps: [] });
}
