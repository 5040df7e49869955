import { queryOptions } from '@tanstack/react-query';
import type { Customer, NamedCustomer } from '#server/answers/customer.ts';
import { requestJson } from './client.ts';

export type { Customer };

export const minKeywordLength = 2;

/** Customers that a search answers at most. */
export const mostFound = 50;

export function customerSearchQuery(keyword: string) {
  return queryOptions({
    queryKey: ['customer-search', keyword],
    queryFn: ({ signal }) =>
      requestJson<Customer[]>('/customer/search', { method: 'POST', query: { keyword }, signal }),
    enabled: keyword.length >= minKeywordLength,
  });
}

/** Looks a customer up by its key. Throws ApiFailure with status 404 when there is none. */
export function lookUpCustomer(key: string): Promise<NamedCustomer> {
  return requestJson(`/customer/xpris/${encodeURIComponent(key)}`);
}
