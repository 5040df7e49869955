import { expect, test } from '#tests/support/browser.ts';
import { putTemplateRows } from '#tests/support/template-rows.ts';
import { expectNoViolations, expectNoViolationsEither } from '../no-violations.ts';
import { startSession } from '../sign-in.ts';

const address = '/product?lang=de';
let product: { gtin: string; price: string };

// The second goes on from what the first has looked up.
test.describe.configure({ mode: 'serial' });

test.beforeEach(async ({ page, portal }) => {
  await startSession(page, portal, 'admin@portal.example');
});

test('an administrator builds, sees what changes, publishes, looks a product up and goes back', async ({
  page,
  portal,
}) => {
  await portal.pool.query('delete from template_files');
  const { rows } = await portal.pool.query<{ revision: number }>('select revision from current_catalogue');
  const before = rows[0]!.revision;
  await page.goto(address);
  await expect(page.getByText('Es ist noch keine Vorlagendatei da')).toBeVisible();
  await page.goto('/product?lang=de&tab=look-up');
  await page.getByRole('searchbox', { name: 'GTIN, Pharmacode oder Name' }).fill('ramipril');
  const found = page.getByRole('listitem').getByRole('button').first();
  await found.click();
  await expect(page).toHaveURL(/product=\d{13}/);
  const gtin = new URL(page.url()).searchParams.get('product')!;
  const price = page.getByRole('row', { name: /^Fabrikabgabepreis/ });
  await expect(price.getByRole('cell').first()).toBeVisible();
  product = { gtin, price: (await price.getByRole('cell').first().textContent()) ?? '' };
  await putTemplateRows(portal.pool, 'own-attributes', [{ gtin, values: { exFactoryPrice: '555.55' } }], {
    fileName: 'own.csv',
    date: '2026-08-01',
  });

  await page.goto(`${address}&build=true`);
  const prices = page.getByRole('button', { name: /^Geänderte Preise/ });
  await expect(prices).toHaveText('Geänderte Preise1');
  expect(new URL(page.url()).searchParams.has('build')).toBe(false);
  await prices.press('Enter');
  const row = page.getByRole('table', { name: 'Geänderte Preise' }).getByRole('row').nth(1);
  await expect(row).toContainText(gtin);
  await expect(row).toContainText('555.55');
  await expectNoViolations(page, 'product information');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Herunterladen (.xlsx)' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^Geänderte Preise \d+\.xlsx$/);
  await page.getByRole('button', { name: 'Wirkung auf Statistiken' }).click();
  await expect(page.getByRole('row', { name: /^Total/ })).toBeVisible({ timeout: 30_000 });

  await page.getByRole('button', { name: 'Veröffentlichen …' }).press('Enter');
  await page.reload();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Jetzt veröffentlichen' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Veröffentlicht. Alle Auswertungen')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Erstellt aus' })).toContainText('own.csv');

  await page.goto(`/product?lang=de&tab=look-up&product=${gtin}`);
  await expect(price).toContainText('555.55');
  await expect(price).toContainText('Eigene Produktangaben');
  const history = page.getByRole('table', { name: 'Preise über die Revisionen' }).getByRole('row');
  await expect(history.nth(1)).toContainText('555.55');
  await expectNoViolationsEither(page, 'product information');

  await page.goto(address);
  await page.getByRole('button', { name: `Revision ${before} wieder verwenden` }).press('Enter');
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await page.goForward();
  await page.reload();
  await dialog.getByRole('button', { name: 'Wieder verwenden' }).press('Enter');
  await expect(page.getByText(`rechnen wieder mit Revision ${before}`)).toBeVisible();
  await page.goto(`/product?lang=de&tab=look-up&product=${gtin}`);
  await expect(price.getByRole('cell').first()).toHaveText(product.price);
});
