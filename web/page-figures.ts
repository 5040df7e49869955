import { queryClient } from './api/query-client.ts';
import { summaryQuery } from './api/views.ts';
import type { PageChoice } from './choice/remembered.ts';
import type { Page } from './page.ts';
import type { PageCode } from './page-list.ts';
import { atcPage } from './pages/dashboard/atc/atc-queries.ts';
import { cartPage } from './pages/dashboard/cart/cart-queries.ts';
import { duplicatesPage } from './pages/dashboard/duplicate-products/duplicate-queries.ts';
import { manufacturersPage } from './pages/dashboard/manufacturers/manufacturers-queries.ts';
import { moleculesPage } from './pages/dashboard/molecules/molecules-queries.ts';
import { notDeliverablePage } from './pages/dashboard/not-deliverable/not-deliverable-queries.ts';
import { potentialPage } from './pages/dashboard/potential/potential-queries.ts';
import { productsPage } from './pages/dashboard/products/products-queries.ts';
import { backInStockPage } from './pages/market/back-in-stock/back-in-stock-queries.ts';
import { competitorPage } from './pages/market/competitor/competitor-queries.ts';
import { fullPage } from './pages/market/full/full-queries.ts';
import { overviewPage } from './pages/market/overview/overview-queries.ts';
import { developmentPage } from './pages/stockout/stockout-queries.ts';

export interface PageFigures {
  /** What can be chosen on the page; it stands in the address. */
  choice?: PageChoice;
  /** Fetches what has to be known before a silent address can be completed. */
  prepare?: () => Promise<unknown>;
  /** Asks for the page's figures while its code is still on its way; `directLinkId` is '' outside of dashboards. */
  start: (directLinkId: string, parameters: URLSearchParams) => unknown;
}

/** The pages that show figures, and how these are asked for; others ask for what they need when they are drawn. */
const pageFigures: Partial<Record<PageCode, PageFigures>> = {
  'dashboard/summary/summary-page': {
    start: (directLinkId) => queryClient.prefetchQuery(summaryQuery(directLinkId)),
  },
  'dashboard/manufacturers/manufacturers-page': manufacturersPage,
  'dashboard/atc/atc-page': atcPage,
  'dashboard/products/products-page': productsPage,
  'dashboard/molecules/molecules-page': moleculesPage,
  'dashboard/duplicate-products/duplicate-products-page': duplicatesPage,
  'dashboard/not-deliverable/not-deliverable-page': notDeliverablePage,
  'dashboard/potential/potential-page': potentialPage,
  'dashboard/cart/cart-page': cartPage,
  'market/overview/overview-page': overviewPage,
  'market/full/full-page': fullPage,
  'market/competitor/competitor-page': competitorPage,
  'market/back-in-stock/back-in-stock-page': backInStockPage,
  'stockout/stockout-page': developmentPage,
};

export function figuresOf({ code }: Page): PageFigures | undefined {
  return (pageFigures as Partial<Record<string, PageFigures>>)[code];
}
