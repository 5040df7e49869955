import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser.ts';
import { type Dashboard, visitDashboard } from '../dashboard.ts';
import { type Article, articleRows } from '../products-table.ts';

/** Opens the list with the one article that fits. */
async function openArticle(
  page: Page,
  { json, open }: Dashboard,
  fits: (row: Article) => boolean,
  columns = 'alternative.quantity',
): Promise<Article> {
  const row = (await json<Article[]>('product')).find(fits);
  if (!row) throw new Error('The demo statistic has no such article.');
  await open(`products?columns=${columns}&article=${row.article}`);
  await expect(articleRows(page)).toHaveCount(1);
  return row;
}

test('without its column an alternative is told by a badge, also by keyboard', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const row = await openArticle(
    page,
    await visitDashboard(page, portal),
    ({ alternativeGTIN }) => alternativeGTIN !== null,
    'quantity',
  );
  const note = page.locator('.badge-note');
  await page.getByRole('grid').focus();
  await page.keyboard.press('Enter');
  await expect(note).toContainText(row.alternativeProductName!);
  await expect(note).toContainText(row.alternativeGTIN!);
  await page.keyboard.press('Escape');
  await expect(note).toBeHidden();
});
