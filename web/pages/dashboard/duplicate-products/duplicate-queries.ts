import * as z from 'zod/mini';
import { duplicateProducts, duplicateProductsTotals } from '#analytics/views/duplicate-products.ts';
import { queryClient } from '../../../api/query-client.ts';
import { rowQuery, rowsQuery } from '../../../api/views.ts';
import { type ChoiceOf, readChoice } from '../../../url-state/address.ts';

const schema = z.omit(duplicateProducts.parameters, { find: true });

export type DuplicateChoice = ChoiceOf<typeof schema>;

export const duplicatesPage = {
  choice: { page: 'duplicate_products', schema },
  /** Asks for the figures that an address wants. */
  start: (directLinkId: string, parameters: URLSearchParams) =>
    prefetchDuplicates(directLinkId, readChoice(schema, parameters)),
};

/** Of what is looked for. */
export function duplicatesQuery(directLinkId: string, choice: DuplicateChoice, find: string[] = []) {
  return rowsQuery(directLinkId, duplicateProducts, { ...choice, find });
}

export function duplicatesTotalsQuery(directLinkId: string, find: string[] = []) {
  return rowQuery(directLinkId, duplicateProductsTotals, { find });
}

/** Asks for the figures of a choice before they are wanted. */
export function prefetchDuplicates(directLinkId: string, choice: DuplicateChoice): Promise<unknown> {
  return Promise.all([
    queryClient.prefetchQuery(duplicatesQuery(directLinkId, choice)),
    queryClient.prefetchQuery(duplicatesTotalsQuery(directLinkId)),
  ]);
}
