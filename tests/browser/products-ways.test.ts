import { expect, test } from '#tests/support/browser.ts';
import { long } from '#tests/support/rounds.ts';
import { visitDashboard } from './dashboard.ts';
import { violationsOf } from './no-violations.ts';
import {
  type Article,
  articleRows,
  expectArticles,
  productGrid,
  type Totals,
  visitLargest,
} from './products-table.ts';

test('a molecule leads to its articles, and the way back is in sight', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const { json, open } = await visitDashboard(page, portal);
  const [molecule] = await json<{ moleculeName: string }[]>('molecule?general=match');
  await open('molecules?general=match');
  await page.getByRole('link', { name: molecule!.moleculeName, exact: true }).first().click();
  const query = new URLSearchParams({ general: 'match', molecule: molecule!.moleculeName });
  await expectArticles(
    page,
    await json<Article[]>(`product?${query}`),
    await json<Totals>(`product/totals?${query}`),
  );
  const trail = page.getByRole('navigation', { name: 'Weg zu dieser Auswahl' });
  await expect(trail).toContainText(molecule!.moleculeName);
  await trail.getByRole('link', { name: 'Wirkstoffe' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wirkstoffe');
});

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

test('what goes wrong is said with its cause, and another try helps', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const { open } = await visitDashboard(page, portal);
  await page.route(/\/product\?/, (route) =>
    route.fulfill({ status: 500, json: { message: 'Das geht nicht.', code: 'x', requestId: 'abc-1' } }),
  );
  await open('products');
  await expect(page.getByRole('alert')).toContainText('Das geht nicht.');
  await expect(page.getByRole('alert')).toContainText('abc-1');
  await page.unroute(/\/product\?/);
  await page.getByRole('button', { name: 'Erneut versuchen' }).click();
  await expect(articleRows(page).first()).toBeVisible();
});

test('filters that leave nothing say so and can be taken back', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const { open } = await visitDashboard(page, portal);
  await open('products?manufacturer=Nobody');
  await expect(page.getByRole('heading', { name: 'Keine Angaben vorhanden.' })).toBeVisible();
  await page.getByRole('button', { name: 'Zurücksetzen' }).last().click();
  await expect(articleRows(page).first()).toBeVisible();
});

test('on paper stand all articles shown, not only those in sight, and no controls', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const { open } = await visitLargest(page, portal);
  await open('products');
  await expect(articleRows(page).first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(articleRows(page)).toHaveCount(500);
  await expect(page.getByRole('button', { name: 'Filter' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Alle anzeigen' })).toBeHidden();
  await expect(page.getByText('01.2025')).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await expect.poll(() => articleRows(page).count()).toBeLessThan(60);
});

test('on a phone the table scrolls in itself, its first column stays, and nothing else is too wide', {
  tag: '@long',
}, async ({ page, portal }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { open } = await visitDashboard(page, portal);
  await open('products?layout=lite');
  await expect(articleRows(page).first()).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  const name = articleRows(page).first().getByRole('rowheader');
  const before = await name.boundingBox();
  await page.locator('.products').evaluate((box) => box.scrollTo({ left: 300 }));
  expect((await name.boundingBox())!.x).toBeCloseTo(before!.x, 0);
});

for (const language of long ? ['de', 'en', 'fr', 'it'] : ['de']) {
  test(`the product analysis has no accessibility violations in ${language}`, { tag: '@long' }, async ({
    page,
    portal,
  }) => {
    test.setTimeout(180_000);
    const { open } = await visitDashboard(page, portal);
    for (const [address, width] of [
      [`products?lang=${language}&columns=quantity.gtin&general=match&find=a`, 1280],
      [`products?lang=${language}`, 360],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await open(address);
      await page.locator('tbody [data-place]').first().waitFor();
      await page.getByRole('grid').focus();
      await page.keyboard.press('Enter');
      expect.soft(await violationsOf(page, { include: '#content' }), address).toEqual([]);
    }
  });
}
