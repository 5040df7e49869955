import { completedAddress } from '../../../choice/remembered.ts';
import { compareParameter } from '../compare/use-compared.ts';
import { type DashboardPage, dashboardPages } from '../dashboard-pages.ts';

/** Fetches a page's code and figures when it is likely to be opened next. */
export function preparePage(page: DashboardPage, directLinkId: string): void {
  const silent = new URLSearchParams();
  const compared = new URLSearchParams(location.search).get(compareParameter);
  if (compared) silent.set(compareParameter, compared);
  page.start?.(directLinkId, (page.choice && completedAddress(page.choice, silent)) ?? silent);
  // Opening the page shows why its code did not come.
  page.lazy().catch(() => undefined);
}

/** Milliseconds that the pointer rests on what it is meant for. */
const restsFor = 70;
let waiting: ReturnType<typeof setTimeout> | undefined;

/** Prepares the page that an address leads to, once the pointer has rested on its link. */
export function prepareAddress(address: string): void {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    const { pathname, searchParams } = new URL(address, location.origin);
    const [, , directLinkId = '', path = ''] = pathname.split('/');
    const page = dashboardPages.find((each) => each.path === path);
    page?.start?.(directLinkId, searchParams);
    page?.lazy().catch(() => undefined);
  }, restsFor);
}
