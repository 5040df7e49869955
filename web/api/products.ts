import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Column, FoundProduct, ProductInformation, ProductPrices } from '#shared/schemas/product.ts';
import { request, requestJson } from './client.ts';

export type { Column, FoundProduct, ProductInformation, ProductPrices };

/** A product by GTIN or Pharmacode. */
export function productQuery(code: string) {
  return queryOptions({
    queryKey: ['product', code],
    queryFn: ({ signal }) =>
      requestJson<ProductInformation>(
        `/product/${code.length > 7 ? 'gtin' : 'pharmacode'}/${encodeURIComponent(code)}`,
        { signal },
      ),
  });
}

/** Products that match all words of `text`, and whether there are more. */
export function findProductsQuery(text: string) {
  return queryOptions({
    queryKey: ['product', 'search', text],
    queryFn: async ({ signal }) => {
      const response = await request('/product/search', { query: { text }, signal });
      return {
        products: (await response.json()) as FoundProduct[],
        isCut: response.headers.get('x-has-next-page') === 'true',
      };
    },
    placeholderData: keepPreviousData,
    enabled: text !== '',
  });
}

/** Prices of a product by catalogue revision. */
export function productPricesQuery(gtin: string) {
  return queryOptions({
    queryKey: ['product', 'prices', gtin],
    queryFn: ({ signal }) => requestJson<ProductPrices>(`/product/gtin/${gtin}/prices`, { signal }),
  });
}
