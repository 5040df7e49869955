import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser.ts';
import { type DashboardPart, dashboardPart, pages as listed } from '../../web/page-list.ts';
import { openStatistic } from './demo-statistics.ts';
import { expectNoViolations, expectNoViolationsEither } from './no-violations.ts';

/** What shows that a page is complete. */
const shown: Partial<Record<DashboardPart, string>> = {
  top_manufacturers: '.plot-figure svg',
  atc: '.donut__segment',
  excel: '.excel-page [role=status][lang=de]',
  molecules: '.plot-figure svg',
};

const pages = listed
  // Visitors see these; the cart has a test of its own.
  .filter(({ group, audience }) => group === 'dashboard' && audience === 'everyone')
  .map((page) => dashboardPart(page))
  .map((part) => [part, shown[part] ?? 'tbody td'] as const);

// The pages as they open are in page-links.test.ts.
test('what a page of a dashboard opens has no accessibility violations in any language', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { directLinkId } = await openStatistic(portal.pool);
  const open = (path: string) => page.goto(`/dashboard/${directLinkId}/${path}`);
  await open('molecules?general=match&atc=C');
  await page.locator('.plot-figure svg').first().waitFor();
  await expectNoViolationsEither(page, 'filtered');
  await open('molecules');
  await expectPanels(page);
  await open('molecules?atc=C&manufacturer=Nobody');
  await page.getByRole('heading', { level: 2 }).waitFor();
  await expectNoViolations(page, 'nothing found');
});

/** The panels that the toolbar opens, in any language. */
async function expectPanels(page: Page): Promise<void> {
  const buttons = page.getByRole('search').getByRole('button');
  await expect(buttons).toHaveCount(2);
  const [filter, sort] = await buttons.all();
  await filter!.click();
  const tabs = page.getByRole('dialog').getByRole('tab');
  await expect(tabs).toHaveCount(3);
  await expectNoViolations(page, 'filter options');
  await tabs.last().click();
  await page.getByRole('dialog').getByRole('option').first().waitFor();
  await expectNoViolationsEither(page, 'filter list');
  await page.keyboard.press('Escape');
  await sort!.click();
  await page.getByRole('menu').waitFor();
  await expectNoViolations(page, 'sort menu');
  await page.keyboard.press('Escape');
}

test('dashboards have no accessibility violations on a phone', { tag: '@long' }, async ({ page, portal }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { directLinkId } = await openStatistic(portal.pool);
  for (const [path, ready] of pages) {
    await page.goto(`/dashboard/${directLinkId}/${path}`);
    await page.locator(ready).first().waitFor();
    await expectNoViolations(page, path);
  }
  await page.goto(`/dashboard/${directLinkId}/molecules`);
  await page.getByRole('search').getByRole('button').first().click();
  await page.getByRole('dialog').getByRole('tab').last().click();
  await page.getByRole('dialog').getByRole('option').first().waitFor();
  await expectNoViolations(page, 'filter sheet');
});
