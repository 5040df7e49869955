import { queryOptions } from '@tanstack/react-query';
import type { View } from '#analytics/views/view.ts';
import type { CombinedMember, CombinedMembers, MemberFigures, MemberHead } from '#shared/schemas/combined.ts';
import type { Statistic } from '#shared/schemas/statistic.ts';
import { ApiFailure, requestJson } from './client.ts';
import { keepWhileSame } from './query-client.ts';

export type { CombinedMember, CombinedMembers, MemberFigures, MemberHead };

const pathOf = (directLinkId: string) => `/statistics/${encodeURIComponent(directLinkId)}/members`;

/** Facts about statistics to combine; disabled for fewer than two. */
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

/** The members and their states, for users who may see the combined statistic without its link. */
export function membersQuery(directLinkId: string) {
  return queryOptions({
    queryKey: ['statistic', directLinkId, 'members'],
    queryFn: ({ signal }) => requestJson<CombinedMembers>(pathOf(directLinkId), { signal }),
    staleTime: 0,
  });
}

/** Labels of members, for whoever holds the link; empty for an upload. */
export function memberHeadsQuery(directLinkId: string) {
  return queryOptions({
    queryKey: ['statistic', directLinkId, 'member-heads'],
    queryFn: ({ signal }) => requestJson<MemberHead[]>(`${pathOf(directLinkId)}/heads`, { signal }),
  });
}

/** Figures of members, by position, for each row of a list. */
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
    // Other filters give other rows.
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

/** Removes the members at these positions. */
export function leaveMembers(
  directLinkId: string,
  positions: readonly number[],
  of: number,
): Promise<Statistic> {
  return requestJson(pathOf(directLinkId), { method: 'PUT', json: { positions, of } });
}

/** Whether a combined statistic is unavailable because of a member. */
export function isStopped(error: unknown): boolean {
  return error instanceof ApiFailure && error.code === 'combined_stopped';
}
