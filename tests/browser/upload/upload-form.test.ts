import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser.ts';
import { holdBack } from '../held-requests.ts';
import { expectNoViolations } from '../no-violations.ts';
import { signIn } from '../sign-in.ts';

const empty = (name: string, bytes: number) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.alloc(bytes),
});

const consent = { name: 'Einwilligung.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') };

/** The instructions, at the step where files are chosen. */
async function openFiles(page: Page) {
  await page.getByRole('button', { name: 'Statistik hochladen' }).click();
  const guide = page.getByRole('dialog', { name: 'Statistik hochladen' });
  await guide.getByRole('button', { name: 'Daten hochladen' }).click();
  return guide;
}

/** The entries, with an Excel file that is none and a consent, or as a test upload. */
async function openForm(page: Page, { test: isTest }: { test: boolean }) {
  const guide = await openFiles(page);
  if (isTest) await guide.getByText('Test-Upload').click();
  else await guide.getByLabel('Einwilligung', { exact: true }).setInputFiles(consent);
  // The consent is looked into before.
  await expect(guide.getByLabel('Bezugsstatistik (Excel oder CSV)')).toBeEnabled();
  await guide.getByLabel('Bezugsstatistik (Excel oder CSV)').setInputFiles(empty('Bezug.xlsx', 10));
  return page.getByRole('dialog', { name: 'Angaben zur Statistik' });
}

test('the instructions name the forms, the wholesalers of a channel and whom to write to there', {
  tag: '@long',
}, async ({ page, portal }) => {
  await signIn(page, portal, 'rep1@portal.example');
  await page.getByRole('button', { name: 'Statistik hochladen' }).click();
  const guide = page.getByRole('dialog', { name: 'Statistik hochladen' });
  const form = guide.getByRole('link', { name: /T&R.*Italiano/ });
  const document = await page.request.get((await form.getAttribute('href'))!);
  expect(document.headers()['content-type']).toBe('application/pdf');

  const wholesaler = guide.getByLabel('Grossist', { exact: true });
  await expect(wholesaler.getByRole('option')).toHaveText([
    'Bitte wählen',
    'Apothekergenossenschaft Linth',
    'Distribuzione Ceresa Farma SA',
    'Grossist Nordtor AG',
    'Grossiste Trois-Rivières SA',
    'Medi-Logistik Hinterthal AG',
  ]);
  await guide.getByLabel('Geschäftstyp').selectOption('SD');
  await expect(wholesaler.getByRole('option', { name: 'Apothekergenossenschaft Linth' })).toHaveCount(0);
  await wholesaler.selectOption('Praxisdirekt Lieferdienst AG');
  await expect(guide.getByRole('status')).toContainText('statistik@praxisdirekt.example, Tel. 000 000 00 00');

  await guide.getByRole('button', { name: 'Weiter' }).click();
  await expect(guide.getByRole('img', { name: /Beispiel/ })).toBeVisible();
  const begun = page.waitForEvent('download');
  await guide.getByRole('link', { name: /Vorlage/ }).click();
  expect((await begun).suggestedFilename()).toBe('template.xlsx');
  await guide.getByRole('button', { name: 'Weiter' }).click();
  await expect(guide.getByLabel('Bezugsstatistik (Excel oder CSV)')).toBeDisabled();
  await expect(guide.getByRole('button', { name: 'Weiter' })).toBeDisabled();
  await guide.getByText('Test-Upload').click();
  await expect(guide.getByLabel('Einwilligung', { exact: true })).toHaveCount(0);
  await expect(guide.getByLabel('Bezugsstatistik (Excel oder CSV)')).toBeEnabled();
});

test('a customer is searched in a list that hides nothing and that Escape closes alone; an inactive one is asked about', async ({
  page,
  portal,
}) => {
  await signIn(page, portal, 'rep1@portal.example');
  const dialog = await openForm(page, { test: false });
  const field = dialog.getByLabel('Kundensuche');
  const found = page.getByRole('listbox').getByRole('option');
  await dialog.getByRole('button', { name: 'Hochladen' }).click();
  await expect(field).toBeFocused();
  await expectNoViolations(page, 'form with problems');
  const reason = dialog.getByText('Bitte wählen Sie einen Kunden über die Suche aus.').last();
  // A list over it would take the click.
  await reason.click();
  await field.pressSequentially('apotheke');
  await expect(found.first()).toBeVisible();
  await expectNoViolations(page, 'customer search');
  await field.press('Escape');
  await expect(found).toHaveCount(0);
  await expect(field).toBeFocused();
  await field.press('n');
  await expect(found.first()).toBeVisible();
  await field.press('Escape');
  await field.press('Escape');
  await expect(dialog).toHaveCount(0);

  await page.getByRole('button', { name: 'Statistik hochladen' }).click();
  const { rows } = await portal.pool.query<{ id: string; key: string }>(
    `select external_id as id, one_key as key from customers where not active and one_key is not null
     order by external_id limit 1`,
  );
  const { id, key } = rows[0]!;
  const question = page.getByRole('alertdialog');
  const answer = async (button: string) => {
    await expect(question).toContainText('Der Kunde ist inaktiv.');
    await question.getByRole('button', { name: button }).click();
  };
  const bySearch = async () => {
    await dialog.getByLabel('Kundensuche').fill(id);
    await page.getByRole('option', { name: new RegExp(id) }).click();
  };
  await bySearch();
  await question.getByRole('button', { name: 'Abbrechen' }).press('Escape');
  await expect(question).toHaveCount(0);
  await expect(dialog.getByLabel('Externe ID')).toHaveValue('');
  await dialog.getByLabel('Kundenschlüssel').fill(key);
  await dialog.getByRole('button', { name: 'Nachschlagen' }).click();
  await answer('Abbrechen');
  await expect(dialog.getByLabel('Externe ID')).toHaveValue('');
  await dialog.getByRole('button', { name: 'Nachschlagen' }).click();
  await answer('Verwenden');
  await expect(dialog.getByLabel('Externe ID')).toHaveValue(id);
});

