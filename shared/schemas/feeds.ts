import { z } from 'zod';

/** The views over the market that can be followed as a feed. */
export const feedViews = [
  'portfolio',
  'portfolio/full',
  'portfolio/competitor',
  'portfolio/back-in-stock',
] as const;

/** A filter of the market that other programs follow. */
export const feed = z.strictObject({
  id: z.int(),
  name: z.string(),
  view: z.enum(feedViews),
  parameters: z
    .record(z.string(), z.union([z.string(), z.array(z.string())]))
    .describe('the view’s query parameters; days that are absent move with today'),
  createdAt: z.iso.datetime(),
});

/** With the token by which it is followed, which is told this once. */
export const feedWithToken = feed.extend({ token: z.string() });

export type FeedView = (typeof feedViews)[number];
export type Feed = z.infer<typeof feed>;
export type FeedWithToken = z.infer<typeof feedWithToken>;
