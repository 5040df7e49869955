import { queryOptions } from '@tanstack/react-query';
import type { Alerts } from '#shared/schemas/alerts.ts';
import { request, requestJson } from './client.ts';
import { queryClient } from './query-client.ts';

export type { Alerts };

/** The user's subscription to alert mails. */
export const alertsQuery = queryOptions({
  queryKey: ['alerts'],
  queryFn: ({ signal }) => requestJson<Alerts>('/alerts', { signal }),
});

export async function saveAlerts(alerts: Alerts): Promise<void> {
  const saved = await requestJson<Alerts>('/alerts', { method: 'PUT', json: alerts });
  queryClient.setQueryData(alertsQuery.queryKey, saved);
}

/** Unsubscribes the owner of the token, whoever is signed in here. Throws ApiFailure 404 for an unknown token. */
export async function endAlerts(token: string): Promise<void> {
  const path = `/alerts/unsubscribe/${encodeURIComponent(token)}`;
  await request(path, { method: 'POST', anonymous: true });
  await queryClient.invalidateQueries(alertsQuery);
}
