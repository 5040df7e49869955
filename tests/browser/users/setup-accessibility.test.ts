import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/new-portal.ts';
import { itemOf, makeAdmin } from '../new-portal-steps.ts';
import { expectNoViolations } from '../no-violations.ts';

/** French has the longest words. */
const looks = [
  ['de', 1280],
  ['fr', 360],
  ['en', 1280],
  ['fr', 1280],
  ['it', 1280],
] as const;

test('the pages of a first start have no accessibility violations, and fit a phone', {
  tag: '@long',
}, async ({ page, newPortal }) => {
  test.setTimeout(240_000);
  await look(page, '/login', '.bp6-callout');
  await look(page, '/setup/unknown', '.command-line');
  await look(page, new URL(newPortal.setupLink).pathname, '.strength-meter');
  await page.locator('form button[type=submit]').click();
  await page.locator('[aria-invalid=true]').first().waitFor();
  await expectNoViolations(page, 'link, nothing filled in');
  await page.goto('/login?lang=de');
  await makeAdmin(page, newPortal);
  await look(page, '/', '.setup-notice');
  await look(page, '/admin/setup', '[data-item]');
  await page.goto('/admin/setup?lang=de');
  await itemOf(page, 'provider').locator('summary').click();
  await itemOf(page, 'mail').getByRole('button', { name: 'Test-Mail' }).click();
  await itemOf(page, 'mail').getByRole('status').waitFor();
  await page.getByRole('button', { name: 'Nicht nötig: Kunden' }).click();
  await expect(itemOf(page, 'customers')).toHaveAttribute('data-state', 'notNeeded');
  await expectNoViolations(page, 'checklist, partly done');
  const directLinkId = '0'.repeat(22);
  await newPortal.pool.query(
    `insert into statistics (direct_link_id, time_month_from, time_year_from, time_month_to, time_year_to,
       sales_representative, file_name, line_count, report)
     values ($1, 1, 2025, 12, 2025, 'Erika', 'Bezug.xlsx', 0, '{}')`,
    [directLinkId],
  );
  await look(page, `/dashboard/${directLinkId}`, '.page-message');
});

async function look(page: Page, path: string, ready: string): Promise<void> {
  for (const [language, width] of looks) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${path}?lang=${language}`);
    await page.locator(ready).first().waitFor();
    const state = `${path} in ${language}, ${width} px`;
    if (language === 'de' || width < 1280) await expectNoViolations(page, state);
    const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(scrollWidth, state).toBeLessThanOrEqual(width);
  }
}
