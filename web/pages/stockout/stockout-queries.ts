import * as z from 'zod/mini';
import { stockoutDay, stockoutsOfGenerics, stockoutsOfProvider } from '#analytics/views/stockoutstat.ts';
import { day } from '#shared/parameters.ts';
import { market } from '../../api/changed-statistics.ts';
import { queryClient } from '../../api/query-client.ts';
import { rowsQuery } from '../../api/views.ts';
import type { ChosenPage } from '../../url-state/remembered.ts';

const schema = z.object({
  /** The two series under each other, or laid over each other. */
  charts: z._default(z.enum(['apart', 'together']), 'apart'),
  /** All days, or those of so many newest months, whatever the newest day is then. */
  period: z._default(z.enum(['all', '3', '12']), 'all'),
  /** First and last day shown instead of the period; both or none. */
  from: day(),
  to: day(),
  /** The day of which the page says what changed, and in which series. */
  date: day(),
  series: z._default(z.enum(['PROVIDER', 'GENERICA']), 'GENERICA'),
});

export type DevelopmentChoice = z.output<typeof schema>;

export const seriesQueries = {
  PROVIDER: rowsQuery(market, stockoutsOfProvider, {}),
  GENERICA: rowsQuery(market, stockoutsOfGenerics, {}),
};

/** What became missing, and what was back, on a day. */
export function changesQuery(series: DevelopmentChoice['series'], date: string) {
  return rowsQuery(market, stockoutDay, { series, date });
}

export const developmentPage: ChosenPage<typeof schema> = {
  choice: { page: 'stockout', schema },
  prefetch: (_directLinkId, { date, series }) =>
    Promise.all([
      // They depend on no choice.
      ...Object.values(seriesQueries).map((query) =>
        queryClient.prefetchQuery({ ...query, staleTime: 'static' }),
      ),
      date && queryClient.prefetchQuery(changesQuery(series, date)),
    ]),
};
