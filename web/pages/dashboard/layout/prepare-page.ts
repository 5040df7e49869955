import { completedAddress } from '../../../choice/remembered.ts';
import type { DashboardPage } from '../dashboard-pages.ts';

/** Fetches a page's code and figures when it is likely to be opened next. */
export function preparePage(page: DashboardPage, directLinkId: string): void {
  const silent = new URLSearchParams();
  page.start?.(directLinkId, (page.choice && completedAddress(page.choice, silent)) ?? silent);
  // Opening the page shows why its code did not come.
  page.lazy().catch(() => undefined);
}
