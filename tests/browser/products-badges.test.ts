import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser.ts';
import { type Dashboard, visitDashboard } from './dashboard.ts';
import { type Article, articleRows } from './products-table.ts';

const date = (iso: string) => iso.split('-').toReversed().join('.');

/** Opens the list with the one article that fits. */
async function openArticle(
  page: Page,
  { json, open }: Dashboard,
  fits: (row: Article) => boolean,
  columns = 'alternative.quantity',
): Promise<Article> {
  const row = (await json<Article[]>('product')).find(fits);
  if (!row) throw new Error('The demo statistic has no such article.');
  await open(`products?columns=${columns}&article=${row.article}`);
  await expect(articleRows(page)).toHaveCount(1);
  return row;
}

test('marks of the article and of its alternative say what they mean', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const dashboard = await visitDashboard(page, portal);
  const provider = (await (await page.request.get('/api/portal')).json()).providerName as string;
  const marks: [string, (row: Article) => boolean | null][] = [
    ['40% Selbstbehalt', (row) => row.sB20],
    [`Exklusivität von ${provider}`, (row) => row.providerExclusive1],
    ['Dauerhaft ausser Handel', (row) => row.discontinued1],
    ['Co-Marketing', (row) => row.coMarketing],
    ['Alternative: Co-Marketing', (row) => row.coMarketing2],
    ['Alternative: Produkt auf der SL, Alternative nicht', (row) => row.sL1 && row.sL2 === false],
  ];
  for (const [text, holds] of marks) {
    await openArticle(page, dashboard, (row) => holds(row) === true);
    const badge = page.getByRole('button', { name: text, exact: true });
    await badge.hover();
    await expect(page.locator('.badge-note')).toContainText(text);
  }
});

test('new stock-outs and alternatives back in stock are marked with their date', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const dashboard = await visitDashboard(page, portal);
  const fresh = await openArticle(
    page,
    dashboard,
    ({ newStockout1, newStockout2 }) => newStockout1 || newStockout2,
  );
  const reported = fresh.newStockout1
    ? fresh.deliverabilityReportingDate1
    : fresh.deliverabilityReportingDate2;
  await expect(
    page.getByRole('button', { name: new RegExp(`Neuer Lieferengpass.*${date(reported!)}`) }),
  ).toBeVisible();
  const back = await openArticle(page, dashboard, ({ backInStock2 }) => backInStock2);
  await expect(
    page.getByRole('button', { name: new RegExp(`Wieder lieferbar.*${date(back.backInStockDate2!)}`) }),
  ).toBeVisible();
});

test('without its column an alternative is told by a badge, also by keyboard', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const row = await openArticle(
    page,
    await visitDashboard(page, portal),
    ({ alternativeGTIN }) => alternativeGTIN !== null,
    'quantity',
  );
  const note = page.locator('.badge-note');
  await page.getByRole('grid').focus();
  await page.keyboard.press('Enter');
  await expect(note).toContainText(row.alternativeProductName!);
  await expect(note).toContainText(row.alternativeGTIN!);
  await page.keyboard.press('Escape');
  await expect(note).toBeHidden();
});
