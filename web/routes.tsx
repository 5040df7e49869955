import {
  data,
  isRouteErrorResponse,
  type LazyRouteFunction,
  type LoaderFunctionArgs,
  type RouteObject,
  redirect,
  replace,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useRouteError,
} from 'react-router';
import { checkConnection } from './api/connection.ts';
import { queryClient } from './api/query-client.ts';
import { sessionQuery } from './api/session.ts';
import { shortSummaryQuery } from './api/views.ts';
import { isFor } from './audience.ts';
import { FailureNotice } from './components/feedback/failure-notice.tsx';
import { NotFound } from './components/feedback/page-message.tsx';
import { retry } from './components/loading/lazy.ts';
import { useGo } from './components/navigation/link.tsx';
import { Shell, ShellFallback } from './components/shell/shell.tsx';
import { loaderOf } from './loaders.ts';
import { type Audience, dashboardPath, type Page, type PageHandle } from './page.ts';
import { pages } from './page-list.ts';
import { loginPath, returnPath } from './return-path.ts';
import { readChoice } from './url-state/address.ts';
import { completedAddress } from './url-state/remembered.ts';

type PageModule = Pick<RouteObject, 'Component'>;

const files = import.meta.glob<PageModule>('./pages/**/*-page.tsx');
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
          // For who works on the parts of pages: npm run dev alone has it.
          ...(import.meta.env.DEV ? [{ path: '/styles', lazy: () => import('./styles/parts.tsx') }] : []),
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

/** Completes an address that leaves the page's choices open, and asks for its figures while its code is being fetched. */
function startPage(page: Page) {
  const guard = guardOf(page.audience);
  const loader = loaderOf(page);
  return async ({ params, request }: LoaderFunctionArgs) => {
    await guard(request);
    const { pathname, search, searchParams } = new URL(request.url);
    await loader?.prepare?.();
    const completed = loader?.choice && completedAddress(loader.choice, searchParams);
    // Where the address stands in the history already, the completed one takes its place: Back leads past both.
    const isHere = location.pathname === pathname && search === location.search;
    if (completed) return (isHere ? replace : redirect)(`${pathname}?${completed}`);
    const choice = loader?.choice ? readChoice(loader.choice.schema, searchParams) : {};
    loader?.prefetch(params.directLinkId ?? '', choice, searchParams);
    return null;
  };
}

/** A change of filters stays on the page, which asks for the new figures itself; so does a dialog that opens. */
function onNewPage({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  // The address stays the same when it is asked whether the page is still for its user.
  const isAskedAgain = defaultShouldRevalidate && currentUrl.href === nextUrl.href;
  return currentUrl.pathname !== nextUrl.pathname || isAskedAgain;
}

/**
 * Lets nobody but its audience open a page: visitors are led to the login and back, who has signed in to where the
 * login leads, and for everybody else there is no such page. Throws for an audience that does not exist.
 */
function guardOf(audience: Audience): (request: Request) => Promise<void> {
  const isForEverybody = isFor(audience, null) && audience !== 'guests';
  return async (request) => {
    if (isForEverybody) return;
    const user = await queryClient.ensureQueryData(sessionQuery);
    if (isFor(audience, user)) return;
    const address = new URL(request.url);
    if (!user) throw redirect(loginPath(address));
    if (audience === 'guests') throw redirect(returnPath(address.searchParams, user));
    throw data(null, { status: 404 });
  };
}

/** Fetches a page's code. Throws at once for a page that has none. */
function codeOf({ code }: Page): LazyRouteFunction<RouteObject> {
  const fetchCode = files[`./pages/${code}.tsx`];
  if (!fetchCode) throw new Error(`There is no file web/pages/${code}.tsx.`);
  return async () => {
    try {
      return await fetchCode();
    } catch (error) {
      checkConnection();
      throw error;
    }
  };
}

let triedAgain = '';

/** Shown in place of a page that could not be loaded or drawn, or that is for others; what is around it stays. */
function RouteFailure() {
  const error = useRouteError();
  const go = useGo();
  const { pathname, search } = useLocation();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  console.error(error);

  function tryAgain() {
    const address = pathname + search;
    retry(triedAgain === address, () => go(address, { replace: true }));
    triedAgain = address;
  }

  return <FailureNotice error={error} onRetry={tryAgain} />;
}
