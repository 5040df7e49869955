import { type LoaderFunctionArgs, type RouteObject, redirect, replace } from 'react-router';
import { queryClient } from './api/query-client.ts';
import { sessionQuery } from './api/session.ts';
import { shortSummaryQuery } from './api/views.ts';
import { forGuests, forSignedIn } from './audience.ts';
import { completedAddress } from './choice/remembered.ts';
import { RouteFailure } from './components/route-failure.tsx';
import { Shell, ShellFallback } from './components/shell/shell.tsx';
import { type DashboardPage, dashboardPages } from './pages/dashboard/dashboard-pages.ts';
import { loginPath, returnPath } from './pages/login/return-path.ts';

export const routes: RouteObject[] = [
  {
    path: '/',
    Component: Shell,
    ErrorBoundary: RouteFailure,
    HydrateFallback: ShellFallback,
    children: [
      {
        ErrorBoundary: RouteFailure,
        children: [
          {
            index: true,
            handle: forSignedIn,
            loader: signedInOnly,
            lazy: () => import('./pages/upload/upload-page.tsx'),
          },
          {
            path: 'login',
            handle: forGuests,
            loader: guestsOnly,
            lazy: () => import('./pages/login/login-page.tsx'),
          },
          {
            path: 'forgot-password',
            handle: forGuests,
            loader: guestsOnly,
            lazy: () => import('./pages/forgot-password/forgot-password-page.tsx'),
          },
          {
            path: 'reset-password/:token',
            handle: forGuests,
            loader: guestsOnly,
            lazy: () => import('./pages/reset-password/reset-password-page.tsx'),
          },
          {
            path: 'setup/:token',
            handle: forGuests,
            loader: guestsOnly,
            lazy: () => import('./pages/setup/setup-link-page.tsx'),
          },
          {
            path: 'admin/setup',
            handle: forSignedIn,
            loader: signedInOnly,
            lazy: () => import('./pages/setup/checklist-page.tsx'),
          },
          { path: 'complaints', lazy: () => import('./pages/complaints/complaints-page.tsx') },
          { path: 'dashboard/help', lazy: () => import('./pages/dashboard/help/help-page.tsx') },
          {
            path: 'dashboard/:directLinkId',
            loader: startDashboard,
            shouldRevalidate: onNewPage,
            lazy: () => import('./pages/dashboard/layout/dashboard-layout.tsx'),
            children: dashboardPages.map(dashboardRoute),
          },
          { path: '*', lazy: () => import('./pages/not-found/not-found-page.tsx') },
        ],
      },
    ],
  },
];

function dashboardRoute(page: DashboardPage): RouteObject {
  const route = {
    loader: startPage(page),
    shouldRevalidate: onNewPage,
    lazy: page.lazy,
    ...(page.signedInOnly ? { handle: forSignedIn } : {}),
  };
  return page.path ? { ...route, path: page.path } : { ...route, index: true };
}

async function signedInOnly({ request }: LoaderFunctionArgs) {
  if (await queryClient.ensureQueryData(sessionQuery)) return null;
  return redirect(loginPath(new URL(request.url)));
}

async function guestsOnly({ request }: LoaderFunctionArgs) {
  const user = await queryClient.ensureQueryData(sessionQuery);
  return user ? redirect(returnPath(new URL(request.url).searchParams)) : null;
}

/** Asks for what every page of a dashboard shows. */
function startDashboard({ params }: LoaderFunctionArgs) {
  queryClient.prefetchQuery(shortSummaryQuery(params.directLinkId ?? ''));
  queryClient.prefetchQuery(sessionQuery);
  return null;
}

/** Completes an address that leaves the page's choices open, and asks for the figures while its code is on its way. */
function startPage({ choice, start, signedInOnly }: DashboardPage) {
  return async ({ params, request }: LoaderFunctionArgs) => {
    const { pathname, searchParams } = new URL(request.url);
    if (signedInOnly && !(await queryClient.ensureQueryData(sessionQuery)))
      return redirect(loginPath(new URL(request.url)));
    const completed = choice && completedAddress(choice, searchParams);
    // Where the address stands in the history already, the completed one takes its place: Back leads past both.
    const isHere = location.pathname === pathname && new URL(request.url).search === location.search;
    if (completed) return (isHere ? replace : redirect)(`${pathname}?${completed}`);
    start?.(params.directLinkId ?? '', searchParams);
    return null;
  };
}

/** A change of filters stays on the page, which asks for the new figures itself. */
function onNewPage({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }): boolean {
  return currentUrl.pathname !== nextUrl.pathname;
}
