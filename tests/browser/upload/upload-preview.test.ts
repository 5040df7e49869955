import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { readSheet } from 'read-excel-file/node';
import { buildCatalogue } from '#fixtures/catalogue.ts';
import { expect, test } from '#tests/support/browser.ts';
import { newWorkbook, workbookBytes } from '#tests/support/test-workbook.ts';
import { holdBack } from '../held-requests.ts';
import { expectNoViolations } from '../no-violations.ts';
import { signIn, watchConsole } from '../sign-in.ts';
import { smallStatistic } from '../small-statistic.ts';

/** German words of the client that the small statistic has too: headings, and what its row of sums begins with. */
const inFile = ['Bezeichnung', 'Menge', 'Total'];

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

async function chooseFile(page: Page, name: string, file: Buffer): Promise<Locator> {
  await page.getByRole('button', { name: 'Statistik hochladen' }).click();
  const guide = page.getByRole('dialog', { name: 'Statistik hochladen' });
  await guide.getByRole('button', { name: 'Daten hochladen' }).click();
  await guide.getByLabel('Einwilligung', { exact: true }).setInputFiles({
    name: 'Einwilligung.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4'),
  });
  await expect(guide.getByLabel('Bezugsstatistik (Excel oder CSV)')).toBeEnabled();
  await guide
    .getByLabel('Bezugsstatistik (Excel oder CSV)')
    .setInputFiles({ name, mimeType: xlsx, buffer: file });
  return page.getByRole('dialog', { name: 'Angaben zur Statistik' });
}

const figure = (dialog: Locator, name: string) =>
  dialog
    .getByRole('region', { name: 'Vorschau' })
    .locator('dl > div')
    .filter({ hasText: name })
    .locator('dd');

test('before anything is saved, the preview says what the file would become', async ({ page, portal }) => {
  const complaints = watchConsole(page);
  const { fileName, file } = await smallStatistic();
  const count = async () =>
    (await portal.pool.query<{ n: number }>('select count(*)::int as n from statistics')).rows[0]!.n;
  const before = await count();
  await signIn(page, portal, 'rep1@portal.example');
  const dialog = await chooseFile(page, fileName, file);
  // Four of five rows have a quantity, three of these four are in the catalogue.
  await expect(figure(dialog, 'Im Katalog gefunden')).toHaveText('75%');
  await expect(figure(dialog, 'Nicht im Katalog')).toHaveText('1');
  await expect(figure(dialog, 'Nicht importiert')).toHaveText('1');
  await dialog.getByText('Erste Zeilen der Datei').click();
  await expect(dialog.getByRole('columnheader', { name: 'Menge' }).first()).toBeVisible();
  await expect(dialog.getByRole('row', { name: /7680999999993/ }).first()).toBeVisible();
  await expectNoViolations(page, 'form with preview', inFile);

  const begun = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Problemzeilen herunterladen' }).click();
  const rows = await readSheet(await readFile(await (await begun).path()));
  expect(rows.flat().join(' ')).toContain('Verbandmaterial');
  expect(rows.flat().join(' ')).toContain('Keine Menge');
  expect(await count()).toBe(before);
  expect(complaints).toEqual([]);
});

test('how numbers are written is chosen for a workbook whose quantities are ambiguous texts', async ({
  page,
  portal,
}) => {
  const { gtin } = buildCatalogue().products[0]!;
  const workbook = newWorkbook();
  workbook.addWorksheet('Bezug').addRows([
    ['GTIN', 'Menge'],
    [gtin, '1.000'],
  ]);
  await signIn(page, portal, 'rep1@portal.example');
  const dialog = await chooseFile(page, 'Texte.xlsx', Buffer.from(await workbookBytes(workbook)));
  await expect(dialog.getByRole('alert')).toContainText('mehrdeutig (1.000 kann eins oder tausend heissen)');
  await expect(dialog.getByLabel('Trennzeichen')).toHaveCount(0);
  await dialog.getByLabel('Zahlen').selectOption('1.234,50');
  await expect(figure(dialog, 'Im Katalog gefunden')).toHaveText('100%');
  await dialog.locator('summary').filter({ hasText: 'Spalten' }).click();
  await expect(dialog.getByLabel('Zahlen')).toHaveValue(',');
  await expectNoViolations(page, 'decimals of a workbook', inFile);
});

