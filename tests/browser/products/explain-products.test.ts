import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser.ts';
import { chf, pressEscape, visitDashboard, whole } from '../dashboard.ts';
import { expectNoViolations } from '../no-violations.ts';
import { type Article, articleRows, productGrid } from '../products-table.ts';

const allColumns = 'columns=alternative.existing.quantity.exFactory.public';
const dialogOf = (page: Page, row: Article, heading: string) =>
  page.getByRole('dialog', { name: `${row.productName}: ${heading}`, exact: true });

test('Enter on a figure of the product analysis explains it, and the cells stay as they were', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { json, open } = await visitDashboard(page, portal);
  const rows = await json<Article[]>('product?limit=3');
  const row = rows[1]!;
  await open(`products?${allColumns}`);
  await expect(articleRows(page).first()).toBeVisible();
  const grid = productGrid(page);
  await grid.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  for (const [heading, value] of [
    ['Menge', `${whole(row.qtySum1)} Packungen`],
    ['Fabrikabgabepreis total CHF', `${chf(row.efPreisSum!)} CHF`],
    ['Publikumspreis total CHF', `${chf(row.pPreisSum!)} CHF`],
    ['Alternative', null],
    ['Bestehende Menge', `${whole(row.qtySum2!)} Packungen`],
    ['Umsatzpotenzial CHF', `${chf(row.turnoverPotential!)} CHF`],
  ] as const) {
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    if (value === null) continue;
    const dialog = dialogOf(page, row, heading);
    await expect(dialog.locator('.why-dialog__value')).toHaveText(value);
    if (heading === 'Fabrikabgabepreis total CHF') {
      const price = `CHF ${chf(row.efPreis1!)} = CHF ${chf(row.efPreisSum!)}`;
      await expect(dialog).toContainText(`${whole(row.qtySum1)} Packungen × ${price}`);
    }
    await pressEscape(page);
    await expect(dialog).toHaveCount(0);
    await expect(grid).toBeFocused();
  }

  const active = page.locator('[data-active="true"]');
  await expect(active).toContainText(chf(row.turnoverPotential!));
  await page.keyboard.press('Shift+ArrowUp');
  await expect(page.locator('[aria-selected="true"]')).toHaveCount(2);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const dialog = dialogOf(page, row, 'Umsatzpotenzial CHF');
  await dialog.getByRole('link', { name: 'Artikel anzeigen' }).press('Enter');
  await expect(page).toHaveURL(new RegExp(`article=${row.article}`));
  await expect(articleRows(page)).toHaveCount(1);
  await expect(articleRows(page)).toContainText(chf(row.turnoverPotential!));
});

test('a double click on a figure explains it; selecting, dragging and copying do not', {
  tag: '@long',
}, async ({ page, portal, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { json, open } = await visitDashboard(page, portal);
  const rows = await json<Article[]>('product?limit=4');
  await open('products');
  const cell = (row: number, column: number) => articleRows(page).nth(row).getByRole('gridcell').nth(column);
  const potential = 3;
  await cell(0, potential).click();
  await cell(2, potential).click({ modifiers: ['Shift'] });
  await expect(page.locator('[aria-selected="true"]')).toHaveCount(3);
  await page.keyboard.press('Control+c');
  await expect(page.getByText('3 Zellen kopiert.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    [0, 1, 2].map((place) => rows[place]!.turnoverPotential!.toFixed(2)).join('\n'),
  );
  await cell(0, 0).hover();
  await page.mouse.down();
  await cell(1, potential).hover();
  await page.mouse.up();
  await expect(page.locator('[aria-selected="true"]')).toHaveCount(8);
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await cell(3, potential).dblclick();
  const dialog = dialogOf(page, rows[3]!, 'Umsatzpotenzial CHF');
  await expect(dialog.locator('.why-dialog__value')).toHaveText(`${chf(rows[3]!.turnoverPotential!)} CHF`);
  await pressEscape(page);
  await cell(3, 1).dblclick();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 740 } });

  test('the mark in the chosen cell explains its figure', { tag: '@long' }, async ({ page, portal }) => {
    const { json, open } = await visitDashboard(page, portal);
    const [row] = await json<Article[]>('product?limit=1');
    await open('products');
    const cell = articleRows(page).first().getByRole('gridcell').first();
    const mark = cell.getByRole('button', { name: 'Warum?' });
    await expect(mark).toHaveCount(0);
    await cell.tap();
    await expectNoViolations(page, 'chosen figure');
    await mark.tap();
    const dialog = dialogOf(page, row!, 'Umsatzpotenzial CHF');
    await expect(dialog.locator('.why-dialog__value')).toHaveText(`${chf(row!.turnoverPotential!)} CHF`);
    await dialog.getByRole('button', { name: 'Schliessen' }).last().tap();
    await expect(dialog).toHaveCount(0);
  });
});
