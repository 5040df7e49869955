import { queryOptions } from '@tanstack/react-query';
import type { DeletionEffect, ListedUser, Person, SavedUser } from '#shared/schemas/user.ts';
import { announceChange, market } from './changed-statistics.ts';
import { request, requestJson } from './client.ts';
import { queryClient } from './query-client.ts';
import { sessionQuery } from './session.ts';

export type { DeletionEffect, ListedUser, Person, SavedUser };

/** Fields of a user that administrators set. */
export type UserFields = Pick<
  ListedUser,
  'email' | 'name' | 'role' | 'FullDataAccess' | 'parentUserId' | 'replacementUserId' | 'language'
>;

/** All users, by name; for admins only. */
export const userListQuery = queryOptions({
  queryKey: ['users'],
  queryFn: async ({ signal }) => {
    return byName(await requestJson<ListedUser[]>('/users/list', { signal }));
  },
});

/** Users for whom the user may upload, and possible heirs, by name: active ones only. */
export const uploadersQuery = queryOptions({
  queryKey: ['uploaders'],
  queryFn: async ({ signal }) => byName(await requestJson<Person[]>('/users/uploaders', { signal })),
});

/** Heir of uploads, carts and orders. */
export type HandOverTo = number | 'nobody';

/** Effect of deleting a user, with or without an heir. */
export function deletionEffectQuery(id: number, handOverTo: HandOverTo) {
  return queryOptions({
    queryKey: ['users', id, 'deletion', handOverTo],
    queryFn: ({ signal }) =>
      requestJson<DeletionEffect>(`/users/${id}/deletion`, {
        query: { handOverTo },
        signal,
      }),
    staleTime: 0,
  });
}

/** Adds a user, with a password or an invitation by mail. */
export function addUser(
  fields: UserFields & ({ password: string } | { invitation: true }),
): Promise<SavedUser> {
  return listedAnew(requestJson<SavedUser>('/users', { method: 'POST', json: fields }));
}

/** Changes the given fields of a user. Throws ApiFailure 412 for an outdated version. */
export async function changeUser(
  id: number,
  fields: Partial<UserFields>,
  ifMatch?: number,
): Promise<SavedUser> {
  const saved = await listedAnew(
    requestJson<SavedUser>(`/users/${id}`, { method: 'PUT', json: fields, ifMatch }),
  );
  const { name, email } = saved;
  // The top bar and the upload form show the user's own name.
  queryClient.setQueryData(sessionQuery.queryKey, (self) =>
    self?.id === id ? { ...self, name, email } : self,
  );
  return saved;
}

/** A deactivated user keeps what they have, unless there is an heir. */
export function setUserActive(
  id: number,
  active: boolean,
  handOverTo: HandOverTo = 'nobody',
): Promise<ListedUser> {
  const deed = active ? 'activate' : 'deactivate';
  const query = handOverTo === 'nobody' ? {} : { handOverTo };
  return listedAnew(requestJson<ListedUser>(`/users/${id}/${deed}`, { method: 'POST', query }));
}

/** Mails a user a link to set a password. */
export function inviteUser(id: number): Promise<SavedUser> {
  return listedAnew(requestJson<SavedUser>(`/users/${id}/invitation`, { method: 'POST' }));
}

/** Deletes a user after handing over what they have. */
export async function deleteUser(id: number, handOverTo: HandOverTo): Promise<void> {
  await listedAnew(request(`/users/${id}`, { method: 'DELETE', query: { handOverTo } }));
}

function byName<P extends Person>(people: readonly P[]): P[] {
  return people.toSorted((a, b) => a.name.localeCompare(b.name, 'de-CH') || a.id - b.id);
}

/** Refetches also after a failure, because somebody else may have been faster. */
async function listedAnew<T>(done: Promise<T>): Promise<T> {
  try {
    return await done;
  } finally {
    queryClient.invalidateQueries({ queryKey: uploadersQuery.queryKey });
    // Lists show uploaders, whose names may have changed.
    announceChange(market);
    await queryClient.invalidateQueries({ queryKey: userListQuery.queryKey, exact: true });
  }
}
