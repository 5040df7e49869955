import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser.ts';
import { seenLoad, watchLoad } from '../../bench/browser/watched-load.ts';
import { visitDashboard } from './dashboard.ts';
import { startSession } from './sign-in.ts';

const opened = {
  1280: [
    '/stockout-analyser',
    '/stockout-analyser-full',
    '/stockout-analyser-competitor',
    '/stockout-back-in-stock',
    '/stockout',
    '/stockout-subscriptions',
    '/call-list',
    '/dashboard/:id/not_deliverable',
    '/dashboard/:id/cart',
  ],
  360: [
    '/stockout-analyser',
    '/stockout-subscriptions',
    '/dashboard/:id',
    '/dashboard/:id/duplicate_products',
  ],
} as const;

for (const [width, paths] of Object.entries(opened)) {
  test(`pages that users open stay where they are while they fill, ${width} pixels wide`, async ({
    page,
    portal,
  }) => {
    await page.setViewportSize({ width: Number(width), height: 900 });
    await startSession(page, portal, 'rep1@portal.example');
    const { directLinkId } = await visitDashboard(page, portal);
    await waitAsLongAsItTakes(page);
    await watchLoad(page, 'main');
    for (const path of paths) {
      await page.goto(path.replace(':id', directLinkId));
      await seenLoad(page);
      await page.waitForLoadState('networkidle');
      const { cls } = await seenLoad(page);
      expect(cls, path).toBeLessThan(0.05);
    }
  });
}

/** What a page waits for half a second at most may take longer on a busy machine. */
function waitAsLongAsItTakes(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const later = setTimeout;
    const unhurried = (run: () => void, milliseconds = 0) =>
      later(run, milliseconds === 300 || milliseconds === 500 ? 20_000 : milliseconds);
    Object.assign(window, { setTimeout: unhurried });
  });
}
