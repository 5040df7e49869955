import { queryOptions } from '@tanstack/react-query';
import { requestJson } from './client.ts';

export interface Customer {
  ExternalID: string;
  PrimaryParent_ExternalID: string | null;
  PrimaryParent: string | null;
  FullName: string;
  /** Comma separated. */
  Address: string | null;
  ActiveStatus: string;
}

export const minKeywordLength = 2;

export function customerSearchQuery(keyword: string) {
  return queryOptions({
    queryKey: ['customer-search', keyword],
    queryFn: ({ signal }) =>
      requestJson<Customer[]>('/customer/search', { method: 'POST', query: { keyword }, signal }),
    enabled: keyword.length >= minKeywordLength,
  });
}

/** Looks a customer up by its key. Throws ApiFailure with status 404 when there is none. */
export function lookUpCustomer(key: string): Promise<{ wkpIdOneKey: string; wkpName: string }> {
  return requestJson(`/customer/xpris/${encodeURIComponent(key)}`);
}
