import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser.ts';
import { rowsBySheetJs, scannedPictures } from '../../support/written-workbook.ts';
import { visitDashboard } from '../dashboard.ts';
import { choose, uploaded } from '../listed-statistic.ts';
import { expectNoViolations } from '../no-violations.ts';
import { startSession } from '../sign-in.ts';

/** Presses what begins a download and gives its name and bytes. */
async function saved(page: Page, press: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const begun = page.waitForEvent('download');
  await press();
  const download = await begun;
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

async function pick(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Herunterladen' }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
  await expect(page.getByRole('menu')).toHaveCount(0);
}

test('a visitor downloads the product analysis as it is shown, and with barcodes', async ({
  page,
  portal,
}) => {
  const { json, open } = await visitDashboard(page, portal);
  await open('products?general=match&sortBy=alphabetical&columns=gtin.quantity');
  const rows = await json<{ gtin: string; qtySum1: number }[]>('product?general=match&sortBy=alphabetical');
  const shown = await saved(page, () => pick(page, 'Produktanalyse'));
  expect(shown.name).toMatch(/^Produktanalyse (?!\d).+\.xlsx$/);
  const [headings, ...lines] = rowsBySheetJs(shown.bytes).Produktanalyse!;
  expect(headings!.slice(0, 3)).toEqual(['Produkt', 'GTIN', 'Menge']);
  expect(lines.map((line) => [line[1], line[2]])).toEqual(rows.map(({ gtin, qtySum1 }) => [gtin, qtySum1]));

  // What is looked for is what is shown.
  const find = 'filmtabl 10';
  await page.getByRole('searchbox', { name: /^Artikel nach Name/ }).fill(find);
  const found = await json<{ gtin: string }[]>(
    `product?general=match&sortBy=alphabetical&find=${encodeURIComponent(find)}`,
  );
  expect(found.length).toBeGreaterThan(0);
  expect(found.length).toBeLessThan(rows.length);
  await expect(page).toHaveURL(/find=/);
  const sheets = rowsBySheetJs((await saved(page, () => pick(page, 'Produktanalyse'))).bytes);
  expect(sheets.Produktanalyse!.slice(1).map((line) => line[1])).toEqual(found.map(({ gtin }) => gtin));
  expect(sheets.Angaben!.flat()).toContain(`Gesucht: «${find}» in Name, GTIN oder Pharmacode`);

  await open(`products?article=${rows[0]!.gtin}`);
  const { bytes } = await saved(page, () => pick(page, 'Mit Barcode des Artikels'));
  expect(await scannedPictures(bytes, 2)).toEqual([{ row: 1, text: rows[0]!.gtin }]);
});

test('while a file is made the button is busy and the making can be ended', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const { open } = await visitDashboard(page, portal);
  await open('products');
  let asked = 0;
  await page.route('**/download-excel/**', () => {
    asked++;
  });
  const button = page.getByRole('button', { name: 'Herunterladen' });
  await pick(page, 'Alle Artikel und Spalten');
  await expect(button).toBeDisabled();
  await expect(page.getByRole('status').filter({ hasText: 'Die Datei wird erstellt …' })).toBeVisible();
  await expect.poll(() => asked).toBe(1);
  const ended = page.waitForEvent('requestfailed', (request) => request.url().includes('download-excel'));
  await page.getByRole('button', { name: 'Abbrechen' }).click();
  await ended;
  await expect(button).toBeEnabled();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a statistic is downloaded with the sheets and the extent that were chosen', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  await startSession(page, portal, 'rep1@portal.example');
  await uploaded(page, portal, 'Apotheke Auswertung');
  const item = 'Excel-Auswertung herunterladen';
  const dialog = page.getByRole('dialog', { name: item });
  await choose(page, 'Apotheke Auswertung', item);
  await expect(dialog.getByLabel('Produkte (daten)')).toBeChecked();
  await expect(dialog.getByLabel('Originalstatistik (stats)')).toBeChecked();
  await expect(dialog.getByLabel('Alle Produkte und alle Zeilen')).toBeChecked();
  await expectNoViolations(page, 'the choice of sheets');
  const download = dialog.getByRole('button', { name: 'Herunterladen' });
  const whole = await saved(page, () => download.click());
  expect(whole.name).toMatch(/^Statistik (?!\d).+\.xlsx$/);
  const all = rowsBySheetJs(whole.bytes);
  expect(Object.keys(all).slice(0, 2)).toEqual(['daten', 'stats']);
  await expect(dialog).toHaveCount(0);

  await choose(page, 'Apotheke Auswertung', item);
  await dialog.getByText('Produkte (daten)').click();
  await dialog.getByText('Originalstatistik (stats)').click();
  await expect(dialog.getByRole('alert')).toHaveText('Bitte wählen Sie mindestens ein Blatt.');
  await expect(download).toBeDisabled();
  await dialog.getByText('Produkte (daten)').click();
  await dialog.getByText('Nur übereinstimmende Produkte und Zeilen').click();
  const { bytes } = await saved(page, () => download.click());
  const matching = rowsBySheetJs(bytes);
  expect(Object.keys(matching)).not.toContain('stats');
  // Two originals and a generic of the small statistic are in the catalogue.
  expect(matching.daten).toHaveLength(1 + 3);
  expect(all.daten!.length).toBeGreaterThan(1000);
});
