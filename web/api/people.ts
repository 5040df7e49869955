import { queryOptions } from '@tanstack/react-query';
import { requestJson } from './client.ts';
import type { User } from './session.ts';

/** All users; for admins only. */
export const userListQuery = queryOptions({
  queryKey: ['users'],
  queryFn: ({ signal }) => requestJson<User[]>('/users/list', { signal }),
});
