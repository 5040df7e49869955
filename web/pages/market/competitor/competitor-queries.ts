import * as z from 'zod/mini';
import { portfolioCompetitor } from '#analytics/views/portfolio-competitor.ts';
import { defineMarketPage } from '../market-page.ts';

export const competitorPage = defineMarketPage('stockout-analyser-competitor', portfolioCompetitor, {
  schema: z.omit(portfolioCompetitor.parameters, { find: true }),
});
