import { useLayoutEffect } from 'react';
import { type createBrowserRouter, useLocation, useNavigationType } from 'react-router';
import { tabStorage } from '../../api/browser-storage.ts';
import { queryClient } from '../../api/query-client.ts';

/** Where one was on a page: of the window from the top, and of its tables that scroll in themselves. In pixels. */
interface Place {
  path: string;
  top: number;
  tables: (readonly [left: number, top: number])[];
}

/** Steps of the history whose places are kept, the newest last. */
const most = 100;
const storageKey = 'places';

/** Frames after the last answer within which rows are drawn. */
const patience = 240;

let places = new Map<string, Place>();

/** Keeps where one was on each page that is left, over reloads too. Once, before the router is shown. */
export function keepPlace(router: ReturnType<typeof createBrowserRouter>): void {
  places = storedPlaces();
  // The browser would scroll before the page to go back to is drawn.
  history.scrollRestoration = 'manual';
  let { key, pathname } = router.state.location;
  router.subscribe(({ location }) => {
    if (location.key === key) return;
    // What was left is still drawn.
    keep(key, pathname);
    ({ key, pathname } = location);
  });
  addEventListener('pagehide', () => {
    keep(key, pathname);
    storePlaces();
  });
}

/** Returns to the place one left when the history goes back to a page; any other way to a page begins at its top. */
export function useKeptPlace(): void {
  const { key, pathname, hash } = useLocation();
  const isBack = useNavigationType() === 'POP';
  // biome-ignore lint/correctness/useExhaustiveDependencies: a step within a page stays where it is.
  useLayoutEffect(() => {
    if (!isBack && !hash) scrollTo({ top: 0, behavior: 'instant' });
  }, [pathname]);
  useLayoutEffect(() => {
    const place = places.get(key);
    // A link to a part of the page, which the browser follows, has no key of its own.
    if (isBack && place?.path === pathname && !hash) return returnTo(place);
  }, [isBack, key, pathname, hash]);
}

/** Goes there now and again until the rows there are drawn, unless somebody acts; what it returns ends it. */
function returnTo(place: Place): () => void {
  const over = new AbortController();
  const end = () => over.abort();
  onceSomebodyActs(end, over.signal);
  let frames = 0;
  go();
  return end;

  function go() {
    if (over.signal.aborted) return;
    const isThere = scrollToPlace(place);
    frames = isWaitingForAnswers() ? 0 : frames + 1;
    if ((isThere && !isWaitingForRows()) || frames > patience) end();
    else requestAnimationFrame(go);
  }
}

/** Something that the page shows has not come at all; what is only asked anew is shown meanwhile. */
function isWaitingForAnswers(): boolean {
  return queryClient.isFetching({ predicate: ({ state }) => state.data === undefined }) > 0;
}

/** Room for rows that are not drawn yet is in sight, or close to it: what stands there will be of another height. */
function isWaitingForRows(): boolean {
  const room = document.querySelector('.data-table__room');
  return room !== null && room.getBoundingClientRect().top < 2 * innerHeight;
}

function scrollToPlace({ top, tables }: Place): boolean {
  const boxes = document.querySelectorAll('main .data-table');
  for (const [index, [left, ownTop]] of tables.entries()) {
    boxes[index]?.scrollTo({ left, top: ownTop, behavior: 'instant' });
  }
  scrollTo({ top, behavior: 'instant' });
  return (
    Math.abs(scrollY - top) < 2 &&
    tables.every(([, ownTop], index) => Math.abs((boxes[index]?.scrollTop ?? -2) - ownTop) < 2)
  );
}

function keep(key: string, path: string): void {
  const boxes = [...document.querySelectorAll('main .data-table')];
  const tables = boxes.map(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop] as const);
  places.delete(key);
  places.set(key, { path, top: scrollY, tables });
  const [oldest] = places.keys();
  if (places.size > most && oldest !== undefined) places.delete(oldest);
}

function storedPlaces(): Map<string, Place> {
  try {
    const stored = new Map<string, Place>(JSON.parse(tabStorage.read(storageKey) ?? '[]'));
    const [opening] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    // A page that is opened anew has no key of its own, as the one before it had none.
    if (opening?.type === 'navigate') stored.delete('default');
    return stored;
  } catch {
    return new Map();
  }
}

function storePlaces(): void {
  tabStorage.write(storageKey, JSON.stringify([...places]));
}

/** Ways to scroll or to go on by oneself. */
const acts = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/** Calls `end` when somebody acts: who does so is not taken anywhere any more. Until `signal` ends it. */
export function onceSomebodyActs(end: () => void, signal: AbortSignal): void {
  for (const act of acts) addEventListener(act, end, { capture: true, passive: true, signal });
}
