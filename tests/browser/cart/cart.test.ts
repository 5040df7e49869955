import type { Locator, Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser.ts';
import { expectSums, openCart, openDetails } from '../cart-portal.ts';
import { chf, pressEscape, whole } from '../dashboard.ts';
import { expectNoViolations } from '../no-violations.ts';
import { startSession, watchConsole } from '../sign-in.ts';

const written = new Intl.NumberFormat('de-CH', { maximumFractionDigits: 2 });

test('packs are typed, transferred and reset, the sums follow at once, and a row shows the articles behind it', async ({
  page,
  portal,
}) => {
  const complaints = watchConsole(page);
  const { cart, packs, grid, saved, row, call, directLinkId } = await openCart(page, portal);
  const [first, second] = (await cart()).rows.filter(
    ({ warehouseProduct }) => warehouseProduct.ExFactoryPrice !== null,
  );
  await packs(first!).fill('7');
  await packs(second!).fill('12');
  const prices = [first!, second!].map((each) => Math.round(each.warehouseProduct.ExFactoryPrice! * 100));
  const amount = (prices[0]! * 7 + prices[1]! * 12) / 100;
  await expectSums(grid, { packs: 19, amount: chf(amount) });
  await page.keyboard.press('Enter');
  await saved();
  const after = await cart();
  expect(after.sums).toMatchObject({ rows: 2, packs: 19, exFactorySum: amount });
  expect(after.rows.find(({ gtin }) => gtin === first!.gtin)!.selectedExact).toBe('7');
  await page.reload();
  await expect(packs(first!)).toHaveValue('7');
  await expect(row(second!)).toContainText(chf((prices[1]! * 12) / 100));

  const { rows, cartKey } = await cart();
  const other = rows.find(({ gtin }) => gtin !== first!.gtin && gtin !== second!.gtin)!;
  await row(other).getByRole('button', { name: 'Übernehmen' }).click();
  await saved();
  expect((await cart()).rows.find(({ gtin }) => gtin === other.gtin)!.selectedQuantity).toBe(
    other.availableQuantity,
  );
  await row(other).getByRole('button', { name: 'Zurücksetzen' }).click();
  await expect(packs(other)).toHaveValue('');
  await saved();
  expect((await cart()).rows.find(({ gtin }) => gtin === other.gtin)!.selectedQuantity).toBe(0);
  const articles = await call<{ description: string; qty: number }[]>(
    'POST',
    `cart/from-statistic/${directLinkId}/${cartKey}/${other.gtin}`,
    {},
  );
  // Where packs of articles and of the product are of another size.
  const inParts = rows.find(({ availableQuantity }) => written.format(availableQuantity).includes('.'))!;
  await row(inParts).locator('[data-control="available"]').click();
  await expect(page.locator('.why-dialog__value')).toHaveText(
    `${written.format(inParts.availableQuantity)} Packungen`,
  );
  await pressEscape(page);
  const behind = grid.locator('.cart-table__article');
  await row(other).locator('[data-control="open"]').click();
  await expect(behind).toHaveCount(articles.length);
  await expect(behind.first()).toContainText(articles[0]!.description);
  await expect(behind.first()).toContainText(whole(articles[0]!.qty));
  await row(other).locator('[data-control="open"]').click();
  await expect(behind).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test('all rows are selected and deselected as one step, which undo and redo take back and make again', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { cart, grid, saved } = await openCart(page, portal);
  const { rows } = await cart();
  await page.getByRole('button', { name: `Alle auswählen (${whole(rows.length)})` }).click();
  await expect(page.locator('[data-sum="packs"]')).not.toHaveText('0');
  await saved();
  const all = await cart();
  expect(all.rows.every((each) => each.selectedQuantity === each.availableQuantity)).toBe(true);
  await expectSums(grid, { packs: all.sums.packs, amount: chf(all.sums.exFactorySum) });
  await page.getByRole('button', { name: /Alle abwählen/ }).click();
  await expectSums(grid, { packs: 0, amount: chf(0) });
  await saved();
  await page.locator('.statistic-head__title').click();
  await page.keyboard.press('Control+z');
  await expectSums(grid, { packs: all.sums.packs, amount: chf(all.sums.exFactorySum) });
  await page.keyboard.press('Control+z');
  await expectSums(grid, { packs: 0, amount: chf(0) });
  await page.keyboard.press('Control+y');
  await expectSums(grid, { packs: all.sums.packs, amount: chf(all.sums.exFactorySum) });
  await saved();
  expect((await cart()).sums).toEqual(all.sums);
  await page.getByRole('button', { name: 'Verlauf' }).click();
  const log = page.getByRole('dialog', { name: 'Verlauf des Warenkorbs' });
  // The last redo, and both undos: each says what it was of.
  await expect(log.getByText('Wiederholt')).toBeVisible();
  await expectNoViolations(page, 'history', ['Berta Käufer']);
  await expect(log.getByText(`Packungen von ${rows.length} Produkten geändert`)).toHaveCount(3);
  await expect(log.getByText(/Berta Käufer/).first()).toBeVisible();
  await expect(log.getByText(`Alle ausgewählt: ${rows.length} Produkte geändert`)).toBeVisible();
});

test('rows are found by a part of their name and filtered; what is selected is counted all the same', async ({
  page,
  portal,
}) => {
  const { cart, packs, grid, row, saved } = await openCart(page, portal);
  const { rows } = await cart();
  const [first] = rows;
  await packs(first!).fill('3');
  await page.keyboard.press('Enter');
  await row(first!).locator('[data-control="open"]').click();
  await expect(grid.locator('.cart-table__article').first()).toBeVisible();
  const part = rows.at(-1)!.productDescription.slice(2, 9).toUpperCase();
  const found = rows.filter((each) => each.productDescription.toUpperCase().includes(part));
  await page.getByRole('searchbox', { name: 'Produkte nach Name suchen' }).fill(part.toLowerCase());
  await expect(grid.locator('[data-control="packs"]')).toHaveCount(found.length);
  await page.getByRole('button', { name: 'Suche leeren' }).click();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Filter' });
  await dialog.getByText('Originale').click();
  await dialog.getByRole('button', { name: 'Anwenden' }).click();
  await expect(page).toHaveURL(/type=original/);
  await expect(grid.locator('.cart-table__article')).toHaveCount(0);
  await saved();
  await expect(page.locator('[data-sum="packs"]')).toHaveText('3');
  await page.goto(`${page.url().split('?')[0]}?manufacturer=Nobody`);
  const hidden = page.getByText(/1 ausgewähltes Produkt blendet der Filter aus/);
  await expect(hidden).toBeVisible();
  await page.getByRole('button', { name: 'Ausgewählte anzeigen' }).click();
  await expect(packs(first!)).toHaveValue('3');
  await expect(hidden).toHaveCount(0);
});

test('a visible cart can be looked at by colleagues and not changed', { tag: '@long' }, async ({
  page,
  portal,
  browser,
}) => {
  const { cart, packs, saved, directLinkId, row } = await openCart(page, portal);
  const [first] = (await cart()).rows;
  await packs(first!).fill('9');
  await openDetails(page);
  await page.getByText('Für Kolleginnen und Kollegen sichtbar').click();
  await saved();
  const context = await browser.newContext({ baseURL: portal.url, locale: 'de-CH' });
  const other = await context.newPage();
  await startSession(other, portal, 'admin@portal.example');
  await other.goto(`/dashboard/${directLinkId}/cart`);
  await other.getByRole('button', { name: 'Liste einfügen' }).click();
  const dialog = other.getByRole('dialog', { name: 'Liste einfügen' });
  await dialog.getByLabel('Liste', { exact: true }).fill(`${first!.gtin} 6`);
  await dialog.getByRole('button', { name: 'Übernehmen' }).click();
  const taken = other.getByText('1 Produkt übernommen.');
  await expect(taken).toBeVisible();
  await other.getByLabel('Wessen Warenkorb').selectOption({ label: 'Berta Käufer (1 Produkt)' });
  await expect(other.getByText(/Der Warenkorb von Berta Käufer/)).toBeVisible();
  await expect(taken).toHaveCount(0);
  const shown = other.locator(`tr[data-gtin="${first!.gtin}"]`).first();
  await expect(shown.locator('.cart-table__packs')).toHaveText('9');
  await expect(shown.getByRole('textbox')).toHaveCount(0);
  await expect(other.getByRole('button', { name: /Alle auswählen/ })).toHaveCount(0);
  await expect(row(first!)).toBeVisible();
  // Hidden again, it leaves a way back to one's own.
  await page.getByText('Für Kolleginnen und Kollegen sichtbar').click();
  await saved();
  await other.reload();
  await expect(other.getByRole('alert')).toBeVisible();
  await other.getByLabel('Wessen Warenkorb').selectOption({ label: 'Mein Warenkorb' });
  await expect(other.getByRole('button', { name: /Alle auswählen/ })).toBeVisible();
  await context.close();
});

test('on paper each figure stands below its heading, of one’s own cart and of somebody else’s', {
  tag: '@long',
}, async ({ page, portal, browser }) => {
  const { call, cart, directLinkId, grid } = await openCart(page, portal);
  await page.getByRole('button', { name: /^Alle auswählen/ }).click();
  await expectOnPaper(page, grid);
  const { cartKey } = await cart();
  await call('POST', `cart/from-statistic/${directLinkId}/${cartKey}`, { visible: true });
  const context = await browser.newContext({ baseURL: portal.url, locale: 'de-CH' });
  const colleague = await context.newPage();
  await startSession(colleague, portal, 'admin@portal.example');
  await colleague.goto(`/dashboard/${directLinkId}/cart?cart=${cartKey}`);
  await expectOnPaper(colleague, colleague.getByRole('grid'));
  await context.close();
});

/** Prints and expects packs, total, and what stands left of it to end where their headings do. */
async function expectOnPaper(page: Page, grid: Locator): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  const row = grid.locator('tr[data-gtin][data-selected="true"]').first();
  await row.waitFor();
  const right = async (cells: Locator) =>
    cells.evaluateAll((all) => all.map((cell) => Math.round(cell.getBoundingClientRect().right)));
  const headings = await right(grid.locator('thead th'));
  expect(await right(row.locator(':is(th, td)'))).toEqual(headings);
  await expect(page.locator('[data-sum="exFactory"]')).toBeVisible();
  await expect(page.getByText('Nur Ausgewählte')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
}
