import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser.ts';
import { openStatistic } from '../demo-statistics.ts';

/** Lets nothing of these files through, as a server does that has been updated since the page was opened. */
async function withhold(page: Page, files: string): Promise<void> {
  await page.route(`**/assets/${files}*`, (route) => route.abort());
}

test('a chart whose code does not come leaves the page as it is and can be tried again', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { directLinkId } = await openStatistic(portal.pool);
  await withhold(page, 'top-bars-chart');
  await page.goto(`/dashboard/${directLinkId}/top_manufacturers`);
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  const notice = page.getByRole('alert').filter({ hasText: 'Das hat nicht geklappt' });
  await expect(notice).toBeVisible();
  const table = page.getByRole('table', { name: 'Hersteller', exact: true });
  await page.getByRole('button', { name: 'Artikel', exact: true }).click();
  await expect(page).toHaveURL(/sortBy=count/);
  await expect(table.locator('tbody a').first()).toBeVisible();

  await page.unroute('**/assets/top-bars-chart*');
  await notice.getByRole('button', { name: 'Erneut versuchen' }).click();
  await expect(page.locator('.plot-figure svg')).toBeVisible();
  await expect(notice).toHaveCount(0);
  await expect(page).toHaveURL(/sortBy=count/);
  expect(await page.evaluate(() => (window as { isSameDocument?: boolean }).isSameDocument)).toBe(true);
});
