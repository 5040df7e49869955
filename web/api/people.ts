import { queryOptions } from '@tanstack/react-query';
import type { DeletionEffect, ListedUser, Person, SavedUser } from '#shared/schemas/user.ts';
import { announceChange, market } from './changed-statistics.ts';
import { request, requestJson } from './client.ts';
import { queryClient } from './query-client.ts';
import { sessionQuery } from './session.ts';

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
    return byName(await requestJson<ListedUser[]>('/users/list', { signal }));
  },
});

/** For whom the user may upload, and to whom hand uploads over, by name: active ones alone. */
export const uploadersQuery = queryOptions({
  queryKey: ['uploaders'],
  queryFn: async ({ signal }) => byName(await requestJson<Person[]>('/users/uploaders', { signal })),
});

/** Who gets uploads, carts and orders. */
export type HandOverTo = number | 'nobody';

/** What deleting a user would do, with somebody who takes over or without. */
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

/** Adds a user, with a password or with an invitation by mail. */
export function addUser(
  fields: UserFields & ({ password: string } | { invitation: true }),
): Promise<SavedUser> {
  return listedAnew(requestJson<SavedUser>('/users', { method: 'POST', json: fields }));
}

/** Changes what is given of a user. Throws ApiFailure 412 where the user has another version by now. */
export async function changeUser(
  id: number,
  fields: Partial<UserFields>,
  ifMatch?: number,
): Promise<SavedUser> {
  const saved = await listedAnew(
    requestJson<SavedUser>(`/users/${id}`, { method: 'PUT', json: fields, ifMatch }),
  );
  const { name, email } = saved;
  // The top bar has one's own name, and so has what one uploads.
  queryClient.setQueryData(sessionQuery.queryKey, (self) =>
    self?.id === id ? { ...self, name, email } : self,
  );
  return saved;
}

/** Whoever is deactivated keeps what is theirs, unless somebody gets it. */
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

/** Deletes a user, having handed over what is theirs. */
export async function deleteUser(id: number, handOverTo: HandOverTo): Promise<void> {
  await listedAnew(request(`/users/${id}`, { method: 'DELETE', query: { handOverTo } }));
}

function byName<P extends Person>(people: readonly P[]): P[] {
  return people.toSorted((a, b) => a.name.localeCompare(b.name, 'de-CH') || a.id - b.id);
}

/** Also where it failed: somebody else may have been faster. */
async function listedAnew<T>(done: Promise<T>): Promise<T> {
  try {
    return await done;
  } finally {
    queryClient.invalidateQueries({ queryKey: uploadersQuery.queryKey });
    // Lists name whose uploads they are, who may be another or called otherwise by now.
    announceChange(market);
    await queryClient.invalidateQueries({ queryKey: userListQuery.queryKey, exact: true });
  }
}
