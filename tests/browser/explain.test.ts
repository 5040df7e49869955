import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser.ts';
import { chf, visitDashboard, whole } from './dashboard.ts';
import { expectNoViolations } from './no-violations.ts';
import { productGrid } from './products-table.ts';

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

test('a percentage leads to the articles above and below its line', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const { json, open } = await visitDashboard(page, portal);
  const summary = await json<{ genericQuota: number; turnoverGenericum: number }>('summary');
  await open('');
  await page.getByRole('button', { name: `Generikaquote: ${summary.genericQuota}%. Warum?` }).click();
  const dialog = page.getByRole('dialog', { name: 'Generikaquote' });
  await expect(dialog.getByRole('link')).toHaveText([
    'Artikel des Teils anzeigen',
    'Artikel des Ganzen anzeigen',
  ]);
  await dialog.getByRole('link').first().click();
  await expect(total(page)).toContainText(chf(summary.turnoverGenericum));
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

test('one pack, and one manufacturer, are called so', { tag: '@long' }, async ({ page, portal }) => {
  const { json, open } = await visitDashboard(page, portal);
  type Article = { article: string; qtySum1: number; molecule: string | null; manufacturer: string | null };
  const articles = await json<Article[]>('product');
  const { article } = articles.find(({ qtySum1 }) => qtySum1 === 1)!;
  await open(`products?article=${article}`);
  await page.locator('tfoot').getByRole('button').nth(1).click();
  await expect(page.getByRole('dialog').locator('.why-dialog__value')).toHaveText('1 Packung');

  const makersOf = Map.groupBy(articles, ({ molecule }) => molecule);
  const [molecule] = [...makersOf].find(
    ([name, made]) => name && new Set(made.map(({ manufacturer }) => manufacturer)).size === 1,
  )!;
  await open(`top_manufacturers?molecule=${encodeURIComponent(molecule!)}&lang=fr`);
  await expect(page.locator('tfoot').getByRole('rowheader')).toHaveText('Total (1 fabricant)');
});
