import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser.ts';
import { openStatistic } from './demo-statistics.ts';
import { choose, rowOf, uploaded } from './listed-statistic.ts';
import { signIn, startSession } from './sign-in.ts';

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

test('styles that did not come with the code come on trying again', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const { directLinkId } = await openStatistic(portal.pool);
  await page.route('**/assets/top-bars-chart*.css', (route) => route.abort());
  await page.goto(`/dashboard/${directLinkId}/top_manufacturers`);
  const notice = page.getByRole('alert').filter({ hasText: 'Das hat nicht geklappt' });
  await expect(notice).toBeVisible();
  await page.unroute('**/assets/top-bars-chart*.css');
  await notice.getByRole('button', { name: 'Erneut versuchen' }).click();
  await expect(page.locator('.plot-figure svg')).toBeVisible();
  // Styles of parts that are fetched while the page rests may be on their way.
  await expect
    .poll(() =>
      page.evaluate(
        () =>
          Array.from(document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')).filter(
            ({ sheet }) => !sheet,
          ).length,
      ),
    )
    .toBe(0);
});

test('a dialog whose code does not come says so beside the list, which goes on', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  await startSession(page, portal, 'rep1@portal.example');
  await uploaded(page, portal, 'Apotheke Ohne Dialog');
  await withhold(page, 'edit-dialog');
  await choose(page, 'Apotheke Ohne Dialog', 'Bearbeiten');
  const notice = page.getByRole('alert').filter({ hasText: 'Das hat nicht geklappt' });
  await expect(notice).toBeVisible();
  await page.getByRole('button', { name: 'Schliessen' }).click();
  await expect(notice).toHaveCount(0);
  await page.unroute('**/assets/edit-dialog*');
  await choose(page, 'Apotheke Ohne Dialog', 'Bearbeiten');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await rowOf(page, 'Apotheke Ohne Dialog').getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Apotheke Ohne Dialog');
});

test('without a connection a dialog that was not opened yet says that the server cannot be reached', {
  tag: '@long',
}, async ({ page, portal, context }) => {
  await signIn(page, portal, 'rep1@portal.example');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await context.setOffline(true);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('alert').filter({ hasText: 'Der Server ist nicht erreichbar.' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
});
