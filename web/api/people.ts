import { queryOptions } from '@tanstack/react-query';
import type { User } from '#server/answers/user.ts';
import { requestJson } from './client.ts';

/** All users; for admins only. */
export const userListQuery = queryOptions({
  queryKey: ['users'],
  queryFn: ({ signal }) => requestJson<User[]>('/users/list', { signal }),
});
