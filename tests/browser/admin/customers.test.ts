import { expect, test } from '#tests/support/browser.ts';
import { holdBack } from '../held-requests.ts';
import { expectNoViolations, expectNoViolationsEither } from '../no-violations.ts';
import { startSession } from '../sign-in.ts';

test('an administrator adds a customer and corrects one, sees what the file says, and takes that back', async ({
  page,
  portal,
}) => {
  await startSession(page, portal, 'admin@portal.example');
  await page.goto('/admin/customers?lang=de');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Kunde erfassen' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Apotheke Neuhof');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await expect(dialog.getByLabel('Externe ID', { exact: true })).toBeFocused();
  await dialog.getByLabel('Externe ID', { exact: true }).fill('NEU-1');
  await expectNoViolations(page, 'form of a customer');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await expect(dialog).toHaveCount(0);
  const corrected = page.getByRole('table', { name: 'Erfasst oder korrigiert' });
  await expect(corrected.getByRole('row', { name: /Apotheke Neuhof/ })).toContainText('Hier erfasst');

  await page.getByRole('searchbox', { name: /Kunden suchen/ }).fill('Mörser');
  const found = page.getByRole('table', { name: 'Gefundene Kunden' });
  const name = (await found.getByRole('rowheader').first().textContent())?.trim() ?? '';
  expect(name).toContain('Mörser');
  // While others are looked for, they stay there.
  const release = await holdBack(page, /\/customer\/search\?.*keyword=nobody/);
  const asked = page.waitForRequest(/\/customer\/search\?.*keyword=nobody/);
  await page.getByRole('searchbox', { name: /Kunden suchen/ }).fill('nobody');
  await asked;
  await expect(found.getByRole('rowheader').first()).toContainText(name);
  release();
  await expect(page.getByText('Kein Kunde gefunden')).toBeVisible();
  await page.getByRole('searchbox', { name: /Kunden suchen/ }).fill('Mörser');
  await found
    .getByRole('button', { name: `${name} korrigieren` })
    .first()
    .click();
  await dialog.getByLabel('Name', { exact: true }).fill('Apotheke Obermarkt');
  await page.reload();
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Apotheke Obermarkt');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  const row = corrected.getByRole('row', { name: /Apotheke Obermarkt/ });
  await expect(row.getByRole('cell').nth(1)).toHaveText(`Name${name}`);
  await expectNoViolationsEither(page, 'customers');
  await row.getByRole('button', { name: /Datei übernehmen/ }).click();
  await expect(row).toHaveCount(0);
});
