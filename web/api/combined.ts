import { queryOptions } from '@tanstack/react-query';
import type { View } from '#analytics/views/view.ts';
import type { CombinedMember, CombinedMembers, MemberFigures, MemberHead } from '#shared/schemas/combined.ts';
import type { Statistic } from '#shared/schemas/statistic.ts';
import { ApiFailure, requestJson } from './client.ts';
import { keepWhileSame } from './query-client.ts';

export type { CombinedMember, CombinedMembers, MemberFigures, MemberHead };

const pathOf = (directLinkId: string) => `/statistics/${encodeURIComponent(directLinkId)}/members`;

/** What is to be known of statistics before they are combined; nothing is asked of fewer than two. */
export function combinedPreviewQuery(ids: readonly number[]) {
  return queryOptions({
    queryKey: ['combined-preview', ids],
    queryFn: ({ signal }) =>
      requestJson<CombinedMembers>('/statistics/combined/preview', {
        query: new URLSearchParams(ids.map((id) => ['member', String(id)])),
        signal,
      }),
    enabled: ids.length > 1,
    staleTime: 0,
  });
}

/** The members and what has become of them; for whoever may see the combined statistic without its link. */
export function membersQuery(directLinkId: string) {
  return queryOptions({
    queryKey: ['statistic', directLinkId, 'members'],
    queryFn: ({ signal }) => requestJson<CombinedMembers>(pathOf(directLinkId), { signal }),
    staleTime: 0,
  });
}

/** What tells the members apart, for whoever holds the link; of an upload there are none. */
export function memberHeadsQuery(directLinkId: string) {
  return queryOptions({
    queryKey: ['statistic', directLinkId, 'member-heads'],
    queryFn: ({ signal }) => requestJson<MemberHead[]>(`${pathOf(directLinkId)}/heads`, { signal }),
  });
}

/** Of each row of a list what the members in these places have. */
export function memberFiguresQuery(
  directLinkId: string,
  view: View,
  filters: Record<string, unknown>,
  places: readonly number[],
) {
  const filtered = new URLSearchParams({ view: view.name });
  for (const [name, value] of Object.entries(filters))
    for (const each of [value].flat())
      if (each !== null && each !== undefined) filtered.append(name, String(each));
  const queryKey = ['view', directLinkId, 'members', view.name, String(filtered), places];
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => {
      const query = new URLSearchParams(filtered);
      for (const place of places) query.append('member', String(place));
      return requestJson<MemberFigures[]>(`${pathOf(directLinkId)}/figures`, { query, signal });
    },
    // Under other filters a row has others.
    placeholderData: keepWhileSame(queryKey, 5),
  });
}

export function combineStatistics(json: {
  name: string;
  comment: string | null;
  members: readonly number[];
}): Promise<Statistic> {
  return requestJson('/statistics/combined', { method: 'POST', json });
}

/** Leaves the members in these places. */
export function leaveMembers(
  directLinkId: string,
  positions: readonly number[],
  of: number,
): Promise<Statistic> {
  return requestJson(pathOf(directLinkId), { method: 'PUT', json: { positions, of } });
}

/** Whether a combined statistic can't be looked at because of one of its members. */
export function isStopped(error: unknown): boolean {
  return error instanceof ApiFailure && error.code === 'combined_stopped';
}
