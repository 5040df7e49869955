import * as z from 'zod/mini';
import { portfolioBackInStock } from '#analytics/views/portfolio-back-in-stock.ts';
import { portalQuery } from '../../../api/portal.ts';
import { queryClient } from '../../../api/query-client.ts';
import { readToken } from '../../../api/token.ts';
import { defineMarketPage } from '../market-page.ts';

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
