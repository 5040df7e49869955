import type { ParseKeys } from 'i18next';
import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';

export interface DashboardPage {
  /** Below /dashboard/{directLinkId}; '' is the summary. */
  path: string;
  label: ParseKeys<'dashboard'>;
  /** Icon of the card that leads there from the summary. */
  icon?: ComponentType<{ size?: number }>;
  signedInOnly?: boolean;
  lazy: NonNullable<RouteObject['lazy']>;
}

/** Every page of a dashboard: routes, sub-navigation and the summary's cards follow this list. */
export const dashboardPages: readonly DashboardPage[] = [
  { path: '', label: 'pages.summary', lazy: () => import('./summary/summary-page.tsx') },
];

/** The pages that a caller may open. */
export function pagesFor(signedIn: boolean): DashboardPage[] {
  return dashboardPages.filter((page) => signedIn || !page.signedInOnly);
}
