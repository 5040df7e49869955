import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser.ts';
import { chf, pressEscape, whole } from '../dashboard.ts';
import { ask, askSignedIn, feedMarket, grid, productRows, type Stockout, written } from '../market-lists.ts';
import { startSession } from '../sign-in.ts';

type Sums = { stockOutDate: string; priceDate: string; turnoverPotential: number };

const unfeed = "delete from config where key = 'STOCKOUT_BEZUGS_STATISTIK_ID'";

test.beforeEach(({ portal }) => portal.pool.query(unfeed).then(() => undefined));

const full = '/stockout-analyser-full?lang=de&sortBy=overallPotential&general=available_match';
const inApi = 'general=available_match&sortBy=overallPotential';
const dialog = (page: Page) => page.getByRole('dialog');

test('a potential is asked with the keyboard and tells its own numbers; visitors are not told whose they are', {
  tag: '@long',
}, async ({ page, portal }) => {
  await startSession(page, portal, 'admin@portal.example');
  const { rows: statistics } = await portal.pool.query<{ id: number }>(
    'select id from statistics where active and deleted_at is null order by id limit 1',
  );
  await feedMarket(page, statistics[0]!.id);
  type Choice = { statistic: { customerName: string } };
  const { statistic } = await askSignedIn<Choice>(page, 'config/STOCKOUT_BEZUGS_STATISTIK_ID');
  await page.goto(full);
  const [first] = await ask<Stockout[]>(page, `portfolio/full?${inApi}`);
  const sums = await ask<Sums>(page, `portfolio/full/totals?general=available_match`);
  expect(first!.turnoverPotential).toBeGreaterThan(0);
  await expect(productRows(page).first()).toContainText(first!.productName);

  await askFirstPotential(page);
  await expect(dialog(page)).toContainText(`${first!.productName}: Umsatzpotenzial CHF`);
  await expect(dialog(page)).toContainText(`= CHF ${chf(first!.turnoverPotential!)}`);
  await expect(dialog(page)).toContainText(`${whole(first!.qty!)} Packung`);
  await expect(dialog(page)).toContainText(`× CHF ${chf(first!.efPreis2!)} =`);
  await expect(dialog(page)).toContainText(`Stand ${written(sums.priceDate)}`);
  await expect(dialog(page)).toContainText(`Stand ${written(sums.stockOutDate)}`);
  const link = dialog(page).getByRole('link', { name: statistic.customerName });
  await expect(link).toHaveAttribute('href', new RegExp(`/products\\?article=${first!.gtin}`));
  await pressEscape(page);
  await expect(dialog(page)).toHaveCount(0);
  await expect(grid(page)).toBeFocused();

  await page.context().clearCookies();
  await page.goto(full);
  await expect(productRows(page).first()).toContainText(first!.productName);
  await askFirstPotential(page);
  await expect(dialog(page)).toContainText(/hochgerechnet aus 1 Statistik, [\d.–]+/);
  await expect(dialog(page)).toContainText(`= CHF ${chf(first!.turnoverPotential!)}`);
  await expect(dialog(page)).not.toContainText(statistic.customerName);
  await pressEscape(page);

  await page.getByRole('button', { name: /^Umsatzpotenzial CHF: .* Warum\?$/ }).click();
  await expect(dialog(page).locator('.why-dialog__value')).toHaveText(`${chf(sums.turnoverPotential)} CHF`);
  await dialog(page).getByRole('link', { name: 'Zeilen anzeigen' }).click();
  await expect(page).toHaveURL(/stockout-analyser-full\?.*general=available_match/);
  await expect(dialog(page)).toHaveCount(0);
});

/** By the keyboard alone, from wherever the cells are: also where rows that come anew take them back to the first. */
async function askFirstPotential(page: Page): Promise<void> {
  await grid(page).focus();
  const headings = await grid(page).getByRole('columnheader').allTextContents();
  const steps = headings.findIndex((heading) => heading.includes('Umsatzpotenzial'));
  const active = grid(page).locator('[data-active="true"]');
  const goThere = async () => {
    const column = await active.evaluate((cell) => (cell as HTMLTableCellElement).cellIndex);
    if (column < steps) await page.keyboard.press('ArrowRight');
    return column;
  };
  await expect.poll(goThere, { intervals: [0] }).toBe(steps);
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeVisible();
}
