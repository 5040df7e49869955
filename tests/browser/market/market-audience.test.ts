import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser.ts';
import { ask, expectProducts, feedMarket, grid, type Stockout } from '../market-lists.ts';
import { startSession } from '../sign-in.ts';

const heading = (page: Page, name: string) => grid(page).getByRole('columnheader', { name });

test('who may not see amounts gets pages of the market without them and without their orders', {
  tag: '@long',
}, async ({ page, portal }) => {
  await startSession(page, portal, 'admin@portal.example');
  const { rows: statistics } = await portal.pool.query<{ id: number }>(
    'select id from statistics where active and deleted_at is null order by id limit 1',
  );
  await feedMarket(page, statistics[0]!.id);
  await page.goto('/stockout-analyser-full?lang=de');
  await expect(
    grid(page).getByRole('columnheader', { name: 'Umsatzpotenzial CHF', exact: true }),
  ).toBeVisible();
  await feedMarket(page, statistics[0]!.id, 'statistic');
  await page.context().clearCookies();

  await page.goto('/stockout-analyser-full?lang=de');
  const rows = await ask<Stockout[]>(page, 'portfolio/full?general=available_match');
  await expectProducts(
    page,
    rows.map(({ productName }) => productName),
  );
  await expect(heading(page, 'Umsatzpotenzial CHF')).toHaveCount(0);
  await expect(heading(page, 'Menge')).toHaveCount(0);
  await expect(page.getByText('Keine Statistik steht für den Markt')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Sortierung/ })).toHaveCount(0);
  await expect(grid(page)).not.toContainText('CHF');
  await expect(grid(page)).not.toContainText('Packung');

  await page.goto('/stockout-analyser?sortBy=turnoverPotential&lang=de');
  const byName = await ask<Stockout[]>(page, 'portfolio?sortBy=productName');
  await expectProducts(
    page,
    byName.map(({ productName }) => productName),
  );
  await expect(page.getByRole('main')).not.toContainText('CHF');
  await page.getByRole('button', { name: 'Sortierung: Produktname' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Hersteller', 'Produktname']);
});
