import type { FeedView } from '#shared/schemas/feeds.ts';

/** The pages of the client that show a view over the market; their addresses take the view's parameters. */
export const marketPages = {
  portfolio: '/stockout-analyser',
  'portfolio/full': '/stockout-analyser-full',
  'portfolio/competitor': '/stockout-analyser-competitor',
  'portfolio/back-in-stock': '/stockout-back-in-stock',
} as const satisfies Record<FeedView, string>;
