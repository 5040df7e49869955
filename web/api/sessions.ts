import { queryOptions } from '@tanstack/react-query';
import type { Session } from '#shared/schemas/user.ts';
import { request, requestJson } from './client.ts';
import { invalidateAfter, queryClient } from './query-client.ts';

export type { Session };

/** One's own sessions or, for administrators, those of a user. */
export type SessionsOf = number | 'current';

/** Where somebody is signed in. */
export function sessionsQuery(whose: SessionsOf) {
  return queryOptions({
    queryKey: ['sessions', whose],
    queryFn: ({ signal }) => requestJson<Session[]>(`/users/${whose}/sessions`, { signal }),
    staleTime: 0,
  });
}

/** Makes an access token, which is shown only once. */
export async function createAccessToken(name: string, days: number): Promise<string> {
  const { token } = await invalidateAfter(
    ['sessions', 'current'],
    requestJson<{ token: string }>('/users/current/tokens', { method: 'POST', json: { name, days } }),
  );
  return token;
}

/** Ends one session, or all (null); of one's own, all but this one. */
export async function endSession(whose: SessionsOf, id: number | null): Promise<void> {
  try {
    await request(`/users/${whose}/sessions${id === null ? '' : `/${id}`}`, { method: 'DELETE' });
  } finally {
    await queryClient.invalidateQueries({ queryKey: ['sessions', whose] });
  }
}
