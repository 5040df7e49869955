import { queryOptions } from '@tanstack/react-query';
import type { Wholesaler } from '#shared/schemas/wholesaler.ts';
import { request, requestJson } from './client.ts';
import { invalidateAfter } from './query-client.ts';

export type { Wholesaler };

export type WholesalerFields = Omit<Wholesaler, 'wholesalerID' | 'retired' | 'version'>;

/** All of them, with those that are no longer offered. */
export const wholesalersQuery = queryOptions({
  queryKey: ['wholesalers', 'all'],
  queryFn: ({ signal }) => requestJson<Wholesaler[]>('/wholesaler', { signal }),
});

/** Those that take orders made here. */
export const orderingWholesalersQuery = queryOptions({
  queryKey: ['wholesalers', 'online-ordering'],
  queryFn: ({ signal }) => requestJson<Wholesaler[]>('/wholesaler/online-ordering', { signal }),
});

/** Adds one where `id` is null, else changes that one. Throws ApiFailure 412 where it has another version by now. */
export function saveWholesaler(
  id: number | null,
  fields: WholesalerFields,
  version?: number,
): Promise<Wholesaler> {
  return invalidateAfter(
    ['wholesalers'],
    id === null
      ? requestJson<Wholesaler>('/wholesaler', { method: 'POST', json: fields })
      : requestJson<Wholesaler>(`/wholesaler/${id}`, { method: 'PUT', json: fields, ifMatch: version }),
  );
}

/** Offers it no longer, or again. */
export async function setRetired(id: number, retired: boolean): Promise<void> {
  await invalidateAfter(
    ['wholesalers'],
    request(`/wholesaler/${id}/${retired ? 'retire' : 'reinstate'}`, { method: 'POST' }),
  );
}

export async function deleteWholesaler(id: number): Promise<void> {
  await invalidateAfter(['wholesalers'], request(`/wholesaler/${id}`, { method: 'DELETE' }));
}
