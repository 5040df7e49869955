import { expect, test } from '#tests/support/browser.ts';
import { pressEscape } from '../dashboard.ts';
import { ask, expectRows, grid, productRows, type Stockout, written } from '../market-lists.ts';
import { expectNoViolations } from '../no-violations.ts';

type Row = Stockout & { pair: string; rank: number | null };

const address = '/stockout-analyser-competitor?lang=de';

test('a mark tells status and last update, of an alternative planned delivery and comment too', {
  tag: '@long',
}, async ({ page }) => {
  const rows = await ask<Row[]>(page, 'portfolio/competitor');
  const missing = rows.find(({ stockOut2, deliverability2 }) => stockOut2 && deliverability2)!;
  await page.goto(`${address}&find=${missing.gtin}`);
  const line = productRows(page).filter({ hasText: missing.alternativeProductName! }).first();
  await line.getByRole('button', { name: /^Alternative: Schlecht lieferbar/ }).hover();
  const note = page.locator('.badge-note');
  await expect(note).toContainText('Geplante Lieferung');
  if (missing.deliverabilityUpdate2) {
    await expect(note).toContainText(`Letztes Update${written(missing.deliverabilityUpdate2)}`);
  }
  await line.getByRole('button', { name: /^Schlecht lieferbar/ }).hover();
  await expect(note).toContainText('Letztes Update');
});

test('sources stand side by side with the age of their word, by keyboard too', async ({ page }) => {
  const rows = await ask<Row[]>(page, 'portfolio/competitor');
  const row = rows.find(({ sourcesDisagree1 }) => sourcesDisagree1)!;
  const episodes = await ask<{ source: string; open: boolean; listDate: string; reportedOn: string }[]>(
    page,
    `portfolio/episodes?gtin=${row.gtin}`,
  );
  const sources = new Set(episodes.map(({ source }) => source));
  expect(sources.size).toBeGreaterThan(1);
  await page.goto(`${address}&find=${row.gtin}`);
  await expectRows(page, rows.filter(({ gtin }) => gtin === row.gtin).length);
  await grid(page).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Was die Quellen sagen: ${row.productName}` });
  await expect(dialog.getByRole('heading', { level: 3 })).toHaveCount(sources.size);
  for (const { source, listDate } of episodes) {
    const card = dialog.locator('.source-card').filter({ has: page.getByRole('heading', { name: source }) });
    await expect(card).toContainText(`Liste vom ${written(listDate)}`);
  }
  await expectNoViolations(
    page,
    'sources',
    rows.map(({ deliverability1 }) => deliverability1 ?? ''),
  );
  await pressEscape(page);
  await expect(dialog).toHaveCount(0);
  await expect(grid(page)).toBeFocused();
});
