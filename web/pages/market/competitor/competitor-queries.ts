import { portfolioCompetitor } from '#analytics/views/portfolio-competitor.ts';
import { defineMarketPage } from '../market-page.ts';

export const competitorPage = defineMarketPage('stockout-analyser-competitor', portfolioCompetitor, {
  schema: portfolioCompetitor.parameters.omit({ find: true }),
});
