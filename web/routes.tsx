import { type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router';
import { queryClient } from './api/query-client.ts';
import { sessionQuery } from './api/session.ts';
import { summaryQuery } from './api/views.ts';
import { RouteFailure } from './components/route-failure.tsx';
import { Shell, ShellFallback } from './components/shell/shell.tsx';
import { dashboardPages } from './pages/dashboard/dashboard-pages.ts';
import { returnPath } from './pages/login/return-path.ts';

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
          { index: true, loader: signedInOnly, lazy: () => import('./pages/upload/upload-page.tsx') },
          { path: 'login', loader: guestsOnly, lazy: () => import('./pages/login/login-page.tsx') },
          { path: 'dashboard/:directLinkId', loader: startSummary, children: dashboardRoutes() },
          { path: '*', lazy: () => import('./pages/not-found/not-found-page.tsx') },
        ],
      },
    ],
  },
];

function dashboardRoutes(): RouteObject[] {
  return dashboardPages.map(({ path, lazy }) => (path ? { path, lazy } : { index: true, lazy }));
}

async function signedInOnly({ request }: LoaderFunctionArgs) {
  if (await queryClient.ensureQueryData(sessionQuery)) return null;
  const { pathname, search } = new URL(request.url);
  return redirect(pathname === '/' ? '/login' : `/login?return=${encodeURIComponent(pathname + search)}`);
}

async function guestsOnly({ request }: LoaderFunctionArgs) {
  const user = await queryClient.ensureQueryData(sessionQuery);
  return user ? redirect(returnPath(new URL(request.url).searchParams)) : null;
}

/** Asks for the figures while the page's code is still on its way. */
function startSummary({ params }: LoaderFunctionArgs) {
  queryClient.prefetchQuery(summaryQuery(params.directLinkId ?? ''));
  queryClient.prefetchQuery(sessionQuery);
  return null;
}
