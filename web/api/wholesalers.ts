import { queryOptions } from '@tanstack/react-query';
import { requestJson } from './client.ts';

export interface Wholesaler {
  wholesalerID: number;
  wholesalerName: string;
  enabledForApo: boolean;
  enabledForSd: boolean;
  enabledForOnlineOrders: boolean;
  conditionsContact: string;
  transferOrderContact: string;
  /** Whom to ask for a customer's purchase statistic: free text. */
  acquisitionStatisticContact: string;
}

export const wholesalersQuery = queryOptions({
  queryKey: ['wholesalers'],
  queryFn: ({ signal }) => requestJson<Wholesaler[]>('/wholesaler', { signal }),
});
