import { queryOptions } from '@tanstack/react-query';
import type { Wholesaler, WholesalerFields } from '#shared/schemas/wholesaler.ts';
import { request, requestJson } from './client.ts';
import { recordCalls } from './records.ts';

export type { Wholesaler, WholesalerFields };

export const wholesalers = recordCalls<Wholesaler>({
  path: '/wholesaler',
  queryKey: ['wholesalers', 'all'],
  id: 'wholesalerID',
  name: 'wholesalerName',
});

/** All wholesalers, retired ones included. */
export const wholesalersQuery = wholesalers.query;

/** Those that take orders made here. */
export const orderingWholesalersQuery = queryOptions({
  queryKey: ['wholesalers', 'online-ordering'],
  queryFn: ({ signal }) => requestJson<Wholesaler[]>('/wholesaler/online-ordering', { signal }),
});

/** Retires a wholesaler, or reactivates it. */
export async function setRetired(id: number, retired: boolean): Promise<void> {
  await wholesalers.changed(
    request(`/wholesaler/${id}/${retired ? 'retire' : 'reinstate'}`, { method: 'POST' }),
  );
}
