import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser.ts';
import { pressEscape, visitDashboard } from '../dashboard.ts';
import { ask, grid, productRows, type Stockout } from '../market-lists.ts';
import { articleRows, productGrid, visitLargest } from '../products-table.ts';
import { startSession } from '../sign-in.ts';

const dialog = (page: Page) => page.getByRole('dialog');

/** Back closes what is open and leaves the page as it is, Forward opens it again, and a reload leaves it open. */
async function expectStep(page: Page, name: string | RegExp) {
  const address = page.url();
  const opened = page.getByRole('dialog', { name });
  await expect(opened).toBeVisible();
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  expect(page.url()).toBe(address);
  await page.goForward();
  await expect(opened).toBeVisible();
  await page.reload();
  await expect(opened).toBeVisible();
  // What is closed by hand leaves no step that Back would have to pass.
  await pressEscape(page);
  await expect(dialog(page)).toHaveCount(0);
  expect(page.url()).toBe(address);
}

test('Back closes why of a figure of a dashboard, where the list stays as it is', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const { open } = await visitLargest(page, portal);
  await open('molecules');
  await page.getByRole('link', { name: 'Produktanalyse' }).first().click();
  await expect(articleRows(page).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await productGrid(page).focus();
  await page.keyboard.press('ArrowRight');
  const row = await articleRows(page).nth(3).elementHandle();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/product(\/totals)?\?/.test(request.url())) asked.push(request.url());
  });
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeVisible();
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await expect(productGrid(page)).toBeFocused();
  // The same row is there: nothing was drawn anew, nor asked.
  expect(await row!.evaluate((element) => element.isConnected)).toBe(true);
  expect(asked).toEqual([]);
  await page.goForward();
  await expectStep(page, /Menge/);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wirkstoffe');
});

test('a way that is followed out of a dialog takes its place: Back leads to the page below', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { open } = await visitDashboard(page, portal);
  await open('molecules');
  const table = page.getByRole('table', { name: 'Wirkstoffe', exact: true }).last();
  // Until they have come, rows stand for them.
  await expect(table.locator('tbody tr').first().getByRole('link')).toBeVisible();
  await table.locator('tbody tr').first().getByRole('cell').last().click();
  await dialog(page).getByRole('link', { name: 'Artikel anzeigen' }).first().click();
  await expect(articleRows(page).first()).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wirkstoffe');
  await expect(dialog(page)).toHaveCount(0);
});

test('Back closes why of a figure of the market, and Forward and a reload leave it open', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/stockout-analyser?lang=de');
  await expect(productRows(page).first()).toBeVisible();
  await page
    .getByRole('button', { name: /Warum\?$/ })
    .first()
    .click();
  await expectStep(page, /./);
});

test('Back closes why of a chart of the market, what the sources say and who buys a product', {
  tag: '@long',
}, async ({ page, portal }) => {
  await startSession(page, portal, 'admin@portal.example');
  const rows = await ask<Stockout[]>(page, 'portfolio');
  const row = rows.find(({ sourcesDisagree1 }) => sourcesDisagree1)!;
  await page.goto('/stockout-analyser?lang=de');
  await expect(productRows(page).first()).toBeVisible();
  // Of the chart, which names another list than the page's.
  await page
    .locator('.manufacturer-bars')
    .getByRole('button', { name: /Warum\?$/ })
    .first()
    .click();
  await expectStep(page, /./);

  await page.goto(`/stockout-analyser-competitor?lang=de&find=${row.gtin}`);
  await expect(productRows(page).first()).toBeVisible();
  await page.locator('.stockout-since').first().click();
  await expectStep(page, `Was die Quellen sagen: ${row.productName}`);
  await expect(productRows(page).first()).toBeVisible();
  await page.locator('.stockout-since').first().click();
  await page.goBack();
  await expect(grid(page)).toBeFocused();

  await page.goto('/stockout-back-in-stock?lang=de');
  const customers = page.locator('button.customers-of-product').first();
  await customers.click();
  await expectStep(page, /./);
  await customers.click();
  await page.goBack();
  await expect(customers).toBeFocused();

  await page.goto('/stockout?lang=de');
  await page
    .getByRole('button', { name: /Warum\?$/ })
    .first()
    .click();
  await expectStep(page, /./);
});

test('a dialog that is opened before what was typed is in the address stays, and so does what was typed', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { json, open } = await visitLargest(page, portal);
  const [first] = await json<{ gtin: string }[]>('product?limit=1');
  await open('products');
  await expect(articleRows(page).nth(2)).toBeVisible();
  await expect(page.locator('tfoot .why').first()).toBeVisible();
  await page.getByPlaceholder('Name, GTIN oder Pharmacode').evaluate((field, text) => {
    const button = document.querySelector<HTMLElement>('tfoot .why');
    (field as HTMLInputElement).focus();
    document.execCommand('insertText', false, text);
    button?.click();
  }, first!.gtin);
  await expect(dialog(page)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`find=${first!.gtin}`));
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  await expect(dialog(page)).toBeVisible();
  await pressEscape(page);
  await expect(dialog(page)).toHaveCount(0);
  await expect(articleRows(page)).toHaveCount(1);
  await expect(page).toHaveURL(new RegExp(`find=${first!.gtin}`));
});
