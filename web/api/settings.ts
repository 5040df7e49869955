import { queryOptions } from '@tanstack/react-query';
import type { Setting } from '#shared/schemas/setting.ts';
import { requestJson } from './client.ts';
import { queryClient } from './query-client.ts';

export type { Setting };

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => requestJson<Setting[]>('/config', { signal }),
});

/**
 * Sets a value, or null: goes back to the default. Whatever is shown is asked anew, for much of it may depend on it. Throws
 * ApiFailure 412 where the setting has another version by now.
 */
export async function changeSetting(
  key: string,
  value: Setting['value'] | null,
  ifMatch?: number,
): Promise<Setting> {
  const path = `/config/${encodeURIComponent(key)}`;
  const settings = await (value === null
    ? requestJson<Setting[]>(path, { method: 'DELETE', ifMatch })
    : requestJson<Setting[]>(path, { method: 'PUT', json: { value }, ifMatch }));
  queryClient.setQueryData(settingsQuery.queryKey, settings);
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'settings' });
  return settings.find((each) => each.key === key)!;
}
