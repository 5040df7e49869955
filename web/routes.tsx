import { type LoaderFunctionArgs, type RouteObject, redirect, replace } from 'react-router';
import { queryClient } from './api/query-client.ts';
import { sessionQuery } from './api/session.ts';
import { shortSummaryQuery } from './api/views.ts';
import { completedAddress } from './choice/remembered.ts';
import { RouteFailure } from './components/feedback/route-failure.tsx';
import { Shell, ShellFallback } from './components/shell/shell.tsx';
import { guardOf } from './guard.ts';
import { dashboardPath, type Page, type PageHandle } from './page.ts';
import { codeOf } from './page-code.ts';
import { figuresOf } from './page-figures.ts';
import { pages } from './page-list.ts';

const ofDashboard = pages.filter((page) => page.group === 'dashboard');
const others = pages.filter((page) => page.group !== 'dashboard');

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
          ...others.map((page) => routeOf(page, '/')),
          {
            path: dashboardPath,
            loader: startDashboard,
            shouldRevalidate: onNewPage,
            lazy: () => import('./pages/dashboard/layout/dashboard-layout.tsx'),
            children: [
              {
                ErrorBoundary: RouteFailure,
                children: ofDashboard.map((page) => routeOf(page, dashboardPath)),
              },
            ],
          },
        ],
      },
    ],
  },
];

function routeOf(page: Page, parent: string): RouteObject {
  const route = {
    handle: { page } satisfies PageHandle,
    loader: startPage(page),
    shouldRevalidate: onNewPage,
    lazy: codeOf(page),
  };
  return page.path === parent ? { ...route, index: true } : { ...route, path: page.path };
}

/** Asks for what every page of a dashboard shows. */
function startDashboard({ params }: LoaderFunctionArgs) {
  queryClient.prefetchQuery(shortSummaryQuery(params.directLinkId ?? ''));
  queryClient.prefetchQuery(sessionQuery);
  return null;
}

/** Completes an address that leaves the page's choices open, and asks for the figures while its code is on its way. */
function startPage(page: Page) {
  const guard = guardOf(page.audience);
  const figures = figuresOf(page);
  return async ({ params, request }: LoaderFunctionArgs) => {
    await guard(request);
    const { pathname, search, searchParams } = new URL(request.url);
    await figures?.prepare?.();
    const completed = figures?.choice && completedAddress(figures.choice, searchParams);
    // Where the address stands in the history already, the completed one takes its place: Back leads past both.
    const isHere = location.pathname === pathname && search === location.search;
    if (completed) return (isHere ? replace : redirect)(`${pathname}?${completed}`);
    figures?.start(params.directLinkId ?? '', searchParams);
    return null;
  };
}

/** A change of filters stays on the page, which asks for the new figures itself. */
function onNewPage({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }): boolean {
  // The address stays the same when it is asked whether the page is still for its user.
  return currentUrl.pathname !== nextUrl.pathname || currentUrl.href === nextUrl.href;
}
