import { queryOptions } from '@tanstack/react-query';
import type { Wholesaler } from '#server/answers/wholesaler.ts';
import { requestJson } from './client.ts';

export type { Wholesaler };

export const wholesalersQuery = queryOptions({
  queryKey: ['wholesalers'],
  queryFn: ({ signal }) => requestJson<Wholesaler[]>('/wholesaler', { signal }),
});

/** Those that take orders made here. */
export const orderingWholesalersQuery = queryOptions({
  queryKey: ['wholesalers', 'online-ordering'],
  queryFn: ({ signal }) => requestJson<Wholesaler[]>('/wholesaler/online-ordering', { signal }),
});
