import { queryOptions } from '@tanstack/react-query';
import type { Language } from '#shared/languages.ts';
import type { ChecklistItem, FactName, TestMailResult } from '#shared/schemas/setup.ts';
import type { SignedIn } from '#shared/schemas/user.ts';
import { requestJson } from './client.ts';
import { queryClient } from './query-client.ts';
import { beginSession } from './session.ts';

export type { ChecklistItem };

/** In the order of display. */
export const factNames = [
  'name',
  'companies',
  'unknownCompanies',
  'products',
  'priceDate',
  'stockoutsDate',
  'server',
  'sender',
  'outbox',
  'address',
  'phone',
  'email',
  'documents',
  'count',
] as const satisfies FactName[];

/** For admins only. */
export const checklistQuery = queryOptions({
  queryKey: ['setup-checklist'],
  queryFn: ({ signal }) => requestJson<ChecklistItem[]>('/setup/checklist', { signal }),
});

/** Marks an item as not needed, or unmarks it. */
export async function markNotNeeded(name: ChecklistItem['name'], notNeeded: boolean): Promise<void> {
  const items = await requestJson<ChecklistItem[]>(`/setup/checklist/${name}`, {
    method: 'PUT',
    json: { notNeeded },
  });
  queryClient.setQueryData(checklistQuery.queryKey, items);
}

export function sendTestMail(): Promise<TestMailResult> {
  return requestJson<TestMailResult>('/setup/test-mail', { method: 'POST' });
}

/** Whether the link to make the first administrator is still valid. */
export function setupLinkQuery(token: string) {
  return queryOptions({
    queryKey: ['setup-link', token],
    queryFn: ({ signal }) =>
      requestJson<boolean>('/setup/validate', { method: 'POST', json: { token }, anonymous: true, signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Makes the first administrator and signs them in. Throws ApiFailure `setup_link_invalid` or `password_too_weak`. */
export async function makeFirstAdmin(
  token: string,
  admin: { name: string; email: string; password: string; language: Language },
): Promise<void> {
  const answer = await requestJson<SignedIn>('/setup', {
    method: 'POST',
    json: { token, ...admin },
    anonymous: true,
  });
  beginSession(answer, false);
}
