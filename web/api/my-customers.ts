import { infiniteQueryOptions, keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query';
import type { CallListAnswer, CustomerOfProduct, NamedProduct } from '#shared/schemas/portfolio-customers.ts';
import { market, noteVersion } from './changed-statistics.ts';
import { request, requestJson } from './client.ts';

export type { CalledCustomer, CustomerOfProduct } from '#shared/schemas/portfolio-customers.ts';

const pageSize = 25;

/** The user's customers who buy a product, largest potential per month first. */
export function customersOfProductQuery(gtin: string) {
  return infiniteQueryOptions({
    queryKey: ['customers-of-product', gtin],
    queryFn: async ({ pageParam, signal }) => {
      const query = { gtin, limit: pageSize, offset: pageParam };
      const response = await request('/portfolio/customers', { query, signal });
      notePage(response, ['customers-of-product', gtin], pageParam);
      return {
        customers: (await response.json()) as CustomerOfProduct[],
        hasNextPage: response.headers.get('x-has-next-page') === 'true',
      };
    },
    initialPageParam: 0,
    getNextPageParam: (last, _pages, offset) => (last.hasNextPage ? offset + pageSize : undefined),
  });
}

/** A product's name in the catalogue. */
export function namedProductQuery(gtin: string) {
  return queryOptions({
    queryKey: ['named-product', gtin],
    queryFn: ({ signal }) => requestJson<NamedProduct>('/portfolio/product', { query: { gtin }, signal }),
  });
}

/** The user's customers by the potential of deliverable alternatives. */
export const callListQuery = infiniteQueryOptions({
  queryKey: ['call-list'],
  queryFn: async ({ pageParam, signal }): Promise<CallListAnswer> => {
    const query = { limit: pageSize, offset: pageParam };
    const response = await request('/portfolio/call-list', { query, signal });
    notePage(response, ['call-list'], pageParam);
    return response.json();
  },
  initialPageParam: 0,
  getNextPageParam: (last, _pages, offset) =>
    offset + pageSize < last.totals.customers && last.customers.length > 0 ? offset + pageSize : undefined,
  placeholderData: keepPreviousData,
});

/** Most customers in a download. */
export const downloadedCustomers = 1000;

/** All pages must be of one version; otherwise the list is refetched. */
function notePage(response: Response, queryKey: QueryKey, offset: number): void {
  const version = response.headers.get('x-data-version') ?? '';
  noteVersion(market, version, offset === 0 ? queryKey : [], true);
}
