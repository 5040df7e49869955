import { expect, test } from '#tests/support/browser.ts';
import { chf, visitDashboard, whole } from '../dashboard.ts';
import {
  type Article,
  articleRows,
  expectArticles,
  productGrid,
  type Totals,
  visitLargest,
} from '../products-table.ts';
import { watchConsole } from '../sign-in.ts';

test('a visitor sees the articles and totals that the API gives, goes from cell to cell by keyboard, and copies some', async ({
  page,
  portal,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const complaints = watchConsole(page);
  const { json, open } = await visitDashboard(page, portal);
  await open('products');
  const rows = await json<Article[]>('product');
  await expectArticles(page, rows, await json<Totals>('product/totals'));
  await expect(productGrid(page).getByRole('columnheader')).toHaveText([
    'Produkt',
    'Menge',
    'Alternative',
    'Bestehende Menge',
    'Umsatzpotenzial CHF',
    'Kundengewinn CHF',
  ]);

  await expect(articleRows(page).first()).toBeVisible();
  await productGrid(page).focus();
  const active = page.locator('[data-active="true"]');
  await expect(active).toContainText(rows[0]!.productName!);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(active).toHaveText(whole(rows[1]!.qtySum1));
  await expect(productGrid(page)).toHaveAttribute(
    'aria-activedescendant',
    (await active.getAttribute('id'))!,
  );
  await page.keyboard.press('End');
  await expect(active).toHaveText(chf(rows[1]!.customersGain!));
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.locator('[aria-selected="true"]')).toHaveCount(4);
  await page.keyboard.press('Control+c');
  await expect(page.getByText('4 Zellen kopiert.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${rows[1]!.productName}\t${rows[1]!.qtySum1}\n${rows[2]!.productName}\t${rows[2]!.qtySum1}`,
  );
  await page.keyboard.press('PageDown');
  const row = page.locator('tr:has([data-active="true"])');
  await expect.poll(async () => Number(await row.getAttribute('data-place'))).toBeGreaterThan(8);
  await expect(active).toBeInViewport();
  await page.keyboard.press('PageUp');
  await expect(row).toHaveAttribute('data-place', '2');
  expect(complaints).toEqual([]);
});

test('500 articles are shown first, then 500 more, then all, of which few are in the document', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { json, open } = await visitLargest(page, portal);
  const rows = await json<Article[]>('product');
  expect(rows.length).toBeGreaterThan(1000);
  await open('products');
  const end = page.locator('.list-end').getByRole('status');
  await expect(end).toHaveText(`500 von ${whole(rows.length)} Artikeln`);
  await expect(productGrid(page)).toHaveAttribute('aria-rowcount', '502');
  await productGrid(page).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.getByRole('button', { name: /weitere anzeigen/ }).click();
  await expect(end).toHaveText(`${whole(1000)} von ${whole(rows.length)} Artikeln`);
  await page.getByRole('button', { name: 'Alle anzeigen' }).click();
  await expect(end).toHaveText(`${whole(rows.length)} von ${whole(rows.length)} Artikeln`);
  await expect(page.getByRole('button', { name: 'Alle anzeigen' })).toHaveCount(0);
  expect(await articleRows(page).count()).toBeLessThan(60);
  // What was chosen still is.
  await productGrid(page).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('tr:has([data-active="true"])')).toHaveAttribute('data-place', '3');
  await page.keyboard.press('Control+End');
  const last = articleRows(page).last();
  await expect(last).toHaveAttribute('aria-rowindex', String(rows.length + 1));
  await expect(last.getByRole('rowheader')).toContainText(rows.at(-1)!.productName ?? rows.at(-1)!.article);
  await expect(productGrid(page).getByRole('columnheader', { name: 'Produkt' })).toBeInViewport();
  await expect(productGrid(page).locator('tfoot')).toBeInViewport();
});

test('every filter of the specification is offered, stands in the address, and Back undoes it', async ({
  page,
  portal,
}) => {
  const { json, open } = await visitDashboard(page, portal);
  await open('products');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Filter' });
  await expect(dialog.getByRole('tab')).toHaveText([
    'Allgemein',
    'Wirkstoff',
    'ATC',
    'Hersteller',
    'Fokusgruppen',
  ]);
  await expect(dialog.getByRole('checkbox')).toHaveCount(12);
  await dialog.getByText('mit lieferbarer Alternative').click();
  await dialog.getByText('Originale').click();
  await dialog.getByRole('button', { name: 'Anwenden' }).click();
  const query = 'general=available_match&type=original';
  await expect(page).toHaveURL(new RegExp(query));
  await expectArticles(
    page,
    await json<Article[]>(`product?${query}`),
    await json<Totals>(`product/totals?${query}`),
  );
  await page.getByRole('button', { name: 'Filter entfernen: Originale' }).click();
  await expect(page).not.toHaveURL(/type=original/);
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(query));
  await page.getByRole('button', { name: 'Zurücksetzen' }).click();
  await expectArticles(page, await json<Article[]>('product'), await json<Totals>('product/totals'));
});

