import * as z from 'zod/mini';
import { portfolio } from '#analytics/views/portfolio.ts';
import { portfolioSummary } from '#analytics/views/portfolio-summary.ts';
import { defineMarketPage } from '../market-page.ts';

export const overviewPage = defineMarketPage('stockout-analyser', portfolio, {
  schema: z.omit(portfolio.parameters, { find: true }),
  besides: [portfolioSummary],
});
