import { queryOptions } from '@tanstack/react-query';
import type {
  CorrectedCustomer,
  Customer,
  CustomerFields,
  NamedCustomer,
  StoredCustomer,
} from '#shared/schemas/customer.ts';
import { request, requestJson } from './client.ts';
import { invalidateAfter } from './query-client.ts';

export type { CorrectedCustomer, Customer, CustomerFields, StoredCustomer };

export const minKeywordLength = 2;

/** Customers that match, and whether there are more of them. */
export function customerSearchQuery(keyword: string) {
  return queryOptions({
    queryKey: ['customer-search', keyword],
    queryFn: async ({ signal }) => {
      const response = await request('/customer/search', { method: 'POST', query: { keyword }, signal });
      return {
        customers: (await response.json()) as Customer[],
        isCut: response.headers.get('x-has-next-page') === 'true',
      };
    },
    enabled: keyword.length >= minKeywordLength,
  });
}

/** Looks a customer up by its key. Throws ApiFailure with status 404 when there is none. */
export function lookUpCustomer(key: string): Promise<NamedCustomer> {
  return requestJson(`/customer/xpris/${encodeURIComponent(key)}`);
}

/** What is known of a customer; for administrators. */
export function customerQuery(externalId: string) {
  return queryOptions({
    queryKey: ['customers', externalId],
    queryFn: ({ signal }) =>
      requestJson<StoredCustomer>(`/customer/${encodeURIComponent(externalId)}`, { signal }),
    staleTime: 0,
  });
}

/** Those that were added or corrected here; of whom the file says something new first. */
export const correctedCustomersQuery = queryOptions({
  queryKey: ['customers', 'corrections'],
  queryFn: ({ signal }) => requestJson<CorrectedCustomer[]>('/customer/corrections', { signal }),
});

export function addCustomer(fields: CustomerFields): Promise<StoredCustomer> {
  return changed(requestJson<StoredCustomer>('/customer', { method: 'POST', json: fields }));
}

/** Throws ApiFailure 412 where the customer has another version by now. */
export function correctCustomer(
  externalId: string,
  fields: Partial<CustomerFields>,
  ifMatch?: number,
): Promise<StoredCustomer> {
  const path = `/customer/${encodeURIComponent(externalId)}`;
  return changed(requestJson<StoredCustomer>(path, { method: 'PUT', json: fields, ifMatch }));
}

/** Lets a correction stay though the file has changed, or what the file says count again. */
export async function decideCorrection(externalId: string, decision: 'keep' | 'file'): Promise<void> {
  const path = `/customer/${encodeURIComponent(externalId)}`;
  await changed(
    decision === 'keep'
      ? request(`${path}/keep`, { method: 'POST' })
      : request(`${path}/correction`, { method: 'DELETE' }),
  );
}

function changed<Answer>(answer: Promise<Answer>): Promise<Answer> {
  return invalidateAfter(['customer-search'], invalidateAfter(['customers'], answer));
}
