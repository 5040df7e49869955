import { queryClient } from './api/query-client.ts';
import { summaryQuery } from './api/views.ts';
import type { Page } from './page.ts';
import type { PageCode } from './page-list.ts';
import { cartPage } from './pages/dashboard/cart/cart-queries.ts';
import { duplicatesPage } from './pages/dashboard/duplicate-products/duplicate-queries.ts';
import { listPage } from './pages/dashboard/list-page.ts';
import { productsPage } from './pages/dashboard/products/products-queries.ts';
import { bestOffersQuery, rankIn } from './pages/dashboard/summary/best-offers-query.ts';
import { backInStockPage, competitorPage, fullPage, overviewPage } from './pages/market/list-queries.ts';
import { developmentPage } from './pages/stockout/stockout-queries.ts';
import type { ChosenPage } from './url-state/remembered.ts';

/** How a page's figures are fetched while its code is loading. */
export interface PageLoader extends Pick<ChosenPage, 'prefetch'>, Partial<Pick<ChosenPage, 'choice'>> {
  /** Fetches what has to be known before a silent address can be completed. */
  prepare?: () => Promise<unknown>;
}

/** Pages with figures of a statistic or of the market. */
type Figured = Extract<PageCode, `${'dashboard' | 'market' | 'stockout'}/${string}`>;

/**
 * Loaders of pages that are not a single list (see page-list.ts); null: the page fetches what it needs when it is
 * rendered, like all others.
 */
const loaders: Record<Figured, PageLoader | null> = {
  'dashboard/help/help-page': null,
  'dashboard/summary/summary-page': {
    prefetch: (directLinkId, _choice, parameters) =>
      Promise.all([
        queryClient.prefetchQuery(summaryQuery(directLinkId)),
        queryClient.prefetchQuery(bestOffersQuery(directLinkId, rankIn(parameters))),
      ]),
  },
  'dashboard/products/products-page': productsPage,
  'dashboard/duplicate-products/duplicate-products-page': duplicatesPage,
  'dashboard/cart/cart-page': cartPage,
  'dashboard/what-if/what-if-page': null,
  'dashboard/pack/pack-page': null,
  'dashboard/excel/excel-page': null,
  'market/overview/overview-page': overviewPage,
  'market/full/full-page': fullPage,
  'market/competitor/competitor-page': competitorPage,
  'market/back-in-stock/back-in-stock-page': backInStockPage,
  'stockout/stockout-page': developmentPage,
};

export function loaderOf({ code, list }: Page): PageLoader | null | undefined {
  return list ? listPage(list) : (loaders as Partial<Record<string, PageLoader | null>>)[code];
}