test('a customer is found by key, an unknown key is said to be unknown, and one that is answered late takes no place', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { rows } = await portal.pool.query<{ key: string; id: string }>(
    `select one_key as key, external_id as id from customers where one_key is not null and active
     order by id limit 3`,
  );
  const [first, second, third] = rows as [(typeof rows)[0], (typeof rows)[0], (typeof rows)[0]];
  await signIn(page, portal, 'rep1@portal.example');
  const dialog = await openForm(page, { test: false });
  await dialog.getByLabel('Kundenschlüssel').fill('gibt es nicht');
  await dialog.getByRole('button', { name: 'Nachschlagen' }).click();
  await expect(dialog.getByText('Keine externe ID gefunden.')).toBeVisible();
  const key = dialog.getByLabel('Kundenschlüssel');
  await key.fill(first.key);
  await dialog.getByRole('button', { name: 'Nachschlagen' }).click();
  const id = dialog.getByLabel('Externe ID');
  await expect(id).toHaveValue(first.id);

  const lookUpSlowly = async (late: string, chooseAnother: () => Promise<void>) => {
    const release = await holdBack(page, new RegExp(`/xpris/${encodeURIComponent(late)}$`));
    await key.fill(late);
    await key.press('Enter');
    await chooseAnother();
    const answered = page.waitForResponse(/\/xpris\//);
    release();
    await answered;
    await page.waitForLoadState('networkidle');
  };
  await lookUpSlowly(second.key, async () => {
    await key.fill(third.key);
    await key.press('Enter');
    await expect(id).toHaveValue(third.id);
  });
  await expect(id).toHaveValue(third.id);
  await lookUpSlowly(second.key, async () => {
    await dialog.getByLabel('Kundensuche').fill(first.id);
    await page.getByRole('option', { name: new RegExp(first.id) }).click();
    await expect(id).toHaveValue(first.id);
  });
  await expect(id).toHaveValue(first.id);
});

test('an admin chooses the uploader, who becomes the sales representative', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  await signIn(page, portal, 'admin@portal.example');
  const dialog = await openForm(page, { test: false });
  await dialog.getByLabel('Hochgeladen von').selectOption('Corinne Lüscher');
  await expect(dialog.getByLabel('Aussendienst')).toHaveValue('Corinne Lüscher');
});

test('a file that is no workbook is refused with its name and the reason, and the form is kept', {
  tag: '@long',
}, async ({ page, portal }) => {
  await signIn(page, portal, 'rep1@portal.example');
  const guide = await openFiles(page);
  await guide.getByText('Test-Upload').click();
  await guide.getByLabel('Bezugsstatistik (Excel oder CSV)').setInputFiles({
    name: 'brief.xlsx',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4 nothing to read'),
  });
  const dialog = page.getByRole('dialog', { name: 'Angaben zur Statistik' });
  for (const end of ['von', 'bis']) {
    await dialog.getByLabel(`Monat ${end}`).selectOption(end === 'von' ? 'Januar' : 'Juni');
    await dialog.getByLabel(`Jahr ${end}`).selectOption('2025');
  }
  await dialog.getByLabel('Kommentar').fill('bleibt stehen');
  await expect(dialog.getByRole('alert')).toContainText('brief.xlsx');
  await expect(
    dialog.getByRole('listitem').filter({ hasText: 'brief.xlsx' }).locator('.bp6-icon-warning-sign'),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Hochladen' }).click();
  await expect(dialog.getByRole('alert')).toContainText('brief.xlsx');
  await expect(dialog.getByRole('alert')).toContainText('PDF');
  await expect(dialog.getByLabel('Kommentar')).toHaveValue('bleibt stehen');
});
