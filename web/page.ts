import type { FlatNamespace, ParseKeys } from 'i18next';
import type { ComponentType } from 'react';
import type { View } from '#analytics/views/view.ts';

/** For whom a page is. */
export type Audience = 'everyone' | 'guests' | 'signedIn' | 'withPeople' | 'admin';

/** Where the way to a page stands, besides the palette. */
export type PageGroup = 'topBar' | 'admin' | 'user' | 'dashboard' | 'market' | 'footer' | 'none';

export interface Page {
  /** Address, with what varies as `:name`. */
  path: string;
  /** Namespace and key of its name. */
  label: { [Namespace in FlatNamespace]: `${Namespace}:${ParseKeys<Namespace>}` }[FlatNamespace];
  /** Of a dashboard's page: of the card that leads there from the summary; without one there is no card. */
  icon?: ComponentType<{ size?: number }>;
  audience: Audience;
  /** Whom the way to it is shown, where these are fewer than those who may open it by a link. */
  offeredTo?: Audience;
  /** Offered only while a new portal lacks something. */
  whileIncomplete?: true;
  group: PageGroup;
  /** Of a dashboard's page that shows one list and its totals: what its figures are asked for by. */
  list?: View & { totals: View };
  /** File below web/pages that exports the page as `Component`, without .tsx: it is fetched when the page is opened. */
  code: `${string}-page`;
}

/** What a page's route carries. */
export interface PageHandle {
  page: Page;
}

/** The page that these routes' handles lead to. */
export function openedPage(handles: readonly unknown[]): Page | undefined {
  return handles.map((handle) => (handle as PageHandle | undefined)?.page).findLast(Boolean);
}

/** Where all about a customer stands. */
export function customerPath(number: string): string {
  return `/customer/${encodeURIComponent(number)}`;
}

/** What all pages of a dashboard begin with. */
export const dashboardPath = '/dashboard/:directLinkId';

/** True for a page whose address is the same for everybody. */
export function hasOneAddress({ path }: Page): boolean {
  return !/[:*]/.test(path);
}
