import { queryOptions } from '@tanstack/react-query';
import type { Alerts } from '#shared/schemas/alerts.ts';
import { request, requestJson } from './client.ts';
import { queryClient } from './query-client.ts';

export type { Alerts };

/** What the user is told of by mail. */
export const alertsQuery = queryOptions({
  queryKey: ['alerts'],
  queryFn: ({ signal }) => requestJson<Alerts>('/alerts', { signal }),
});

export async function saveAlerts(alerts: Alerts): Promise<void> {
  const saved = await requestJson<Alerts>('/alerts', { method: 'PUT', json: alerts });
  queryClient.setQueryData(alertsQuery.queryKey, saved);
}

/** Ends the mails to whom the token was mailed, whoever is signed in here. Throws ApiFailure 404 for a token that is none. */
export async function endAlerts(token: string): Promise<void> {
  const path = `/alerts/unsubscribe/${encodeURIComponent(token)}`;
  await request(path, { method: 'POST', anonymous: true });
  await queryClient.invalidateQueries(alertsQuery);
}
