import { queryOptions } from '@tanstack/react-query';
import type { CustomerCount } from '#shared/schemas/portfolio-customers.ts';
import { requestJson } from './client.ts';

/**
 * How many of the user's customers buy each product that is missing or back, by GTIN, or each of `gtins`: one call for a
 * page. For signed-in users only.
 */
export function customerCountsQuery(gtins: readonly string[] = []) {
  return queryOptions({
    queryKey: ['customer-counts', gtins],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, number>> => {
      const query = new URLSearchParams(gtins.map((gtin) => ['gtin', gtin]));
      const counts = await requestJson<CustomerCount[]>('/portfolio/customer-counts', { query, signal });
      return new Map(counts.map(({ gtin, customers }) => [gtin, customers]));
    },
    structuralSharing: false,
  });
}
