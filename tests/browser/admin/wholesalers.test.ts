import { expect, test } from '#tests/support/browser.ts';
import { holdBack } from '../held-requests.ts';
import { expectNoViolations } from '../no-violations.ts';
import { startSession } from '../sign-in.ts';

const address = '/admin/wholesalers?lang=de';

test.beforeEach(async ({ page, portal }) => {
  await startSession(page, portal, 'admin@portal.example');
  await page.goto(address);
});

test('an administrator enters a wholesaler, corrects it, retires it, takes it back and deletes it, by keyboard', async ({
  page,
  context,
}) => {
  const dialog = page.getByRole('dialog');
  const add = page.getByRole('button', { name: 'Grossist erfassen' });
  await add.press('Enter');
  await expect(dialog).toBeVisible();
  await dialog.getByLabel('Mindestbestellwert (CHF)').fill('viel');
  await dialog.getByRole('button', { name: 'Speichern' }).press('Enter');
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await expect(dialog.getByText('Bitte geben Sie einen Namen ein.')).toBeVisible();
  await expect(dialog.getByText('Geben Sie einen Betrag wie 250')).toBeVisible();
  await dialog.getByLabel('Name').fill('Aare Pharma AG');
  await dialog.getByLabel('Mindestbestellwert (CHF)').fill('1’250.50');
  await dialog.getByLabel('Kontakt für Transferaufträge').fill('transfer@aare');
  await dialog.getByText('Bestellungen aus dem Warenkorb').click();
  await dialog.getByRole('button', { name: 'Speichern' }).press('Enter');
  await expect(dialog.getByText('Geben Sie eine einzige gültige E-Mail-Adresse ein')).toBeVisible();
  await expect(dialog.getByLabel('Kontakt für Transferaufträge')).toBeFocused();
  await expectNoViolations(page, 'form with problems');
  // What was entered is still there after a reload.
  await page.reload();
  await expect(dialog.getByLabel('Name')).toHaveValue('Aare Pharma AG');
  const contact = dialog.getByLabel('Kontakt für Transferaufträge');
  await contact.fill('transfer@aare.example');
  await context.setOffline(true);
  await contact.press('Enter');
  await expect(dialog.getByRole('alert').filter({ hasText: 'Verbindung' }).first()).toBeVisible();
  await expect(contact).toBeFocused();
  await context.setOffline(false);
  const letGo = await holdBack(page, /\/api\/wholesaler$/);
  await contact.press('Enter');
  // What is entered while it is saved would be dropped.
  await expect(contact).toBeDisabled();
  letGo();
  await expect(dialog).toHaveCount(0);

  const row = page.getByRole('row', { name: /Aare Pharma AG/ });
  await expect(row.getByRole('cell')).toContainText([
    'Bestellungen',
    'transfer@aare.example',
    "1'250.50",
    '–',
    '',
  ]);
  await row.getByRole('button', { name: 'Aare Pharma AG stilllegen' }).press('Enter');
  await expect(row.getByText('Stillgelegt')).toBeVisible();
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await expect(row.getByText('Stillgelegt')).toHaveCount(0);

  await row.getByRole('button', { name: 'Aare Pharma AG bearbeiten' }).press('Enter');
  await expect(dialog.getByLabel('Mindestbestellwert (CHF)')).toHaveValue('1250.50');
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(row.getByRole('button', { name: 'Aare Pharma AG bearbeiten' })).toBeFocused();

  await row.getByRole('button', { name: 'Aare Pharma AG löschen' }).press('Enter');
  const question = page.getByRole('alertdialog');
  await expect(question.getByText('«Aare Pharma AG» löschen?')).toBeVisible();
  await question.getByRole('button', { name: 'Löschen' }).press('Enter');
  await expect(row).toHaveCount(0);
});
