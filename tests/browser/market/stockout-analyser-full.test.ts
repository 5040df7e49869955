import { expect, test } from '#tests/support/browser.ts';
import { chf, whole } from '../dashboard.ts';
import {
  ask,
  expectProducts,
  expectRows,
  feedMarket,
  grid,
  productRows,
  type Stockout,
} from '../market-lists.ts';
import { startSession } from '../sign-in.ts';

type Row = Stockout & {
  manufacturerCount: number;
  manufacturerQty: number | null;
  manufacturerPotential: number | null;
};

const unfeed = "delete from config where key = 'STOCKOUT_BEZUGS_STATISTIK_ID'";

test.beforeEach(({ portal }) => portal.pool.query(unfeed).then(() => undefined));

test('it begins with what can be delivered instead; that filter can be taken away and comes back', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/stockout-analyser-full?lang=de');
  await expect(page).toHaveURL(/general=available_match/);
  const deliverable = await ask<Row[]>(page, 'portfolio/full?general=available_match');
  await expectRows(page, deliverable.length);
  const reset = page.getByRole('button', { name: 'Zurücksetzen' });
  await expect(reset).toHaveCount(0);
  await page.getByRole('button', { name: 'Filter entfernen: mit lieferbarer Alternative' }).click();
  const all = await ask<Row[]>(page, 'portfolio/full');
  expect(all.length).toBeGreaterThan(deliverable.length);
  await expectRows(page, all.length);
  await page.reload();
  await expectRows(page, all.length);
  await reset.click();
  await expectRows(page, deliverable.length);
});

test('without a statistic for the market it says so, and shows no zeros', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/stockout-analyser-full?lang=de');
  await expect(page.getByText('Keine Statistik steht für den Markt')).toBeVisible();
  await expect(productRows(page).first().locator('[data-column="qty"]')).toHaveText('–');
  await expect(productRows(page).first().locator('[data-column="potential"]')).toHaveText('–');
});

test('competitors head their products with their sums, or the largest potential comes first', async ({
  page,
  portal,
}) => {
  await startSession(page, portal, 'admin@portal.example');
  const { rows: statistics } = await portal.pool.query<{ id: number }>(
    'select id from statistics where active and deleted_at is null order by id limit 1',
  );
  await feedMarket(page, statistics[0]!.id);
  await page.goto('/stockout-analyser-full?lang=de');
  await expect(page.getByText('Keine Statistik steht für den Markt')).toHaveCount(0);
  const rows = await ask<Row[]>(page, 'portfolio/full?general=available_match');
  await expectProducts(
    page,
    rows.map(({ productName }) => productName),
  );
  const [first] = rows;
  const sum = rows
    .filter(({ hersteller1 }) => hersteller1 === first!.hersteller1)
    .reduce((total, { turnoverPotential }) => total + Math.round(100 * (turnoverPotential ?? 0)), 0);
  expect(sum).toBeGreaterThan(0);
  await expect(grid(page).locator('.market-table__section').first()).toContainText(
    `Potenzial CHF ${chf(sum / 100)}`,
  );
  await expect(productRows(page).first().locator('[data-column="qty"]')).toHaveText(whole(first!.qty!));
  await expect(productRows(page).first().locator('[data-column="potential"]')).toHaveText(
    chf(first!.turnoverPotential!),
  );
  const cents = rows.reduce(
    (total, { turnoverPotential }) => total + Math.round(100 * (turnoverPotential ?? 0)),
    0,
  );
  await expect(grid(page).locator('tfoot')).toContainText(chf(cents / 100));
  await expect(grid(page).getByRole('columnheader', { name: 'Hersteller' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Umsatzpotenzial CHF', exact: true }).click();
  await expect(page).toHaveURL(/sortBy=overallPotential/);
  const overall = await ask<Row[]>(page, 'portfolio/full?general=available_match&sortBy=overallPotential');
  await expect(grid(page).locator('.market-table__section')).toHaveCount(0);
  await expectProducts(
    page,
    overall.map(({ productName }) => productName),
  );
  await expect(grid(page).getByRole('columnheader', { name: 'Hersteller' })).toBeVisible();
});
