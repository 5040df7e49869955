import { expect, test } from '#tests/support/browser.ts';
import { pressEscape } from './dashboard.ts';
import {
  ask,
  expectProducts,
  expectRows,
  grid,
  productRows,
  type Stockout,
  written,
} from './market-lists.ts';
import { expectNoViolations } from './no-violations.ts';

type Row = Stockout & { pair: string; rank: number | null };

const address = '/stockout-analyser-competitor?lang=de';

test('names and durations of one product are told once, for all of its alternatives', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(address);
  const rows = await ask<Row[]>(page, 'portfolio/competitor');
  await expectProducts(
    page,
    rows.map(({ productName }) => productName),
  );
  await expect(grid(page).getByRole('columnheader')).toHaveText([
    'Produkt',
    'Lieferengpass',
    'Alternative',
    'Hersteller',
  ]);
  const names = new Set(rows.map(({ productName }) => productName));
  expect(names.size).toBeLessThan(rows.length);
  await expect(grid(page).locator('tbody .stockout-cell__name:visible').first()).toBeVisible();
  await expect(grid(page).locator('tbody th .stockout-cell')).toHaveCount(names.size);
  const products = new Set(rows.map(({ gtin }) => gtin));
  await expect(grid(page).locator('.stockout-since')).toHaveCount(products.size);
  // Between rows that tell it together there is no line; below the last of them there is.
  const lines = await productRows(page).evaluateAll((drawn) =>
    drawn.map((row) =>
      [...row.children]
        .slice(0, 2)
        .map((cell) => getComputedStyle(cell).borderBottomColor !== 'rgba(0, 0, 0, 0)'),
    ),
  );
  expect(lines).toEqual(
    rows.map((row, place) => {
      const below = rows[place + 1];
      const isSameName = below?.productName === row.productName;
      return [!isSameName, !(isSameName && below?.gtin === row.gtin)];
    }),
  );
});

test('it begins without filters, and offers six of them', { tag: '@long' }, async ({ page }) => {
  await page.goto(address);
  await expect(productRows(page).first()).toBeVisible();
  await expect(page).toHaveURL(/\?lang=de$/);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Filter' });
  await expect(dialog.getByRole('tab')).toHaveText(['Allgemein', 'Wirkstoff', 'ATC']);
  await expect(dialog.getByRole('checkbox')).toHaveCount(4);
  await dialog.getByText('mit lieferbarer Alternative').click();
  await dialog.getByRole('button', { name: 'Anwenden' }).click();
  const rows = await ask<Row[]>(page, 'portfolio/competitor?general=available_match');
  await expectProducts(
    page,
    rows.map(({ productName }) => productName),
  );
  await page.reload();
  await expectRows(page, rows.length);
});

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

test('what a pressed mark means is gone with the rows that a search leaves out', { tag: '@long' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 1400, height: 1000 });
  await page.goto(address);
  await productRows(page)
    .first()
    .getByRole('button', { name: /^Schlecht lieferbar/ })
    .click();
  const note = page.locator('.badge-note');
  await expect(note).toContainText('Gemeldet am');
  await page.getByRole('searchbox').fill('zzzz');
  await expect(grid(page)).toContainText('Nichts gefunden.');
  await expect(note).toHaveText('');
  // Nor does it come back with them: the pointer is elsewhere.
  await page.mouse.move(5, 5);
  await page.getByRole('searchbox').fill('');
  await expect(productRows(page).first()).toBeVisible();
  await expect(note).toHaveText('');
});

test('new stock-outs, co-marketing and alternatives back in stock are marked', { tag: '@long' }, async ({
  page,
}) => {
  const rows = await ask<Row[]>(page, 'portfolio/competitor');
  await page.goto(address);
  await expectRows(page, rows.length);
  const marks = async (name: RegExp) => grid(page).getByRole('button', { name }).count();
  const first = rows.filter((row, place) => row.productName !== rows[place - 1]?.productName);
  expect(await marks(/^Neuer Lieferengpass/)).toBe(first.filter((row) => row.newStockout1).length);
  expect(await marks(/^Alternative: Co-Marketing/)).toBe(rows.filter((row) => row.coMarketing).length);
  expect(await marks(/^Alternative: Wieder lieferbar/)).toBe(rows.filter((row) => row.backInStock2).length);
});

test('how long a product has been missing is told with what became of the promises', {
  tag: '@long',
}, async ({ page }) => {
  const rows = await ask<Row[]>(page, 'portfolio/competitor');
  const moved = rows.find((row) => row.moves1 > 1 && (row.movedDays1 ?? 0) > 0)!;
  expect(moved).toBeDefined();
  await page.goto(`${address}&find=${moved.gtin}`);
  const cell = productRows(page).first().locator('[data-column="duration"]');
  await expect(cell).toContainText(written(moved.missingSince1));
  await expect(cell).toContainText(`${moved.moves1}-mal verschoben, zusammen um`);
  const least = rows.find((row) => row.knownSinceAtLeast1);
  if (!least) return;
  await page.goto(`${address}&find=${least.gtin}`);
  await expect(cell).toContainText(`bekannt mindestens seit ${written(least.missingSince1)}`);
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

test('the count beside the search is of products, however many alternatives they have', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(address);
  const rows = await ask<Row[]>(page, 'portfolio/competitor');
  const products = new Set(rows.map(({ gtin }) => gtin)).size;
  expect(products).toBeLessThan(rows.length);
  await page.getByRole('searchbox').fill('a');
  await expect(page.getByText(new RegExp(`^\\d+ von ${products}$`))).toBeVisible();
});
