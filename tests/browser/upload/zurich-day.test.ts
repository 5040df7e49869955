import { expect, test } from '#tests/support/browser.ts';
import { choose, uploaded } from '../listed-statistic.ts';
import { startSession } from '../sign-in.ts';

// The first minutes of a year in Switzerland, while the browser's calendar still has the last day of the one before.
test.use({ timezoneId: 'America/Los_Angeles' });
const newYear = '2028-12-31T23:10:00Z';

test('days, months and years to choose from are those of Switzerland, wherever the browser is', {
  tag: '@long',
}, async ({ page, portal }) => {
  await page.clock.setFixedTime(newYear);
  await startSession(page, portal, 'admin@portal.example');
  await uploaded(page, portal, 'Apotheke Jahreswechsel');

  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('button', { name: 'Tag auswählen' }).click();
  const calendar = page.getByRole('dialog', { name: 'Tag auswählen' });
  const years = calendar.getByRole('combobox', { name: 'Jahr' });
  await expect(years).toHaveValue('2029');
  await expect(calendar.getByRole('combobox', { name: 'Monat' })).toHaveValue('0');
  await expect(calendar.locator('.rdp-today')).toHaveText('1');
  await expect(years.locator('option').last()).toHaveText('2030');
  await calendar.getByRole('button', { name: 'Montag, 1. Januar 2029' }).click();
  await expect(page.getByLabel('Datum', { exact: true })).toHaveValue('01.01.2029');
  await page.getByLabel('Datum', { exact: true }).fill('');

  await choose(page, 'Apotheke Jahreswechsel', 'Bearbeiten');
  const dialog = page.getByRole('dialog', { name: 'Statistik bearbeiten' });
  await expect(dialog.getByLabel('Jahr bis').locator('option').nth(1)).toHaveText('2029');
});
