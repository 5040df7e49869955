import { expect, test } from '#tests/support/browser.ts';
import { ask, askSignedIn, expectProducts, feedMarket, grid, productRows, written } from '../market-lists.ts';
import { startSession } from '../sign-in.ts';

interface Row {
  gtin: string;
  productName: string;
  swissmedicNo1: string | null;
  hersteller1: string | null;
  backInStockDate: string;
  turnover?: number | null;
}

const address = '/stockout-back-in-stock?lang=de';

test('it begins with the companies of the provider, whoever of several is hidden only when alone', {
  tag: '@long',
}, async ({ page }) => {
  const { providerCompanies } = await ask<{ providerCompanies: string[] }>(page, 'portal');
  await page.goto(address);
  const query = providerCompanies.map((name) => `manufacturer=${encodeURIComponent(name)}`).join('&');
  const rows = await ask<Row[]>(page, `portfolio/back-in-stock?${query}`);
  expect(rows.length).toBeGreaterThan(0);
  await expectProducts(
    page,
    rows.map(({ productName }) => productName),
  );
  await expect(page.getByRole('button', { name: 'Zurücksetzen' })).toHaveCount(0);
  const heads = ['Pharmacode', 'Produkt', 'Hersteller', '↓Wieder da seit'];
  const shown = providerCompanies.length === 1 ? heads.filter((name) => name !== 'Hersteller') : heads;
  await expect(grid(page).getByRole('columnheader')).toHaveCount(shown.length);
  const first = productRows(page).first();
  await expect(first.locator('[data-column="pharmacode"]')).toHaveText(rows[0]!.swissmedicNo1!);
  await expect(first.locator('[data-column="backSince"]')).toContainText(written(rows[0]!.backInStockDate));
  const chips = page.getByRole('button', { name: /^Filter entfernen: Hersteller/ });
  for (let left = (await chips.count()) - 1; left > 0; left--) {
    await chips.last().click();
    await expect(chips).toHaveCount(left);
  }
  await expect(grid(page).getByRole('columnheader', { name: 'Hersteller' })).toHaveCount(0);
});

test('the turnover and its order are for signed-in users', async ({ page, portal }) => {
  await page.goto(`${address}&sortBy=turnover`);
  await expect(productRows(page).first()).toBeVisible();
  await expect(grid(page).getByRole('columnheader', { name: /Umsatz/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Sortierung/ })).toHaveCount(0);

  await startSession(page, portal, 'admin@portal.example');
  const { rows: statistics } = await portal.pool.query<{ id: number; year: number }>(
    `select id, time_year_to as year from statistics
     where active and deleted_at is null and time_month_from = 1 and time_month_to = 12
       and time_year_from = time_year_to and time_year_to < extract(year from now())
     order by id limit 1`,
  );
  const [{ id, year }] = statistics as [(typeof statistics)[number]];
  await feedMarket(page, id);
  await page.goto(`${address}&sortBy=turnover`);
  await expect(
    grid(page).getByRole('columnheader', { name: `Umsatz 01–12.${year} CHF`, exact: true }),
  ).toBeVisible();
  await expect(page.getByRole('main')).toContainText(`hochgerechnet aus 1 Statistik, 01–12.${year}`);
  const rows = await askSignedIn<Row[]>(page, 'portfolio/back-in-stock?sortBy=turnover');
  await expectProducts(
    page,
    rows.map(({ productName }) => productName),
  );
  expect(rows[0]!.turnover).toBeGreaterThan(0);
  await portal.pool.query("delete from config where key = 'STOCKOUT_BEZUGS_STATISTIK_ID'");
});
