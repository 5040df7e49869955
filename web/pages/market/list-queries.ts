import * as z from 'zod/mini';
import { portfolio } from '#analytics/views/portfolio.ts';
import { portfolioBackInStock } from '#analytics/views/portfolio-back-in-stock.ts';
import { portfolioCompetitor } from '#analytics/views/portfolio-competitor.ts';
import { portfolioFull } from '#analytics/views/portfolio-full.ts';
import { portfolioSummary } from '#analytics/views/portfolio-summary.ts';
import { portalQuery } from '../../api/portal.ts';
import { queryClient } from '../../api/query-client.ts';
import { readToken } from '../../api/token.ts';
import { defineMarketPage } from './market-page.ts';

export const overviewPage = defineMarketPage('stockout-analyser', portfolio, {
  schema: z.omit(portfolio.parameters, { find: true }),
  besides: [portfolioSummary],
});

/** Begins with what can be delivered instead. */
export const fullPage = defineMarketPage('stockout-analyser-full', portfolioFull, {
  schema: z.omit(portfolioFull.parameters, { find: true }),
  initial: () => ({ general: ['available_match' as const] }),
});

export const competitorPage = defineMarketPage('stockout-analyser-competitor', portfolioCompetitor, {
  schema: z.omit(portfolioCompetitor.parameters, { find: true }),
});

/** Begins with the provider's own companies, which the portal names. */
export const backInStockPage = {
  ...defineMarketPage('stockout-back-in-stock', portfolioBackInStock, {
    schema: z.omit(portfolioBackInStock.parameters, { find: true }),
    initial: () => ({
      manufacturer: [...(queryClient.getQueryData(portalQuery.queryKey)?.providerCompanies ?? [])],
    }),
    // The order by turnover would tell visitors what they may not see.
    asked: (choice) => (readToken() ? choice : { ...choice, sortBy: 'date' as const }),
  }),
  prepare: () => queryClient.prefetchQuery(portalQuery),
};
