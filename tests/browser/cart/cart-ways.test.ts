import { expect, test } from '#tests/support/browser.ts';
import { openCart } from '../cart-portal.ts';
import { chf } from '../dashboard.ts';
import { type Article, articleRows, productGrid } from '../products-table.ts';

test('the alternatives of rows selected in the product analysis go to the cart, which is one press away', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { cart, call, directLinkId } = await openCart(page, portal);
  const articles = await call<Article[]>('GET', `statistics/${directLinkId}/product?limit=3`);
  const wanted = new Set(articles.slice(0, 3).map(({ alternativeGTIN }) => alternativeGTIN));
  expect(wanted.size).toBeGreaterThan(1);
  await page.goto(`/dashboard/${directLinkId}/products`);
  const button = page.getByRole('button', { name: /Auswahl in den Warenkorb/ });
  await articleRows(page).first().waitFor();
  await expect(button).toHaveCount(0);
  await productGrid(page).focus();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  // In sight without scrolling, with what is selected.
  await expect(button).toBeInViewport({ ratio: 1 });
  const potential =
    articles.reduce((sum, row) => sum + Math.round((row.turnoverPotential ?? 0) * 100), 0) / 100;
  await expect(page.getByText(`${wanted.size} Produkte · Potenzial CHF ${chf(potential)}`)).toBeVisible();
  await button.click();
  const toast = page.locator('.bp6-toast');
  await expect(toast.first()).toContainText(`${wanted.size} Produkte sind im Warenkorb ausgewählt.`);
  await expect.poll(async () => (await cart()).sums.rows).toBe(wanted.size);
  const { rows } = await cart();
  for (const row of rows.filter(({ gtin }) => wanted.has(gtin))) {
    expect(row.selectedQuantity).toBe(row.availableQuantity);
  }
  // Selected together, they are one step to undo.
  const { cartKey } = await cart();
  await call('POST', `cart/from-statistic/${directLinkId}/${cartKey}/undo`, {});
  expect((await cart()).sums.rows).toBe(0);
  await call('POST', `cart/from-statistic/${directLinkId}/${cartKey}/redo`, {});
  await button.click();
  const again = toast.filter({ hasText: 'schon' });
  await again.getByRole('button', { name: 'Zum Warenkorb' }).click();
  await expect(page).toHaveURL(/\/cart/);
});