test('which of two quantities counts is asked, and both can be added up', async ({ page, portal }) => {
  const { gtin } = buildCatalogue().products[0]!;
  const file = Buffer.from(`GTIN;Menge 2024;Menge 2025\n${gtin};3;4\n`);
  await signIn(page, portal, 'rep1@portal.example');
  const dialog = await chooseFile(page, 'Zwei Jahre.csv', file);
  await expect(dialog.getByRole('alert')).toContainText('Welche Menge zählt?');
  await expect(dialog.getByText('B «Menge 2024», C «Menge 2025»')).toBeVisible();
  const byHand = dialog.getByRole('region', { name: 'Spalten von Hand zuordnen' });
  await expect(byHand.getByLabel('Menge')).toHaveValue('');
  await byHand.getByLabel('Menge').selectOption('C: Menge 2025');
  await byHand.getByRole('button', { name: 'Datei so lesen' }).click();
  await expect(figure(dialog, 'Nicht importiert')).toHaveText('0');
  await dialog.locator('summary').filter({ hasText: 'Spalten' }).click();
  const quantity = dialog.getByRole('combobox', { name: 'Menge', exact: true });
  await dialog.getByLabel('Weitere Spalte dazuzählen').selectOption('B: Menge 2024');
  await expect(quantity).toHaveValue('C+B');
  await expect(dialog.getByText('Die Mengen aus 2 Spalten wurden zusammengezählt')).toBeVisible();
  await expectNoViolations(page, 'sum of columns', [...inFile, 'Menge 2024', 'Menge 2025']);
  await expect(figure(dialog, 'Menge')).toHaveText('7 Packungen');
  await dialog.getByRole('button', { name: 'C: Menge 2025 weglassen' }).click();
  await expect(quantity).toHaveValue('B');
  await expect(quantity).toBeFocused();
  await expect(figure(dialog, 'Menge')).toHaveText('3 Packungen');
  await expect(dialog.getByText('Die Mengen aus 2 Spalten wurden zusammengezählt')).toBeHidden();
});

test('columns chosen by hand are read, saved and remembered for the customer', async ({ page, portal }) => {
  const [product] = buildCatalogue().products.filter(({ exFactoryPrice }) => exFactoryPrice);
  const workbook = newWorkbook();
  const sheet = workbook.addWorksheet('Liste');
  sheet.addRow(['GTIN', 'Menge', 'Packungen 2025']);
  sheet.addRow([product!.gtin, 1, 70]);
  const file = Buffer.from(await workbookBytes(workbook));
  const customer = await portal.pool.query<{ id: string }>(
    'select external_id as id from customers where active order by id desc limit 1',
  );
  const id = customer.rows[0]!.id;

  await signIn(page, portal, 'rep1@portal.example');
  const dialog = await chooseFile(page, 'Liste.xlsx', file);
  const pickCustomer = async () => {
    await dialog.getByLabel('Kundensuche').fill(id);
    await page.getByRole('option', { name: new RegExp(id) }).click();
  };
  await pickCustomer();
  await dialog.locator('summary', { hasText: 'Spalten' }).click();
  await expect(dialog.getByLabel('Menge')).toHaveValue('B');
  // One after the other before the file is read anew.
  const read = await holdBack(page, /statistics\/preview/);
  await dialog.getByLabel('Menge').selectOption('C: Packungen 2025');
  await dialog.getByLabel('Bezeichnung').selectOption('B: Menge');
  await expect(dialog.getByLabel('Menge')).toHaveValue('C');
  read();
  await expect(dialog.getByRole('button', { name: 'Automatisch erkennen' })).toBeVisible();
  await expect(dialog.getByText('Menge: Packungen 2025')).toBeVisible();
  for (const end of ['von', 'bis']) {
    await dialog.getByLabel(`Monat ${end}`).selectOption(end === 'von' ? 'Januar' : 'Juni');
    await dialog.getByLabel(`Jahr ${end}`).selectOption('2025');
  }
  await dialog.getByRole('button', { name: 'Hochladen' }).click();
  const report = page.getByRole('dialog', { name: 'Importbericht' });
  await expect(report).toContainText('Packungen 2025');
  const { rows } = await portal.pool.query<{ link: string }>(
    'select direct_link_id as link from statistics where customer_external_id = $1 order by id desc limit 1',
    [id],
  );
  const summary = await page.request.get(`/api/statistics/${rows[0]!.link}/summary`);
  expect((await summary.json()).totalQty).toBe(70);

  await report.getByRole('button', { name: 'Schliessen' }).last().click();
  await page.reload();
  await chooseFile(page, 'Liste.xlsx', file);
  await pickCustomer();
  await dialog.locator('summary', { hasText: 'Spalten' }).click();
  await expect(dialog.getByText(/so gelesen wie bei diesem Kunden zuletzt gewählt/)).toBeVisible();
  await expect(dialog.getByLabel('Menge')).toHaveValue('C');
  await expect(dialog.getByText('Dieselbe Datei wurde schon hochgeladen:')).toBeVisible();
});
