import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser.ts';
import { signIn } from './sign-in.ts';

async function openForm(page: Page) {
  await page.getByRole('button', { name: 'Statistik hochladen' }).click();
  return page.getByRole('dialog', { name: 'Angaben zur Statistik' });
}

test('the form says what is missing', async ({ page, portal }) => {
  await signIn(page, portal, 'rep1@portal.example');
  const dialog = await openForm(page);
  await dialog.getByRole('button', { name: 'Hochladen' }).click();
  await expect(dialog.getByRole('alert').getByRole('listitem')).toHaveText([
    'Bitte wählen Sie die Einwilligung.',
    'Bitte wählen Sie eine Excel-Datei.',
    'Bitte wählen Sie einen Kunden über die Suche aus.',
    'Bitte wählen Sie einen Zeitraum.',
  ]);
  await dialog.getByLabel('Monat von').selectOption('März');
  await dialog.getByLabel('Jahr von').selectOption('2025');
  await dialog.getByLabel('Monat bis').selectOption('März');
  await dialog.getByLabel('Jahr bis').selectOption('2025');
  await expect(dialog.getByText('Ungültige Zeitdauer')).toBeVisible();

  await expect(dialog.getByLabel('Kundenname')).not.toBeEditable();
  await dialog.getByText('Test-Upload').click();
  await expect(dialog.getByLabel('Kundenname')).toBeEditable();
  await expect(dialog.getByLabel('Einwilligung', { exact: true })).toHaveCount(0);
  await expect(dialog.getByLabel('Excel-Datei (.xlsx)')).toBeEnabled();
});

test('files of another type and files over 15,728,640 bytes are refused', async ({ page, portal }) => {
  await signIn(page, portal, 'rep1@portal.example');
  const dialog = await openForm(page);
  await dialog.getByText('Test-Upload').click();
  const picker = dialog.getByLabel('Excel-Datei (.xlsx)');
  const file = (name: string, bytes: number) => ({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.alloc(bytes),
  });
  await picker.setInputFiles(file('liste.csv', 10));
  await expect(dialog.getByText('nur Excel-Dateien vom Typ .xlsx')).toBeVisible();
  await picker.setInputFiles(file('gross.xlsx', 15_728_641));
  await expect(dialog.getByText('Die Datei ist zu gross')).toBeVisible();
  await picker.setInputFiles(file('passt.xlsx', 15_728_640));
  await expect(dialog.getByText('passt.xlsx')).toBeVisible();
});

test('an inactive customer is taken only after a question', async ({ page, portal }) => {
  const { rows } = await portal.pool.query<{ id: string; name: string }>(
    'select external_id as id, name from customers where not active order by external_id limit 1',
  );
  const customer = rows[0]!;
  await signIn(page, portal, 'rep1@portal.example');
  const dialog = await openForm(page);
  for (const [button, value] of [
    ['Abbrechen', ''],
    ['Verwenden', customer.id],
  ] as const) {
    await dialog.getByLabel('Kundensuche').fill(customer.id);
    await page.getByRole('option', { name: new RegExp(customer.id) }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('Der Kunde ist inaktiv.');
    await question.getByRole('button', { name: button }).click();
    await expect(dialog.getByLabel('Externe ID')).toHaveValue(value);
  }
});

test('a customer is found by key, and an unknown key is said to be unknown', async ({ page, portal }) => {
  const { rows } = await portal.pool.query<{ key: string; id: string }>(
    'select one_key as key, external_id as id from customers where one_key is not null order by id limit 1',
  );
  await signIn(page, portal, 'rep1@portal.example');
  const dialog = await openForm(page);
  await dialog.getByLabel('Kundenschlüssel').fill('gibt es nicht');
  await dialog.getByRole('button', { name: 'Nachschlagen' }).click();
  await expect(dialog.getByText('Keine externe ID gefunden.')).toBeVisible();
  await dialog.getByLabel('Kundenschlüssel').fill(rows[0]!.key);
  await dialog.getByRole('button', { name: 'Nachschlagen' }).click();
  await expect(dialog.getByLabel('Externe ID')).toHaveValue(rows[0]!.id);
});

test('an admin chooses the uploader, who becomes the sales representative', async ({ page, portal }) => {
  await signIn(page, portal, 'admin@portal.example');
  const dialog = await openForm(page);
  await dialog.getByLabel('Hochgeladen von').selectOption('Corinne Lüscher');
  await expect(dialog.getByLabel('Aussendienst')).toHaveValue('Corinne Lüscher');
});

test('a file that is no workbook is refused with its name and the reason, and the form is kept', async ({
  page,
  portal,
}) => {
  await signIn(page, portal, 'rep1@portal.example');
  const dialog = await openForm(page);
  await dialog.getByText('Test-Upload').click();
  await dialog.getByLabel('Excel-Datei (.xlsx)').setInputFiles({
    name: 'brief.xlsx',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4 nothing to read'),
  });
  for (const end of ['von', 'bis']) {
    await dialog.getByLabel(`Monat ${end}`).selectOption(end === 'von' ? 'Januar' : 'Juni');
    await dialog.getByLabel(`Jahr ${end}`).selectOption('2025');
  }
  await dialog.getByLabel('Kommentar').fill('bleibt stehen');
  await dialog.getByRole('button', { name: 'Hochladen' }).click();
  await expect(dialog.getByRole('alert')).toContainText('brief.xlsx');
  await expect(dialog.getByRole('alert')).toContainText('PDF');
  await expect(dialog.getByLabel('Kommentar')).toHaveValue('bleibt stehen');
});
