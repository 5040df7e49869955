import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser.ts';
import { chf, visitDashboard, whole } from '../dashboard.ts';
import { expectNoViolations } from '../no-violations.ts';
import { productGrid } from '../products-table.ts';

type Explanation = {
  value: number;
  formula: string;
  sql: { file: string; version: string };
  catalogue: { revision: number; priceDate: string };
  stockouts: { revision: number; date: string };
  rows: { conditions: string[]; query: string }[];
};

const total = (page: Page) => productGrid(page).locator('tfoot');

test('a figure of the summary says how it comes about and leads to its articles', async ({
  page,
  portal,
}) => {
  const { json, open } = await visitDashboard(page, portal);
  const why = await json<Explanation>('explain?view=summary&figure=turnoverProvider');
  await open('');
  const figure = page
    .getByRole('region', { name: 'Umsatz' })
    .getByRole('button', { name: `: ${chf(why.value)}. Warum?` });
  await figure.press('Enter');

  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`${chf(why.value)} CHF`);
  await expect(dialog).toContainText(why.formula);
  await expect(dialog.getByRole('listitem')).toHaveText(why.rows[0]!.conditions);
  await expect(dialog).toContainText(`${why.sql.file}, Version ${why.sql.version}`);
  const { catalogue, stockouts } = why;
  const swiss = (day: string) => day.split('-').toReversed().join('.');
  const prices = `Preiseper ${swiss(catalogue.priceDate)} (Katalog-Revision ${catalogue.revision})`;
  await expect(dialog.locator('dl').first()).toHaveText(
    `${prices}Lieferengpässeper ${swiss(stockouts.date)} (Revision ${stockouts.revision})`,
  );
  await expectNoViolations(page, 'explanation');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(figure).toBeFocused();

  await figure.press('Enter');
  await dialog.getByRole('link', { name: 'Artikel anzeigen' }).press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/products\?.*behind=provider/);
  await expect(total(page)).toContainText(chf(why.value));
  await page.getByRole('button', { name: /^Filter entfernen/ }).press('Enter');
  await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeFocused();
});

test('figures of a list are reached with the arrow keys, and its total too is explained', async ({
  page,
  portal,
}) => {
  const { json, open } = await visitDashboard(page, portal);
  const filter = 'sortBy=qtySum&type=generika';
  const [first] = await json<{ manufacturerName: string; qtySum: number }[]>(`manufacturers?${filter}`);
  const totals = await json<{ efPreisSum: number }>('manufacturers/totals?type=generika');
  await open(`top_manufacturers?${filter}`);
  const table = page.getByRole('table', { name: 'Hersteller', exact: true }).last();

  await table.getByRole('link', { name: first!.manufacturerName, exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: new RegExp(`^${first!.manufacturerName}: `) });
  await expect(dialog).toContainText(`${whole(first!.qtySum)} Packungen`);
  await dialog.getByRole('link', { name: 'Artikel anzeigen' }).click();
  await expect(total(page)).toContainText(whole(first!.qtySum));

  await page.goBack();
  await table.getByRole('button', { name: `: ${chf(totals.efPreisSum)}. Warum?` }).click();
  await expect(page.getByRole('dialog')).toContainText(`${chf(totals.efPreisSum)} CHF`);
});
