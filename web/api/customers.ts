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

/** Matching customers, and whether there are more. */
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

/** Finds a customer by key. Throws ApiFailure 404 for an unknown one. */
export function lookUpCustomer(key: string): Promise<NamedCustomer> {
  return requestJson(`/customer/xpris/${encodeURIComponent(key)}`);
}

/** A customer's data; for administrators. */
export function customerQuery(externalId: string) {
  return queryOptions({
    queryKey: ['customers', externalId],
    queryFn: ({ signal }) =>
      requestJson<StoredCustomer>(`/customer/${encodeURIComponent(externalId)}`, { signal }),
    staleTime: 0,
  });
}

/** Added or corrected customers; first those whose entry in the file has changed since. */
export const correctedCustomersQuery = queryOptions({
  queryKey: ['customers', 'corrections'],
  queryFn: ({ signal }) => requestJson<CorrectedCustomer[]>('/customer/corrections', { signal }),
});

export function addCustomer(fields: CustomerFields): Promise<StoredCustomer> {
  return changed(requestJson<StoredCustomer>('/customer', { method: 'POST', json: fields }));
}

/** Throws ApiFailure 412 for an outdated version. */
export function correctCustomer(
  externalId: string,
  fields: Partial<CustomerFields>,
  ifMatch?: number,
): Promise<StoredCustomer> {
  const path = `/customer/${encodeURIComponent(externalId)}`;
  return changed(requestJson<StoredCustomer>(path, { method: 'PUT', json: fields, ifMatch }));
}

/** Keeps a correction although the file has changed, or discards it. */
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
