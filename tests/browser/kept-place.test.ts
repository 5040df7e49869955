import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser.ts';
import { visitDashboard } from './dashboard.ts';
import { articleRows, visitLargest } from './products-table.ts';

test('Back returns to the row one left, and a page that is opened begins at its top', async ({
  page,
  portal,
}) => {
  const { open } = await visitDashboard(page, portal);
  for (const list of ['molecules', 'top_manufacturers', 'duplicate_products']) {
    await page.setViewportSize({ width: 1280, height: 420 });
    await open(list);
    const row = page.getByRole('rowheader').getByRole('link').nth(12);
    await row.waitFor();
    await page.waitForLoadState('networkidle');
    await row.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    // Where the row is as it is followed: clicking may scroll before.
    await page.evaluate(() => {
      const note = ({ target }: Event) => {
        const left = [scrollY, (target as Element).getBoundingClientRect().top];
        document.documentElement.dataset.left = JSON.stringify(left);
      };
      addEventListener('click', note, { capture: true, once: true });
    });
    await row.click();
    await expect(articleRows(page).first()).toBeVisible();
    const [scrolled, top] = await page.evaluate(() =>
      JSON.parse(document.documentElement.dataset.left ?? '[]'),
    );
    expect(scrolled, list).toBeGreaterThan(100);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(list));
    await expect
      .poll(() => row.evaluate((element) => element.getBoundingClientRect().top))
      .toBeCloseTo(top, 0);
  }
});

test('a reload and a table that scrolls in itself keep the place too', async ({ page, portal }) => {
  const { open } = await visitLargest(page, portal);
  await page.setViewportSize({ width: 800, height: 900 });
  await open('products');
  await expect(articleRows(page).first()).toBeVisible();
  const box = page.locator('.products');
  await box.evaluate((element) => element.scrollTo({ top: 4200 }));
  await expect(page.locator('[data-place="100"]')).toBeVisible();
  await page.getByRole('link', { name: 'Wirkstoffe' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wirkstoffe');
  await page.goBack();
  await expectPlace(page);
  await page.reload();
  await expectPlace(page);
});

async function expectPlace(page: Page) {
  await expect(page.locator('[data-place="100"]')).toBeVisible();
  await expect.poll(() => page.locator('.products').evaluate(({ scrollTop }) => scrollTop)).toBe(4200);
}

test('Back shows as many articles as were asked for', async ({ page, portal }) => {
  const { open } = await visitLargest(page, portal);
  await open('products');
  await page.getByRole('button', { name: 'weitere anzeigen' }).click();
  const box = page.locator('.products');
  await expect.poll(() => box.evaluate(({ scrollHeight }) => scrollHeight)).toBeGreaterThan(600 * 42);
  await page.evaluate(() => scrollTo(0, 560 * 42));
  await expect(page.locator('[data-place="562"]')).toBeInViewport();
  // By its own listener: clicking would scroll to the link.
  await page.getByRole('link', { name: 'Wirkstoffe' }).first().dispatchEvent('click');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wirkstoffe');
  await page.goBack();
  await expect(page.locator('[data-place="562"]')).toBeInViewport();
});
