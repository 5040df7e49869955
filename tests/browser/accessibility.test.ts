import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser.ts';
import { openStatistic } from './demo-statistics.ts';
import { signIn } from './sign-in.ts';
import { smallStatistic } from './small-statistic.ts';

const languages = ['de', 'en', 'fr', 'it'];

/** Every rule that axe has, best practices included. */
async function expectNoViolations(page: Page, state: string): Promise<void> {
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((each) => each.finished)));
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(({ id, nodes }) => `${state}: ${id}: ${nodes.map((n) => n.html).join(' | ')}`);
  expect.soft(found).toEqual([]);
}

for (const language of languages) {
  test(`pages for visitors have no accessibility violations in ${language}`, async ({ page, portal }) => {
    const { directLinkId } = await openStatistic(portal.pool);
    await page.goto(`/dashboard/${directLinkId}?lang=${language}`);
    await page.locator('.plot-figure svg').waitFor();
    await expectNoViolations(page, 'dashboard');
    await page.goto(`/dashboard/${directLinkId}?lang=${language}&open=turnover,quantity,count`);
    await page.locator('.plot-figure svg').waitFor();
    await expectNoViolations(page, 'dashboard, all blocks open');
    await page.goto(`/nowhere?lang=${language}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expectNoViolations(page, 'not found');
    await page.goto(`/login?lang=${language}&expired`);
    await page.locator('form button[type=submit]').click();
    await expectNoViolations(page, 'login');
  });

  test(`the upload page has no accessibility violations in ${language}`, async ({ page, portal }) => {
    await signIn(page, portal, 'admin@portal.example');
    await page.goto(`/?lang=${language}`);
    await page.getByRole('table').waitFor();
    await expectNoViolations(page, 'list');
    await page.locator('.top-bar__side button').click();
    await page.getByRole('menu').waitFor();
    await expectNoViolations(page, 'user menu');
    await page.keyboard.press('Escape');
    await page.locator('.upload-page__header button').click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await expectNoViolations(page, 'form');
    await dialog.locator('button[type=submit]').click();
    await expectNoViolations(page, 'form with problems');
    await dialog.locator('#customer-search').fill('ap');
    await page.getByRole('listbox').getByRole('option').first().waitFor();
    await expectNoViolations(page, 'customer search');
  });
}

test('the import report and the direct link have no accessibility violations', async ({ page, portal }) => {
  const { fileName: name, file: buffer } = await smallStatistic();
  await signIn(page, portal, 'rep2@portal.example');
  await page.getByRole('button', { name: 'Statistik hochladen' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Test-Upload').click();
  await dialog.getByLabel('Excel-Datei (.xlsx)').setInputFiles({ name, mimeType: '', buffer });
  await dialog.getByLabel('Monat von').selectOption('Januar');
  await dialog.getByLabel('Jahr von').selectOption('2025');
  await dialog.getByLabel('Monat bis').selectOption('Juni');
  await dialog.getByLabel('Jahr bis').selectOption('2025');
  await dialog.getByRole('button', { name: 'Hochladen' }).click();
  await dialog.getByText('Zeilen ohne Treffer im Katalog').click();
  await dialog.getByText('Nicht importierte Zeilen').click();
  await expectNoViolations(page, 'report');
  await dialog.getByRole('button', { name: 'Schliessen' }).last().click();
  await page
    .getByRole('button', { name: /Direktlink/ })
    .first()
    .click();
  await page.getByRole('dialog', { name: 'Direktlink' }).waitFor();
  await expectNoViolations(page, 'direct link');
});

test('the dashboard has no accessibility violations on a small screen', async ({ page, portal }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { directLinkId } = await openStatistic(portal.pool);
  await page.goto(`/dashboard/${directLinkId}`);
  await page.locator('.plot-figure svg').waitFor();
  await expectNoViolations(page, 'dashboard');
  await signIn(page, portal, 'rep1@portal.example');
  await page.getByRole('table').waitFor();
  await expectNoViolations(page, 'list');
});
