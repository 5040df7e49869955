import { expect, type Page } from '@playwright/test';
import type { z } from 'zod';
import type { product, productTotals } from '#analytics/views/product.ts';
import type { Portal } from '#tests/support/browser.ts';
import { chf, type Dashboard, whole } from './dashboard.ts';

export type Article = z.infer<(typeof product)['row']>;
export type Totals = z.infer<(typeof productTotals)['row']>;

export const productGrid = (page: Page) => page.getByRole('grid', { name: 'Produktanalyse' });
export const articleRows = (page: Page) => productGrid(page).locator('tbody [data-place]');

/** Figures and names of an article in the columns shown at first. */
function writtenArticle(row: Article): string[] {
  const existing = row.qtySum2 === null ? '–' : whole(row.qtySum2);
  const potential = row.turnoverPotential === null ? '–' : chf(row.turnoverPotential);
  const gain = row.customersGain === null ? '–' : chf(row.customersGain);
  return [whole(row.qtySum1), row.alternativeProductName ?? '', existing, potential, gain];
}

/** Expects the list to begin with these articles and to end with these totals, in the columns shown at first. */
export async function expectArticles(page: Page, rows: Article[], totals: Totals): Promise<void> {
  for (const [index, row] of rows.slice(0, 4).entries()) {
    const shown = articleRows(page).nth(index);
    await expect(shown.getByRole('rowheader')).toContainText(row.productName ?? row.article);
    for (const [column, text] of writtenArticle(row).entries()) {
      await expect(shown.getByRole('gridcell').nth(column)).toContainText(text);
    }
  }
  const foot = productGrid(page).locator('tfoot');
  await expect(foot.getByRole('rowheader')).toHaveText(`Total (${whole(totals.rowCount)} Artikel)`);
  await expect(foot.getByRole('gridcell')).toHaveText([
    whole(totals.qtySum1),
    '',
    whole(totals.qtySum2),
    chf(totals.turnoverPotential),
    chf(totals.customersGain),
  ]);
}

/** The demo's largest statistic, to a visitor. */
export async function visitLargest(page: Page, portal: Portal): Promise<Dashboard> {
  const { rows } = await portal.pool.query<{ id: string }>(
    'select direct_link_id as id from statistics where active order by line_count desc limit 1',
  );
  const directLinkId = rows[0]!.id;
  return {
    directLinkId,
    json: async (path) => (await page.request.get(`/api/statistics/${directLinkId}/${path}`)).json(),
    open: async (path) => {
      await page.goto(`/dashboard/${directLinkId}/${path}`);
    },
  };
}
