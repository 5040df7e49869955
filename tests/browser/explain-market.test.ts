import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser.ts';
import { chf, pressEscape, whole } from './dashboard.ts';
import {
  ask,
  askSignedIn,
  expectRows,
  feedMarket,
  grid,
  productRows,
  type Stockout,
  written,
} from './market-lists.ts';
import { startSession } from './sign-in.ts';

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

test('the count of a manufacturer answers why beside its bar, and leads to its products', {
  tag: '@long',
}, async ({ page }) => {
  const rows = await ask<Stockout[]>(page, 'portfolio');
  const [largest] = await ask<{ manufacturer: string }[]>(page, 'portfolio/summary');
  const name = largest!.manufacturer;
  const own = rows.filter(({ hersteller1 }) => hersteller1 === name);
  await page.goto('/stockout-analyser?lang=de');
  await expectRows(page, rows.length);
  const bars = page.locator('.manufacturer-bars');
  await bars.getByRole('button', { name: `${name}: ${own.length}. Warum?` }).press('Enter');
  await expect(dialog(page).locator('.why-dialog__value')).toHaveText(`${own.length} Produkte`);
  await expect(dialog(page)).toContainText('Produkte dieses Herstellers');
  await expect(dialog(page)).not.toContainText('Statistik');
  await dialog(page).getByRole('link', { name: 'Zeilen anzeigen' }).click();
  await expectRows(page, own.length);
});

test('what stands below a title answers why', { tag: '@long' }, async ({ page }) => {
  const rows = await ask<Stockout[]>(page, 'portfolio');
  const deliverable = rows.filter(({ stockOut2 }) => stockOut2 === false).length;
  await page.goto('/stockout-analyser?lang=de');
  await expectRows(page, rows.length);
  const facts = page.locator('.page-header');
  await facts.getByRole('button', { name: `${deliverable} mit lieferbarer Alternative. Warum?` }).click();
  await expect(dialog(page).locator('.why-dialog__value')).toHaveText(`${deliverable} Produkte`);
  await dialog(page).getByRole('link', { name: 'Zeilen anzeigen' }).click();
  await expectRows(page, deliverable);
  await facts.getByRole('button', { name: `: ${deliverable} Produkte. Warum?` }).click();
  await expect(dialog(page).locator('.why-dialog__value')).toHaveText(`${deliverable} Produkte`);
});

test('the sums of a manufacturer answer why: those of its rows, and of no article of the statistic', {
  tag: '@long',
}, async ({ page, portal }) => {
  await startSession(page, portal, 'admin@portal.example');
  const { rows: statistics } = await portal.pool.query<{ id: number }>(
    'select id from statistics where active and deleted_at is null order by id limit 1',
  );
  await feedMarket(page, statistics[0]!.id);
  const rows = await ask<Stockout[]>(page, 'portfolio/full?general=available_match');
  const name = rows[0]!.hersteller1!;
  const own = rows.filter(({ hersteller1 }) => hersteller1 === name);
  const packs = whole(own.reduce((sum, { qty }) => sum + qty!, 0));
  const centimes = own.reduce((sum, row) => sum + Math.round(100 * (row.turnoverPotential ?? 0)), 0);
  await page.goto('/stockout-analyser-full?lang=de');
  const why = (asked: string) => grid(page).getByRole('button', { name: `${name}: ${asked}` });
  await why('Menge').click();
  await expect(dialog(page).locator('.why-dialog__value')).toHaveText(new RegExp(`^${packs} Packung`));
  await expect(dialog(page).getByRole('link', { name: /^(?!Zeilen)/ })).not.toHaveAttribute(
    'href',
    /article/,
  );
  await pressEscape(page);
  await why('Umsatzpotenzial CHF').click();
  await expect(dialog(page).locator('.why-dialog__value')).toHaveText(`${chf(centimes / 100)} CHF`);
  await dialog(page).getByRole('link', { name: 'Zeilen anzeigen' }).click();
  await expectRows(page, own.length);
});

test('the counts of the development answer why: the products that were missing on a day', {
  tag: '@long',
}, async ({ page }) => {
  type Day = { date: string; count: number };
  const days = await ask<Day[]>(page, 'stockoutstat/GENERICA');
  const [newest, earlier] = [days.at(-1)!, days.at(-300)!];
  const open = (date: string) =>
    ask<{ productName: string }[]>(page, `stockoutstat/open?series=GENERICA&date=${date}`);
  const products = dialog(page).locator('tbody th');
  await page.goto(`/stockout?lang=de&date=${earlier.date}&series=GENERICA`);
  await page
    .locator('.page-header')
    .getByRole('button', { name: /^Alle Generikahersteller: / })
    .click();
  await expect(dialog(page).locator('.why-dialog__value')).toHaveText(`${newest.count} Produkte`);
  await expect(products).toHaveText((await open(newest.date)).map(({ productName }) => productName));
  await expect(products).toHaveCount(newest.count);
  await expect(dialog(page)).toContainText(`Stand ${written(newest.date)}`);
  await pressEscape(page);
  await expect(dialog(page)).toHaveCount(0);

  await page
    .locator('.day-changes')
    .getByRole('button', { name: `am ${written(earlier.date)}: ${earlier.count}` })
    .press('Enter');
  await expect(products).toHaveText((await open(earlier.date)).map(({ productName }) => productName));
  await expect(products).toHaveCount(earlier.count);
});
