import type { Page as BrowserPage } from '@playwright/test';
import type { Portal } from '#tests/support/browser.ts';
import type { User } from '../../web/api/session.ts';
import { isFor } from '../../web/audience.ts';
import type { Page } from '../../web/page.ts';
import { pages } from '../../web/page-list.ts';
import { openStatistic } from './demo-statistics.ts';

export const callers = ['visitors', 'administrators'] as const;
export type Caller = (typeof callers)[number];

/** The pages of the client's list that are for a caller. */
export function pagesOf(caller: Caller): Page[] {
  const user = caller === 'visitors' ? null : ({ role: 'Admin' } as User);
  return pages.filter((page) => isFor(page.audience, user));
}

/** An address of the page: of the demo's first statistic, with a token that nobody has. */
export async function addressOf({ path }: Page, portal: Portal): Promise<string> {
  const { directLinkId } = await openStatistic(portal.pool);
  return path.replace(':directLinkId', directLinkId).replace(/:\w+/, 'unknown').replace('*', 'nowhere');
}

/** Until the page is drawn and asks for nothing more. */
export async function settled(page: BrowserPage): Promise<void> {
  await page.locator('main h1').first().waitFor();
  await page.waitForLoadState('networkidle');
  // On a busy machine a step may be under way though nothing is asked for any more.
  await page.locator('.shell__progress').waitFor({ state: 'detached' });
}
