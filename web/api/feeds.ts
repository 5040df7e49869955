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

/** Saves a filter; only this answer has the token. Throws ApiFailure `feeds_too_many`. */
export function saveFeed(feed: Pick<Feed, 'name' | 'view' | 'parameters'>): Promise<FeedWithToken> {
  return listedAnew(requestJson<FeedWithToken>('/feeds', { method: 'POST', json: feed }));
}

export function renameFeed(id: number, name: string): Promise<Feed> {
  return listedAnew(requestJson<Feed>(`/feeds/${id}`, { method: 'PUT', json: { name } }));
}

/** Replaces the feed's token; earlier addresses stop working. */
export function renewFeed(id: number): Promise<FeedWithToken> {
  return listedAnew(requestJson<FeedWithToken>(`/feeds/${id}/token`, { method: 'POST' }));
}

/** A deleted feed is no error. */
export async function deleteFeed(id: number): Promise<void> {
  await listedAnew(request(`/feeds/${id}`, { method: 'DELETE' })).catch((error: unknown) => {
    if (!isGone(error)) throw error;
  });
}

/** The feed has been deleted meanwhile. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiFailure && error.status === 404;
}

/** URL of a feed. */
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

/** Address to save a filter as a feed: the page of feeds with the view and its parameters. */
export function feedPath(view: FeedView, parameters: URLSearchParams): string {
  const address = new URLSearchParams(parameters);
  for (const kept of ['lang', 'layout']) address.delete(kept);
  address.set(feedParameter, view);
  return `/stockout-subscriptions?${address}`;
}
