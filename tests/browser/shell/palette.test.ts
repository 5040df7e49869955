import { build } from '#server/platform/build.ts';
import { buildName } from '#shared/build-name.ts';
import { expect, test } from '#tests/support/browser.ts';
import { openStatistic } from '../demo-statistics.ts';
import { signIn, startSession, watchConsole } from '../sign-in.ts';

test('Ctrl-K leads by a few letters to a statistic, a page and an action', async ({ page, portal }) => {
  const complaints = watchConsole(page);
  const { directLinkId, customerName } = await openStatistic(portal.pool);
  await signIn(page, portal, 'admin@portal.example');
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Kunde, Seite oder Aktion' });
  await expect(field).toBeFocused();
  await field.fill(customerName.slice(0, 12));
  await page
    .getByRole('option', { name: new RegExp(customerName) })
    .first()
    .waitFor();
  await field.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Sortimentsanalyse von ${customerName}`);

  await page.goto(`/dashboard/${directLinkId}`);
  // Nobody listens to keys before the page is drawn.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await field.fill('wirkst');
  await expect(page.getByRole('option')).toHaveCount(1);
  await field.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/dashboard/${directLinkId}/molecules`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wirkstoffe');

  await page.keyboard.press('Control+k');
  await field.fill('statistik hochl');
  await expect(page.getByRole('option', { selected: true })).toHaveText('Statistik hochladen');
  await field.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Statistik hochladen' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Suchen und ausführen' }).click();
  await field.fill('francais');
  await field.press('Enter');
  await expect(page.getByRole('heading', { name: 'Statistiques d’achats' })).toBeVisible();
  expect(complaints).toEqual([]);
});

test('the footer tells who is signed in what the portal runs, on the smallest phone too, and no visitor', async ({
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/login?lang=it');
  const footer = page.getByRole('contentinfo');
  const told = footer.getByText(`Versione ${buildName(build)}`);
  await expect(footer.getByRole('link', { name: 'Protezione dei dati' })).toBeVisible();
  await expect(told).toBeHidden();
  await startSession(page, portal, 'rep1@portal.example');
  await page.goto('/?lang=it');
  await expect(told).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test('the footer leads to the documents in the language of the page and to the complaints form', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/login?lang=it');
  const footer = page.getByRole('contentinfo');
  const link = footer.getByRole('link', { name: 'Protezione dei dati' });
  expect(await link.getAttribute('href')).toBe('/Documents/data-protection-it.pdf');
  await footer.getByRole('link', { name: 'Segnalare un reclamo' }).click();
  await page.getByRole('button', { name: 'Scrivi l’e-mail' }).click();
  await expect(page.getByText('Compili questo campo.')).toHaveCount(2);
});
