import { DoughnutChart, Duplicate, LabTest, Office, ThDerived, Time } from '@blueprintjs/icons';
import type { Page } from './page.ts';

/**
 * Every page. Routes, guards, top bar, sub-navigation, cards, palette and the tests of links and accessibility follow
 * this list; page-figures.ts says what a page asks for while its code is on its way.
 */
export const pages = [
  {
    path: '/',
    label: 'portal:nav.acquisitionStatistics',
    audience: 'signedIn',
    group: 'topBar',
    code: 'upload/upload-page',
  },
  {
    path: '/call-list',
    label: 'callList:title',
    audience: 'signedIn',
    group: 'topBar',
    code: 'call-list/call-list-page',
  },
  {
    path: '/dashboard/help',
    label: 'portal:nav.help',
    audience: 'everyone',
    group: 'topBar',
    code: 'dashboard/help/help-page',
  },
  {
    path: '/admin/setup',
    label: 'setup:nav',
    audience: 'admin',
    whileIncomplete: true,
    group: 'topBar',
    code: 'setup/checklist-page',
  },
  {
    path: '/stockout',
    label: 'stockout:title',
    audience: 'everyone',
    group: 'none',
    code: 'stockout/stockout-page',
  },
  {
    path: '/admin/stockout-analyser',
    label: 'feeding:title',
    audience: 'admin',
    group: 'admin',
    code: 'stockout-settings/stockout-settings-page',
  },
  {
    path: '/complaints',
    label: 'shell:footer.complaints',
    audience: 'everyone',
    group: 'footer',
    code: 'complaints/complaints-page',
  },
  {
    path: '/login',
    label: 'portal:login.title',
    audience: 'guests',
    group: 'none',
    code: 'login/login-page',
  },
  {
    path: '/forgot-password',
    label: 'account:forgot.title',
    audience: 'guests',
    group: 'none',
    code: 'forgot-password/forgot-password-page',
  },
  {
    path: '/reset-password/:token',
    label: 'account:reset.title',
    audience: 'guests',
    group: 'none',
    code: 'reset-password/reset-password-page',
  },
  {
    path: '/setup/:token',
    label: 'setup:link.title',
    audience: 'guests',
    group: 'none',
    code: 'setup/setup-link-page',
  },
  {
    path: '/dashboard/:directLinkId',
    label: 'dashboard:pages.summary',
    audience: 'everyone',
    group: 'dashboard',
    code: 'dashboard/summary/summary-page',
  },
  {
    path: '/dashboard/:directLinkId/top_manufacturers',
    label: 'dashboard:pages.manufacturers',
    icon: Office,
    audience: 'everyone',
    group: 'dashboard',
    code: 'dashboard/manufacturers/manufacturers-page',
  },
  {
    path: '/dashboard/:directLinkId/atc',
    label: 'dashboard:pages.atc',
    icon: DoughnutChart,
    audience: 'everyone',
    group: 'dashboard',
    code: 'dashboard/atc/atc-page',
  },
  {
    path: '/dashboard/:directLinkId/products',
    label: 'dashboard:pages.products',
    icon: ThDerived,
    audience: 'everyone',
    group: 'dashboard',
    code: 'dashboard/products/products-page',
  },
  {
    path: '/dashboard/:directLinkId/molecules',
    label: 'dashboard:pages.molecules',
    icon: LabTest,
    audience: 'everyone',
    group: 'dashboard',
    code: 'dashboard/molecules/molecules-page',
  },
  {
    path: '/dashboard/:directLinkId/duplicate_products',
    label: 'dashboard:pages.duplicateProducts',
    icon: Duplicate,
    audience: 'everyone',
    group: 'dashboard',
    code: 'dashboard/duplicate-products/duplicate-products-page',
  },
  {
    path: '/dashboard/:directLinkId/not_deliverable',
    label: 'dashboard:pages.notDeliverable',
    icon: Time,
    audience: 'everyone',
    group: 'dashboard',
    code: 'dashboard/not-deliverable/not-deliverable-page',
  },
  {
    path: '/dashboard/:directLinkId/potential',
    label: 'dashboard:pages.potential',
    audience: 'everyone',
    group: 'dashboard',
    code: 'dashboard/potential/potential-page',
  },
  {
    path: '/*',
    label: 'portal:notFound.title',
    audience: 'everyone',
    group: 'none',
    code: 'not-found/not-found-page',
  },
] as const satisfies readonly Page[];

export type PageCode = (typeof pages)[number]['code'];