test('columns are chosen, stand in the address and are remembered; the active cell stays among them', async ({
  page,
  portal,
}) => {
  const { directLinkId, open } = await visitDashboard(page, portal);
  await open('products');
  await page.getByRole('button', { name: 'Spalten' }).click();
  const options = page.getByRole('group', { name: 'Spalten anzeigen' });
  const boxes = options.getByRole('checkbox');
  const atFirst = [false, false, true, true, true, false, false, true, false, false, false];
  await expect(boxes).toHaveCount(atFirst.length);
  for (const [place, checked] of atFirst.entries()) {
    await expect(boxes.nth(place)).toBeChecked({ checked });
  }
  for (const name of ['GTIN', 'Pharmacode', 'Alternativen', 'Publikumspreis']) {
    await options.getByText(name, { exact: true }).click();
  }
  const headings = ['Produkt', 'GTIN', 'Pharmacode', 'Menge', 'Publikumspreis total CHF'];
  const all = [...headings, 'Bestehende Menge', 'Umsatzpotenzial CHF', 'Kundengewinn CHF'];
  await expect(productGrid(page).getByRole('columnheader')).toHaveText(all);
  await expect(page).toHaveURL(/columns=gtin\.pharmacode\.existing\.quantity\.public\.gain/);
  await page.goto(`/dashboard/${directLinkId}/products`);
  await expect(productGrid(page).getByRole('columnheader')).toHaveText(all);
  const last = articleRows(page).first().getByRole('gridcell').last();
  await last.click();
  await page.getByRole('button', { name: 'Spalten' }).click();
  await options.getByText('Kundengewinn', { exact: true }).click();
  await expect(productGrid(page).getByRole('columnheader')).toHaveText(all.slice(0, -1));
  // The column of the active cell is gone, and the cell stands in the last one that is left.
  await expect(last).toHaveAttribute('data-active', 'true');
});

test('articles are found while typing, by words of the name, GTIN and Pharmacode, among all of them', async ({
  page,
  portal,
}) => {
  const { json, open } = await visitLargest(page, portal);
  const rows = await json<Article[]>('product');
  const hidden = rows.slice(600).find(({ gtin, pharmacode1 }) => gtin && pharmacode1)!;
  await open('products');
  const field = page.getByRole('searchbox', { name: 'Artikel nach Name, GTIN oder Pharmacode suchen' });
  // The totals are those of what is found, and the count stands beside the field.
  const find = hidden.productName!.split(' ')[0]!;
  await field.fill(find);
  const found = await json<Totals>(`product/totals?find=${encodeURIComponent(find)}`);
  await expect(
    page.getByText(`${whole(found.rowCount)} von ${whole(rows.length)}`, { exact: true }),
  ).toBeVisible();
  await expect(productGrid(page).locator('tfoot').getByRole('gridcell').last()).toHaveText(
    chf(found.customersGain),
  );
  for (const text of [hidden.gtin!, hidden.pharmacode1!, hidden.productName!.toUpperCase()]) {
    await field.fill(text);
    await expect(articleRows(page).filter({ hasText: hidden.productName! }).first()).toBeVisible();
  }
  await expect(page).toHaveURL(/find=/);
  // What no name has is not looked for.
  await open(`products?find=%00${encodeURIComponent(hidden.gtin!)}%EF%BF%BD`);
  await expect(field).toHaveValue(hidden.gtin!);
  await expect(articleRows(page).filter({ hasText: hidden.productName! }).first()).toBeVisible();
  await page.reload();
  await expect(articleRows(page).filter({ hasText: hidden.productName! }).first()).toBeVisible();
  await field.fill('gibt es nicht');
  await expect(articleRows(page)).toHaveCount(0);
  await expect(page.getByText(`0 Treffer in ${whole(rows.length)} Artikeln`)).toBeVisible();
  await page.getByRole('button', { name: 'Suche leeren' }).click();
  await expect(articleRows(page).first().getByRole('rowheader')).toContainText(rows[0]!.productName!);
});
