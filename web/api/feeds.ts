import { queryOptions } from '@tanstack/react-query';
import type { Feed, FeedView, FeedWithToken } from '#shared/schemas/feeds.ts';
import { ApiFailure, request, requestJson } from './client.ts';
import { queryClient } from './query-client.ts';

export type { Feed, FeedView, FeedWithToken };

export const feedViews = [
  'portfolio',
  'portfolio/full',
  'portfolio/competitor',
  'portfolio/back-in-stock',
] as const satisfies FeedView[];

/** The user's feeds, by name. */
export const feedsQuery = queryOptions({
  queryKey: ['feeds'],
  queryFn: ({ signal }) => requestJson<Feed[]>('/feeds', { signal }),
});

/** Saves a filter; the token is in this answer alone. Throws ApiFailure `feeds_too_many`. */
export function saveFeed(feed: Pick<Feed, 'name' | 'view' | 'parameters'>): Promise<FeedWithToken> {
  return listedAnew(requestJson<FeedWithToken>('/feeds', { method: 'POST', json: feed }));
}

export function renameFeed(id: number, name: string): Promise<Feed> {
  return listedAnew(requestJson<Feed>(`/feeds/${id}`, { method: 'PUT', json: { name } }));
}

/** Gives the feed another token; the addresses before end. */
export function renewFeed(id: number): Promise<FeedWithToken> {
  return listedAnew(requestJson<FeedWithToken>(`/feeds/${id}/token`, { method: 'POST' }));
}

/** One that is deleted already is as it should be. */
export async function deleteFeed(id: number): Promise<void> {
  await listedAnew(request(`/feeds/${id}`, { method: 'DELETE' })).catch((error: unknown) => {
    if (!isGone(error)) throw error;
  });
}

/** The feed that was asked for was deleted meanwhile. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiFailure && error.status === 404;
}

/** Where a program fetches a feed. */
export function feedAddress({ token }: Pick<FeedWithToken, 'token'>, form: 'csv' | 'atom'): string {
  return `${location.origin}/api/feeds/${token}/${form}`;
}

async function listedAnew<T>(done: Promise<T>): Promise<T> {
  try {
    return await done;
  } finally {
    await queryClient.invalidateQueries(feedsQuery);
  }
}

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
