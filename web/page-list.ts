import {
  DoughnutChart,
  Duplicate,
  LabTest,
  Office,
  PanelTable,
  ShoppingCart,
  ThDerived,
  Time,
} from '@blueprintjs/icons';
import { atc } from '#analytics/views/atc.ts';
import { manufacturers } from '#analytics/views/manufacturers.ts';
import { molecule } from '#analytics/views/molecule.ts';
import { notDeliverable } from '#analytics/views/not-deliverable.ts';
import { turnoverPotentialView } from '#analytics/views/turnover-potential.ts';
import { dashboardPath, type Page } from './page.ts';

/**
 * Every page. Routes, guards, top bar, sub-navigation, cards, palette and the tests of links and accessibility use this
 * list; loaders.ts has the loaders of pages that are not a single list.
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
    path: '/today',
    label: 'today:title',
    audience: 'signedIn',
    group: 'topBar',
    code: 'today/today-page',
  },
  {
    path: '/stockout-analyser',
    label: 'market:overview.nav',
    audience: 'everyone',
    offeredTo: 'signedIn',
    group: 'topBar',
    code: 'market/overview/overview-page',
  },
  {
    path: '/stockout-analyser-full',
    label: 'market:full.title',
    audience: 'everyone',
    offeredTo: 'signedIn',
    group: 'market',
    code: 'market/full/full-page',
  },
  {
    path: '/stockout-analyser-competitor',
    label: 'market:competitor.title',
    audience: 'everyone',
    offeredTo: 'signedIn',
    group: 'market',
    code: 'market/competitor/competitor-page',
  },
  {
    path: '/stockout-back-in-stock',
    label: 'market:backInStock.title',
    audience: 'everyone',
    offeredTo: 'signedIn',
    group: 'market',
    code: 'market/back-in-stock/back-in-stock-page',
  },
  {
    path: '/call-list',
    label: 'callList:title',
    audience: 'signedIn',
    group: 'topBar',
    code: 'call-list/call-list-page',
  },
  {
    path: '/team',
    label: 'team:title',
    audience: 'withPeople',
    group: 'topBar',
    code: 'team/team-page',
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
    path: '/admin/template-files',
    label: 'templateFiles:title',
    audience: 'admin',
    group: 'admin',
    code: 'template-files/template-files-page',
  },
  {
    path: '/product',
    label: 'merged:publish.title',
    audience: 'admin',
    group: 'admin',
    code: 'product/product-page',
  },
  {
    path: '/admin/reports',
    label: 'reports:title',
    audience: 'admin',
    group: 'admin',
    code: 'reports/reports-page',
  },
  {
    path: '/admin/users',
    label: 'users:title',
    audience: 'admin',
    group: 'admin',
    code: 'users/users-page',
  },
  {
    path: '/admin/stockout-analyser',
    label: 'feeding:title',
    audience: 'admin',
    group: 'admin',
    code: 'stockout-settings/stockout-settings-page',
  },
  {
    path: '/admin/focus-groups',
    label: 'focusGroups:title',
    audience: 'admin',
    group: 'admin',
    code: 'focus-groups/focus-groups-page',
  },
  {
    path: '/admin/wholesalers',
    label: 'wholesalers:title',
    audience: 'admin',
    group: 'admin',
    code: 'wholesalers/wholesalers-page',
  },
  {
    path: '/admin/product-matches',
    label: 'matches:list.title',
    audience: 'admin',
    group: 'admin',
    code: 'product-matches/product-matches-page',
  },
  {
    path: '/admin/customers',
    label: 'customers:title',
    audience: 'admin',
    group: 'admin',
    code: 'customers/customers-page',
  },
  {
    path: '/admin/header-images',
    label: 'headerImages:title',
    audience: 'admin',
    group: 'admin',
    code: 'header-images/header-images-page',
  },
  {
    path: '/config',
    label: 'settings:title',
    audience: 'admin',
    group: 'admin',
    code: 'settings/settings-page',
  },
  {
    path: '/admin/state',
    label: 'operation:title',
    audience: 'admin',
    group: 'admin',
    code: 'state/state-page',
  },
  {
    path: '/admin/audit',
    label: 'audit:title',
    audience: 'admin',
    group: 'admin',
    code: 'audit/audit-page',
  },
  {
    path: '/stockout-subscriptions',
    label: 'subscriptions:title',
    audience: 'signedIn',
    group: 'user',
    code: 'stockout-subscriptions/stockout-subscriptions-page',
  },
  {
    path: '/orders',
    label: 'cart:orders.title',
    audience: 'signedIn',
    group: 'user',
    code: 'orders/orders-page',
  },
  {
    path: '/password',
    label: 'account:own.page',
    audience: 'signedIn',
    group: 'user',
    code: 'password/password-page',
  },
  {
    path: '/product-customers/:gtin',
    label: 'callList:of.page',
    audience: 'signedIn',
    group: 'none',
    code: 'product-customers/product-customers-page',
  },
  {
    path: '/customer/:number',
    label: 'customer:page',
    audience: 'signedIn',
    group: 'none',
    code: 'customer/customer-page',
  },
  {
    path: '/customer/:number/brought',
    label: 'customer:brought.orders.title',
    audience: 'signedIn',
    group: 'none',
    code: 'customer/brought-page',
  },
  {
    path: '/unsubscribe/:token',
    label: 'subscriptions:end.title',
    audience: 'everyone',
    group: 'none',
    code: 'unsubscribe/unsubscribe-page',
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
    audience: 'everyone',
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
    list: manufacturers,
    code: 'dashboard/aggregate/groups-page',
  },
  {
    path: '/dashboard/:directLinkId/atc',
    label: 'dashboard:pages.atc',
    icon: DoughnutChart,
    audience: 'everyone',
    group: 'dashboard',
    list: atc,
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
    list: molecule,
    code: 'dashboard/aggregate/groups-page',
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
    list: notDeliverable,
    code: 'dashboard/not-deliverable/not-deliverable-page',
  },
  {
    path: '/dashboard/:directLinkId/potential',
    label: 'dashboard:pages.potential',
    audience: 'everyone',
    group: 'dashboard',
    list: turnoverPotentialView,
    code: 'dashboard/potential/potential-page',
  },
  {
    path: '/dashboard/:directLinkId/what-if',
    label: 'whatIf:title',
    audience: 'signedIn',
    group: 'dashboard',
    code: 'dashboard/what-if/what-if-page',
  },
  {
    path: '/dashboard/:directLinkId/pack',
    label: 'pack:title',
    audience: 'signedIn',
    group: 'dashboard',
    code: 'dashboard/pack/pack-page',
  },
  {
    path: '/dashboard/:directLinkId/cart',
    label: 'cart:title',
    icon: ShoppingCart,
    audience: 'signedIn',
    group: 'dashboard',
    code: 'dashboard/cart/cart-page',
  },
  {
    path: '/dashboard/:directLinkId/excel',
    label: 'dashboard:pages.excel',
    icon: PanelTable,
    audience: 'everyone',
    group: 'dashboard',
    code: 'dashboard/excel/excel-page',
  },
  {
    path: '/*',
    label: 'portal:notFound.title',
    audience: 'everyone',
    group: 'none',
    code: 'not-found/not-found-page',
  },
] as const satisfies readonly Page[];

/** Code of the pages that are not a single list. */
export type PageCode = Exclude<(typeof pages)[number], { list: unknown }>['code'];

type BelowDashboard<Path> = Path extends typeof dashboardPath
  ? ''
  : Path extends `${typeof dashboardPath}/${infer Part}`
    ? Part
    : never;

/** The last part of the path of a dashboard's page; '' for the summary. */
export type DashboardPart = BelowDashboard<(typeof pages)[number]['path']>;

/** Of a page of dashboards. */
export function dashboardPart({ path }: Page): DashboardPart {
  return path.slice(dashboardPath.length + 1) as DashboardPart;
}
