import { matchRoutes, type RouteObject } from 'react-router';
import { completedAddress } from './choice/remembered.ts';
import { openedPage } from './page.ts';
import { figuresOf } from './page-figures.ts';

/** Milliseconds that the pointer or the focus rests on what it is meant for. */
const restsFor = 70;

/** Has the page behind a link fetched as soon as it is likely to be opened next: one listener for all links. */
export function prepareLinks(routes: RouteObject[]): void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let last: Element | null = null;

  function soon({ target }: Event) {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link === last) return;
    last = link;
    clearTimeout(waiting);
    const address = link && addressOf(link);
    if (address) waiting = setTimeout(() => preparePage(routes, address), restsFor);
  }

  document.addEventListener('pointerover', soon, { passive: true });
  document.addEventListener('focusin', soon);
  document.addEventListener(
    'pointerdown',
    ({ target }) => {
      const link = target instanceof Element ? target.closest('a') : null;
      const address = link && addressOf(link);
      if (address) preparePage(routes, address);
    },
    { passive: true },
  );
}

function addressOf(link: Element): URL | undefined {
  if (link.hasAttribute('target') || link.hasAttribute('download')) return undefined;
  const href = link instanceof SVGAElement ? link.href.baseVal : link.getAttribute('href');
  const address = href ? new URL(href, location.href) : undefined;
  return address?.origin === location.origin && address.pathname !== location.pathname ? address : undefined;
}

function preparePage(routes: RouteObject[], { pathname, searchParams }: URL): void {
  const matches = matchRoutes(routes, pathname) ?? [];
  for (const { route } of matches) {
    // Opening the page shows why its code did not come.
    if (typeof route.lazy === 'function') route.lazy().catch(() => undefined);
  }
  // Opening a statistic is work for the server: only within a dashboard is a look at a link reason enough.
  if (!location.pathname.startsWith('/dashboard/')) return;
  const page = openedPage(matches.map(({ route }) => route.handle));
  const figures = page && figuresOf(page);
  const completed = figures?.choice && completedAddress(figures.choice, searchParams);
  figures?.start(matches.at(-1)?.params.directLinkId ?? '', completed ?? searchParams);
}
