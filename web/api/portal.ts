import { queryOptions } from '@tanstack/react-query';
import { requestJson } from './client.ts';

export interface Portal {
  /** Display name of the company whose products are offered. */
  providerName: string;
  /** Manufacturers whose products are the provider's own, as the catalogue writes them. */
  providerCompanies: string[];
  /** The raised patient deductible in percent. */
  deductibleRate: number;
  newStockoutDays: number;
  contact: { address: string | null; phone: string | null; email: string | null };
  demo: boolean;
  /** Somebody can sign in. */
  hasUsers: boolean;
  /** A catalogue and a list of stock-outs are published. */
  hasReferenceData: boolean;
}

export const portalQuery = queryOptions({
  queryKey: ['portal'],
  queryFn: ({ signal }) => requestJson<Portal>('/portal', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
