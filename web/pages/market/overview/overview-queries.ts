import { portfolio } from '#analytics/views/portfolio.ts';
import { portfolioSummary } from '#analytics/views/portfolio-summary.ts';
import { defineMarketPage } from '../market-page.ts';

export const overviewPage = defineMarketPage('stockout-analyser', portfolio, {
  schema: portfolio.parameters.omit({ find: true }),
  besides: [portfolioSummary],
});
