import type { FeedView } from '../../api/feeds.ts';

/** Parameter of the page of feeds that names the view to save. */
export const feedParameter = 'feed';

/**
 * The address at which a filter is saved as a feed: that of the page of feeds with a view and the parameters that its own
 * page has in the address.
 */
export function feedPath(view: FeedView, parameters: URLSearchParams): string {
  const address = new URLSearchParams(parameters);
  for (const kept of ['lang', 'layout']) address.delete(kept);
  address.set(feedParameter, view);
  return `/stockout-subscriptions?${address}`;
}
