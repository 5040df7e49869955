import { queryOptions } from '@tanstack/react-query';
import type { Wholesaler } from '#server/answers/wholesaler.ts';
import { requestJson } from './client.ts';

export type { Wholesaler };

export const wholesalersQuery = queryOptions({
  queryKey: ['wholesalers'],
  queryFn: ({ signal }) => requestJson<Wholesaler[]>('/wholesaler', { signal }),
});
