import { buildCatalogue } from '#fixtures/catalogue.ts';
import { expect, test } from '#tests/support/browser.ts';
import { newWorkbook, workbookBytes } from '#tests/support/test-workbook.ts';
import { chf, whole } from '../dashboard.ts';
import { uploaded } from '../listed-statistic.ts';
import { articleRows, productGrid } from '../products-table.ts';
import { startSession } from '../sign-in.ts';

const strangers = ['7680999999993', '7680999999986'];

test('an article without a price shows a dash, adds nothing, and the summary says how many there are', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { products } = buildCatalogue();
  const priced = products.find(({ exFactoryPrice, demand }) => exFactoryPrice !== null && demand > 0)!;
  const priceless = products.find(({ exFactoryPrice }) => exFactoryPrice === null)!;
  await startSession(page, portal, 'rep1@portal.example');
  const { link } = await uploaded(
    page,
    portal,
    'Apotheke ohne Preise',
    await purchases([
      [priced.gtin, 10],
      [priceless.gtin, 1234],
      [strangers[0]!, 5],
    ]),
  );
  await page.goto(`/dashboard/${link}`);
  const turnover = page.getByRole('region', { name: 'Umsatz', exact: true });
  await expect(turnover).toContainText(chf((10 * priced.exFactoryPrice!) / 100));
  await expect(turnover).toContainText(`2 Artikel (${whole(1239)} Packungen) ohne Fabrikabgabepreis`);
  await expect(turnover).toContainText('Davon 1 Artikel (5 Packungen) nicht im Katalog.');
  await turnover.getByRole('link', { name: '2 Artikel' }).click();

  await expect(articleRows(page)).toHaveCount(2);
  await expect(page.getByRole('button', { name: /ohne Fabrikabgabepreis/ })).toBeVisible();
  await page.getByRole('button', { name: 'Spalten' }).click();
  await page.getByText('Fabrikabgabepreis', { exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(
    productGrid(page).getByRole('columnheader', { name: 'Fabrikabgabepreis total CHF' }),
  ).toBeVisible();
  const column = await productGrid(page)
    .getByRole('columnheader')
    .allTextContents()
    .then((headings) => headings.indexOf('Fabrikabgabepreis total CHF'));
  for (const row of [0, 1]) {
    await expect(
      articleRows(page)
        .nth(row)
        .getByRole('gridcell')
        .nth(column - 1),
    ).toHaveText('–');
  }
  await expect(
    page.getByText('2 Artikel ohne Fabrikabgabepreis («–») zählen in keiner Summe.'),
  ).toBeVisible();
});

/** A wholesaler's file: packs by GTIN. */
async function purchases(lines: readonly (readonly [gtin: string, packs: number])[]): Promise<Buffer> {
  const workbook = newWorkbook();
  const sheet = workbook.addWorksheet('Bezüge');
  sheet.addRow(['GTIN', 'Bezeichnung', 'Menge']);
  for (const [gtin, packs] of lines) sheet.addRow([gtin, `Artikel ${gtin}`, packs]);
  return Buffer.from(await workbookBytes(workbook));
}
