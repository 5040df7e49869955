import * as z from 'zod/mini';
import { product, productTotals } from '#analytics/views/product.ts';
import { queryClient } from '../../../api/query-client.ts';
import { columnsQuery, parametersOf, rowQuery } from '../../../api/views.ts';
import type { ChoiceOf } from '../../../url-state/address.ts';
import type { ChosenPage } from '../../../url-state/remembered.ts';
import { columnsChoice } from './column-options.ts';

/** Rows that are shown at first and added by "show more". */
export const pageSize = 500;

const schema = z.extend(z.omit(product.parameters, { limit: true, offset: true, find: true }), {
  columns: columnsChoice,
});

export type ProductChoice = ChoiceOf<typeof schema>;

export const productsPage: ChosenPage<typeof schema> = {
  choice: { page: 'products', schema },
  prefetch: (directLinkId, choice) =>
    Promise.all([
      queryClient.prefetchQuery(productsQuery(directLinkId, choice, pageSize)),
      queryClient.prefetchQuery(productTotalsQuery(directLinkId, choice)),
    ]),
};

/** The first rows of a choice, or all of them for null. */
export function productsQuery(directLinkId: string, choice: ProductChoice, limit: number | null) {
  return columnsQuery(directLinkId, product, { ...parametersOf(product, choice), limit });
}

/** Of what is looked for among the articles of a choice. */
export function productTotalsQuery(directLinkId: string, choice: ProductChoice, find: string[] = []) {
  return rowQuery(directLinkId, productTotals, parametersOf(productTotals, { ...choice, find }));
}
