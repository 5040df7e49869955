import { duplicateProducts, duplicateProductsTotals } from '#analytics/views/duplicate-products.ts';
import { queryClient } from '../../../api/query-client.ts';
import { rowQuery, rowsQuery } from '../../../api/views.ts';

export function duplicatesQuery(directLinkId: string) {
  return rowsQuery(directLinkId, duplicateProducts, {});
}

export function duplicatesTotalsQuery(directLinkId: string) {
  return rowQuery(directLinkId, duplicateProductsTotals, {});
}

export function startDuplicates(directLinkId: string): void {
  queryClient.prefetchQuery(duplicatesQuery(directLinkId));
  queryClient.prefetchQuery(duplicatesTotalsQuery(directLinkId));
}
