import { expect, test } from '#tests/support/browser.ts';
import { visitDashboard } from '../dashboard.ts';
import { type Article, articleRows, productGrid } from '../products-table.ts';

test('old articles stay while new ones load, and a request that a newer one overtakes is cancelled', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { json, open } = await visitDashboard(page, portal);
  await open('products');
  const [first] = await json<Article[]>('product?limit=1');
  const shown = articleRows(page).first().getByRole('rowheader');
  await expect(shown).toContainText(first!.productName!);
  let held = 0;
  const cancelled = page.waitForEvent('requestfailed', (request) =>
    /\/product\?.*sortBy=qtySum/.test(request.url()),
  );
  await page.route(/\/product\?.*sortBy=qtySum/, () => {
    held++;
  });
  await productGrid(page).getByRole('button', { name: 'Menge' }).first().click();
  await expect(productGrid(page)).toHaveAttribute('aria-busy', 'true');
  await expect(shown).toContainText(first!.productName!);
  await expect.poll(() => held).toBe(1);
  await productGrid(page).getByRole('button', { name: 'Produkt' }).click();
  await cancelled;
  const [alphabetical] = await json<Article[]>('product?sortBy=alphabetical&limit=1');
  await expect(shown).toContainText(alphabetical!.productName!);
  await expect(productGrid(page)).toHaveAttribute('aria-busy', 'false');
});
