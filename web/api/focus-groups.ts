import { queryOptions } from '@tanstack/react-query';
import type { FocusGroup, FocusGroupChoices } from '#shared/schemas/focus-group.ts';
import { request, requestJson } from './client.ts';
import { invalidateAfter } from './query-client.ts';

export type { FocusGroup, FocusGroupChoices };

export type FocusGroupFields = { name: string; molecules: readonly string[]; gtins: readonly string[] };

export const focusGroupsQuery = queryOptions({
  queryKey: ['focus-groups'],
  queryFn: ({ signal }) => requestJson<FocusGroup[]>('/focusgroup', { signal }),
});

/** Molecules and products of the current catalogue. */
export const focusGroupChoicesQuery = queryOptions({
  queryKey: ['focus-group-choices'],
  queryFn: ({ signal }) => requestJson<FocusGroupChoices>('/focusgroup/choices', { signal }),
});

/** Adds one where `id` is null, else changes that one. Throws ApiFailure 412 where it has another version by now. */
export function saveFocusGroup(
  id: number | null,
  fields: FocusGroupFields,
  version?: number,
): Promise<FocusGroup> {
  const json = {
    name: fields.name,
    molecules: fields.molecules.map((molecule) => ({ molecule })),
    products: fields.gtins.map((gtin) => ({ gtin })),
  };
  return invalidateAfter(
    focusGroupsQuery.queryKey,
    requestJson<FocusGroup>(id === null ? '/focusgroup' : `/focusgroup/${id}`, {
      method: id === null ? 'POST' : 'PUT',
      json,
      ifMatch: version,
    }),
  );
}

export async function deleteFocusGroup(id: number): Promise<void> {
  await invalidateAfter(focusGroupsQuery.queryKey, request(`/focusgroup/${id}`, { method: 'DELETE' }));
}
