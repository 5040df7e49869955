import type { createBrowserRouter, RouteObject } from 'react-router';
import { queryClient } from './api/query-client.ts';
import { sessionQuery } from './api/session.ts';
import { pagesFor } from './audience.ts';
import { fetchToasts } from './components/feedback/toasts.ts';
import { dashboardPath, openedPage, type Page, type PageGroup } from './page.ts';

/** Milliseconds without a call to the server after which a page counts as looked at. */
const quietFor = 1500;

/** Where people go on to from the pages of a group. */
const nextGroups: Record<PageGroup, readonly PageGroup[]> = {
  dashboard: ['dashboard'],
  market: ['market', 'topBar'],
  admin: ['admin', 'topBar'],
  topBar: ['topBar', 'market'],
  user: ['topBar', 'user'],
  footer: ['topBar'],
  none: ['topBar'],
};

/**
 * Fetches the code of short messages and of the pages that can be opened next, one after the other, whenever the browser
 * has nothing else to do: opened later, they are there at once, without a connection too. Nothing is fetched for who saves
 * data, nor while a page is being opened, whose own code would share the line with it.
 */
export function prefetchPages(
  routes: RouteObject[],
  router: Pick<ReturnType<typeof createBrowserRouter>, 'state'>,
): void {
  const fetched = new Set<RouteObject>();
  let areToastsFetched = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  queryClient.getQueryCache().subscribe(wait);
  wait();

  function wait(): void {
    clearTimeout(timer);
    timer = setTimeout(() => whenIdle(fetchNext), quietFor);
  }

  function fetchNext(): void {
    if (queryClient.isFetching() > 0 || !navigator.onLine || savesData()) return;
    const { initialized, navigation, matches } = router.state;
    if (!initialized || navigation.state !== 'idle') {
      wait();
      return;
    }
    if (!areToastsFetched) {
      areToastsFetched = true;
      fetchToasts().then(
        () => whenIdle(fetchNext),
        () => {
          areToastsFetched = false;
        },
      );
      return;
    }
    const handles = matches.map(({ route }) => route.handle);
    const next = nextRoutes(routes, handles).find((route) => !fetched.has(route));
    if (!next || typeof next.lazy !== 'function') return;
    fetched.add(next);
    // Opening the page shows why its code did not come.
    next.lazy().then(
      () => whenIdle(fetchNext),
      () => fetched.delete(next),
    );
  }
}

/** Routes with code of their own, below the pages that are likely next; from the lists a dashboard's first page too. */
function nextRoutes(routes: RouteObject[], handles: readonly unknown[]): RouteObject[] {
  const opened = openedPage(handles);
  if (!opened) return [];
  const user = queryClient.getQueryData(sessionQuery.queryKey);
  const likely = new Set<Page>(nextGroups[opened.group].flatMap((group) => pagesFor(user, group)));
  return allOf(routes).filter((route) => {
    if (route.path === dashboardPath) return true;
    const page = openedPage([route.handle]);
    return page && (likely.has(page) || page.path === dashboardPath);
  });
}

function allOf(routes: RouteObject[]): RouteObject[] {
  return routes.flatMap((route) => [route, ...allOf(route.children ?? [])]);
}

function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  return Boolean(connection?.saveData || connection?.effectiveType?.endsWith('2g'));
}

/** Acts when the browser has nothing else to do. */
function whenIdle(act: () => void): void {
  // Safari has no word for being idle.
  if (typeof requestIdleCallback === 'function') requestIdleCallback(act);
  else setTimeout(act, 50);
}
