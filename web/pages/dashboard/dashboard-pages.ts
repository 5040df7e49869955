import { DoughnutChart, Duplicate, LabTest, Office, ThDerived } from '@blueprintjs/icons';
import type { ParseKeys } from 'i18next';
import type { ComponentType } from 'react';
import type { LazyRouteFunction, RouteObject } from 'react-router';
import { queryClient } from '../../api/query-client.ts';
import { summaryQuery } from '../../api/views.ts';
import type { PageChoice } from '../../choice/remembered.ts';
import { atcPage } from './atc/atc-queries.ts';
import { startDuplicates } from './duplicate-products/duplicate-queries.ts';
import { manufacturersPage } from './manufacturers/manufacturers-queries.ts';
import { moleculesPage } from './molecules/molecules-queries.ts';
import { potentialPage } from './potential/potential-queries.ts';
import { productsPage } from './products/products-queries.ts';

export interface DashboardPage {
  /** Below /dashboard/{directLinkId}; '' is the summary. */
  path: string;
  label: Extract<ParseKeys<['dashboard', 'groups']>, `${string}:${string}`>;
  /** Icon of the card that leads there from the summary; without one there is no card. */
  icon?: ComponentType<{ size?: number }>;
  signedInOnly?: boolean;
  /** What can be chosen on the page; it stands in the address. */
  choice?: PageChoice;
  /** Asks for the page's figures while its code is still on its way. */
  start?: (directLinkId: string, parameters: URLSearchParams) => void;
  lazy: LazyRouteFunction<RouteObject>;
}

/** Every page of a dashboard: routes, sub-navigation and the summary's cards follow this list. */
export const dashboardPages: readonly DashboardPage[] = [
  {
    path: '',
    label: 'dashboard:pages.summary',
    start: (directLinkId) => queryClient.prefetchQuery(summaryQuery(directLinkId)),
    lazy: () => import('./summary/summary-page.tsx'),
  },
  {
    path: 'top_manufacturers',
    label: 'dashboard:pages.manufacturers',
    icon: Office,
    ...manufacturersPage,
    lazy: () => import('./manufacturers/manufacturers-page.tsx'),
  },
  {
    path: 'atc',
    label: 'dashboard:pages.atc',
    icon: DoughnutChart,
    ...atcPage,
    lazy: () => import('./atc/atc-page.tsx'),
  },
  {
    path: 'products',
    label: 'dashboard:pages.products',
    icon: ThDerived,
    ...productsPage,
    lazy: () => import('./products/products-page.tsx'),
  },
  {
    path: 'molecules',
    label: 'dashboard:pages.molecules',
    icon: LabTest,
    ...moleculesPage,
    lazy: () => import('./molecules/molecules-page.tsx'),
  },
  {
    path: 'duplicate_products',
    label: 'dashboard:pages.duplicateProducts',
    icon: Duplicate,
    start: startDuplicates,
    lazy: () => import('./duplicate-products/duplicate-products-page.tsx'),
  },
  {
    path: 'potential',
    label: 'dashboard:pages.potential',
    ...potentialPage,
    lazy: () => import('./potential/potential-page.tsx'),
  },
];

/** The pages that a caller may open. */
export function pagesFor(signedIn: boolean): DashboardPage[] {
  return dashboardPages.filter((page) => signedIn || !page.signedInOnly);
}
