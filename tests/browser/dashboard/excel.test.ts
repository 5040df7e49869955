import { expect, test } from '#tests/support/browser.ts';
import { visitDashboard } from '../dashboard.ts';

const said = 'Datei generiert und runtergeladen';

test('neither a reload nor Back downloads the workbook again; a button does, and so does opening it anew', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { open } = await visitDashboard(page, portal);
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/download')) asked++;
  });
  const first = page.waitForEvent('download');
  await open('excel');
  await first;
  await expect(page.getByText(said)).toBeVisible();
  await page.reload();
  const button = page.getByRole('button', { name: 'Herunterladen', exact: true });
  await expect(button).toBeVisible();
  await page.getByRole('link', { name: 'Übersicht' }).first().click();
  await expect(page).not.toHaveURL(/excel/);
  await page.goBack();
  await expect(button).toBeVisible();
  const again = page.waitForEvent('download');
  await button.click();
  await again;
  expect(asked).toBe(1 + 1);
  await page.getByRole('link', { name: 'Übersicht' }).first().click();
  const anew = page.waitForEvent('download');
  await page
    .getByRole('link', { name: /Arbeitsmappe/ })
    .first()
    .click();
  await anew;
});

test('where the workbook can’t be made the page says why, in red and alone, and tries again when asked to', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { open } = await visitDashboard(page, portal);
  await page.route('**/download', (route) => route.abort());
  await open('excel');
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByText(said)).toHaveCount(0);
  await page.unroute('**/download');
  const begun = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Erneut versuchen' }).click();
  await begun;
  await expect(page.getByText(said)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});
