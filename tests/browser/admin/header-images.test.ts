import { createCanvas } from '@napi-rs/canvas';
import { expect, test } from '#tests/support/browser.ts';
import { expectNoViolations } from '../no-violations.ts';
import { startSession } from '../sign-in.ts';

test.beforeEach(async ({ page, portal }) => {
  await startSession(page, portal, 'admin@portal.example');
  await page.goto('/admin/header-images?lang=de');
});

test('the demo has two; another is added, renamed and deleted, and what is no picture is told', {
  tag: '@long',
}, async ({ page }) => {
  const images = page.getByRole('listitem').getByRole('heading', { level: 2 });
  await expect(images).toHaveText(['Berge', 'Wellen']);
  for (const picture of await page.getByRole('listitem').locator('img').all())
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Titelbild hinzufügen' }).press('Enter');
  const file = dialog.getByLabel('Bild');
  await file.setInputFiles({ name: 'Logo.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expect(dialog.getByLabel('Name')).toHaveValue('Logo');
  await dialog.getByRole('button', { name: 'Speichern' }).press('Enter');
  await expect(dialog.getByText('Die Datei ist kein Bild im Format PNG oder JPEG')).toBeVisible();
  await expectNoViolations(page, 'refused file');
  await expect(dialog.getByText('Bitte wählen Sie ein Bild.')).toHaveCount(0);
  const buffer = createCanvas(600, 100).toBuffer('image/png');
  // A name that nobody entered follows the file.
  await file.setInputFiles({ name: 'Zeichen.png', mimeType: 'image/png', buffer });
  await expect(dialog.getByLabel('Name')).toHaveValue('Zeichen');
  await file.setInputFiles({ name: 'Logo.png', mimeType: 'image/png', buffer });
  await dialog.getByRole('button', { name: 'Speichern' }).press('Enter');
  await expect(images).toHaveText(['Berge', 'Logo', 'Wellen']);
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Titelbild hinzufügen' })).toBeFocused();
  await page.getByRole('button', { name: 'Logo umbenennen' }).press('Enter');
  await dialog.getByLabel('Name').fill('Signet');
  await dialog.getByRole('button', { name: 'Speichern' }).press('Enter');
  await expect(images).toHaveText(['Berge', 'Signet', 'Wellen']);
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Signet umbenennen' })).toBeFocused();
  await page.getByRole('button', { name: 'Signet löschen' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).press('Enter');
  await expect(images).toHaveText(['Berge', 'Wellen']);
});
