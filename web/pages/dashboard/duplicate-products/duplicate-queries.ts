import * as z from 'zod/mini';
import { duplicateProducts, duplicateProductsTotals } from '#analytics/views/duplicate-products.ts';
import { queryClient } from '../../../api/query-client.ts';
import { rowQuery, rowsQuery } from '../../../api/views.ts';
import type { ChoiceOf } from '../../../url-state/address.ts';
import type { ChosenPage } from '../../../url-state/remembered.ts';

const schema = z.omit(duplicateProducts.parameters, { find: true });

export type DuplicateChoice = ChoiceOf<typeof schema>;

export const duplicatesPage: ChosenPage<typeof schema> = {
  choice: { page: 'duplicate_products', schema },
  prefetch: (directLinkId, choice) =>
    Promise.all([
      queryClient.prefetchQuery(duplicatesQuery(directLinkId, choice)),
      queryClient.prefetchQuery(duplicatesTotalsQuery(directLinkId)),
    ]),
};

/** Of what is looked for. */
export function duplicatesQuery(directLinkId: string, choice: DuplicateChoice, find: string[] = []) {
  return rowsQuery(directLinkId, duplicateProducts, { ...choice, find });
}

export function duplicatesTotalsQuery(directLinkId: string, find: string[] = []) {
  return rowQuery(directLinkId, duplicateProductsTotals, { find });
}
