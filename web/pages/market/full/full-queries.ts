import * as z from 'zod/mini';
import { portfolioFull } from '#analytics/views/portfolio-full.ts';
import { defineMarketPage } from '../market-page.ts';

/** Begins with what can be delivered instead. */
export const fullPage = defineMarketPage('stockout-analyser-full', portfolioFull, {
  schema: z.omit(portfolioFull.parameters, { find: true }),
  initial: () => ({ general: ['available_match' as const] }),
});
