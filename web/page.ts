import type { FlatNamespace, ParseKeys } from 'i18next';
import type { ComponentType } from 'react';
import type { View } from '#analytics/views/view.ts';

/** Who may open a page. */
export type Audience = 'everyone' | 'guests' | 'signedIn' | 'withPeople' | 'admin';

/** The navigation that links to a page, besides the palette. */
export type PageGroup = 'topBar' | 'admin' | 'user' | 'dashboard' | 'market' | 'footer' | 'none';

export interface Page {
  /** Path, with parameters as `:name`. */
  path: string;
  /** Namespace and key of its label. */
  label: { [Namespace in FlatNamespace]: `${Namespace}:${ParseKeys<Namespace>}` }[FlatNamespace];
  /** For a dashboard's page: icon of its card in the summary; without one there is no card. */
  icon?: ComponentType<{ size?: number }>;
  audience: Audience;
  /** Who is offered the link, where that is a part of those who may open the page. */
  offeredTo?: Audience;
  /** Offered only while the setup is incomplete. */
  whileIncomplete?: true;
  group: PageGroup;
  /** For a dashboard's page with one list and its totals: its view. */
  list?: View & { totals: View };
  /** File below web/pages that exports the page as `Component`, without .tsx; loaded when the page is opened. */
  code: `${string}-page`;
}

/** Handle of a page's route. */
export interface PageHandle {
  page: Page;
}

/** The page of these routes. */
export function openedPage(handles: readonly unknown[]): Page | undefined {
  return handles.map((handle) => (handle as PageHandle | undefined)?.page).findLast(Boolean);
}

/** Path of a customer's page. */
export function customerPath(number: string): string {
  return `/customer/${encodeURIComponent(number)}`;
}

/** Prefix of a dashboard's pages. */
export const dashboardPath = '/dashboard/:directLinkId';

/** True for a path without parameters. */
export function hasOneAddress({ path }: Page): boolean {
  return !/[:*]/.test(path);
}
