import { queryOptions } from '@tanstack/react-query';
import type { DeletionEffect, ListedUser, Person, SavedUser } from '#server/answers/user.ts';
import { request, requestJson } from './client.ts';
import { queryClient } from './query-client.ts';

export type { DeletionEffect, ListedUser, Person, SavedUser };

/** What an administrator decides about a user. */
export type UserFields = Pick<
  ListedUser,
  'email' | 'name' | 'role' | 'FullDataAccess' | 'parentUserId' | 'replacementUserId' | 'language'
>;

/** All users, by name; for admins only. */
export const userListQuery = queryOptions({
  queryKey: ['users'],
  queryFn: async ({ signal }) => {
    const users = await requestJson<ListedUser[]>('/users/list', { signal });
    return users.toSorted((a, b) => a.name.localeCompare(b.name, 'de-CH') || a.id - b.id);
  },
});

/** What deleting a user would do, with somebody who takes over or without. */
export function deletionEffectQuery(id: number, handOverTo: number | null) {
  return queryOptions({
    queryKey: ['users', id, 'deletion', handOverTo],
    queryFn: ({ signal }) =>
      requestJson<DeletionEffect>(`/users/${id}/deletion`, {
        query: { handOverTo: handOverTo ?? undefined },
        signal,
      }),
    staleTime: 0,
  });
}

/** Adds a user, with a password or with an invitation by mail. */
export function addUser(
  fields: UserFields & ({ password: string } | { invitation: true }),
): Promise<SavedUser> {
  return listedAnew(requestJson<SavedUser>('/users', { method: 'POST', json: fields }));
}

/** Changes what is given of a user. Throws ApiFailure 412 where the user has another version by now. */
export function changeUser(id: number, fields: Partial<UserFields>, ifMatch?: number): Promise<SavedUser> {
  return listedAnew(requestJson<SavedUser>(`/users/${id}`, { method: 'PUT', json: fields, ifMatch }));
}

export function setUserActive(id: number, active: boolean): Promise<ListedUser> {
  const deed = active ? 'activate' : 'deactivate';
  return listedAnew(requestJson<ListedUser>(`/users/${id}/${deed}`, { method: 'POST' }));
}

/** Mails a user a link to set a password. */
export function inviteUser(id: number): Promise<SavedUser> {
  return listedAnew(requestJson<SavedUser>(`/users/${id}/invitation`, { method: 'POST' }));
}

/** Deletes a user, having handed over what is theirs to another one unless null. */
export async function deleteUser(id: number, handOverTo: number | null): Promise<void> {
  const query = { handOverTo: handOverTo ?? undefined };
  await listedAnew(request(`/users/${id}`, { method: 'DELETE', query }));
}

/** Also where it failed: somebody else may have been faster. */
async function listedAnew<T>(done: Promise<T>): Promise<T> {
  try {
    return await done;
  } finally {
    await queryClient.invalidateQueries({ queryKey: userListQuery.queryKey, exact: true });
  }
}
