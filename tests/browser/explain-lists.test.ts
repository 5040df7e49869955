import { expect, test } from '#tests/support/browser.ts';
import { chf, type Figures, pressEscape, visitDashboard, whole } from './dashboard.ts';
import { articleRows, productGrid } from './products-table.ts';

type Duplicate = {
  gtiN1: string;
  gtiN2: string;
  description1: string;
  description2: string;
} & Record<'qty1' | 'qty2' | 'efPreis1' | 'efPreis2' | 'pPreis1' | 'pPreis2' | 'turnoverPotential', number>;

const packs = (count: number) => (count === 1 ? '1 Packung' : `${whole(count)} Packungen`);

test('every figure of the duplicate products answers why, by keyboard through both kinds of rows', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { json, open } = await visitDashboard(page, portal);
  const [row] = await json<Duplicate[]>('duplicate_products');
  await open('duplicate_products');
  const table = page.getByRole('table', { name: 'Doppelte Produkte' });
  const { description1, description2, ...figures } = row!;
  await table.getByRole('link', { name: description2, exact: true }).focus();

  const expectWhy = async (name: string, heading: string, value: string) => {
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: `${name}: ${heading}`, exact: true });
    await expect(dialog.locator('.why-dialog__value')).toHaveText(value);
    await pressEscape(page);
    await expect(dialog).toHaveCount(0);
  };
  await page.keyboard.press('ArrowRight');
  await expectWhy(description2, 'Menge total', packs(figures.qty2));
  await page.keyboard.press('ArrowRight');
  await expectWhy(description2, 'Fabrikabgabepreis CHF', `${chf(figures.efPreis2)} CHF pro Packung`);
  await page.keyboard.press('ArrowRight');
  await expectWhy(description2, 'Publikumspreis CHF', `${chf(figures.pPreis2)} CHF pro Packung`);
  await page.keyboard.press('ArrowDown');
  await expectWhy(description1, 'Publikumspreis CHF', `${chf(figures.pPreis1)} CHF pro Packung`);
  await page.keyboard.press('ArrowLeft');
  await expectWhy(description1, 'Fabrikabgabepreis CHF', `${chf(figures.efPreis1)} CHF pro Packung`);
  await page.keyboard.press('ArrowLeft');
  await expectWhy(description1, 'Menge total', packs(figures.qty1));

  await table
    .getByRole('row', { name: new RegExp(`^${description1}`) })
    .getByRole('cell')
    .last()
    .click();
  const dialog = page.getByRole('dialog', { name: `${description1}: Umsatzpotenzial CHF` });
  await expect(dialog).toContainText(`${chf(figures.turnoverPotential)} CHF`);
  await dialog.getByRole('link', { name: 'Artikel anzeigen' }).click();
  await expect(articleRows(page)).toHaveCount(1);
  await expect(articleRows(page)).toContainText(chf(figures.turnoverPotential));
});

test('the totals and the extent of the duplicate products answer why', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const { json, open } = await visitDashboard(page, portal);
  const totals =
    await json<Record<'sets' | 'articles' | 'qty1' | 'qty2' | 'turnoverPotential', number>>(
      'duplicate_products/totals',
    );
  await open('duplicate_products');
  for (const [name, value] of [
    [`Artikel: ${whole(totals.articles)} Artikel`, `${whole(totals.articles)} Artikel`],
    [`Doppelte Produkte: ${whole(totals.sets)} Gruppen`, `${whole(totals.sets)} Gruppen`],
    [`Total Rothorn Generika AG: Menge total: ${whole(totals.qty2)}`, `${whole(totals.qty2)} Packungen`],
    [`Total Mitbewerber: Menge total: ${whole(totals.qty1)}`, `${whole(totals.qty1)} Packungen`],
    [
      `Total Mitbewerber: Umsatzpotenzial CHF: ${chf(totals.turnoverPotential)}`,
      `${chf(totals.turnoverPotential)} CHF`,
    ],
  ] as const) {
    await page.getByRole('button', { name: `${name}. Warum?`, exact: true }).press('Enter');
    await expect(page.getByRole('dialog').locator('.why-dialog__value')).toHaveText(value);
    await pressEscape(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

test('a set of duplicates leads to its articles', { tag: '@long' }, async ({ page, portal }) => {
  const { json, open } = await visitDashboard(page, portal);
  const rows = await json<Duplicate[]>('duplicate_products');
  const set = rows.filter(({ gtiN2 }) => gtiN2 === rows[0]!.gtiN2);
  const bought = set.length + (set[0]!.qty2 > 0 ? 1 : 0);
  await open('duplicate_products');
  await page.getByRole('link', { name: set[0]!.description2, exact: true }).click();
  await expect(articleRows(page)).toHaveCount(bought);
});

test('the bars and the number of rows of a list answer why', { tag: '@long' }, async ({ page, portal }) => {
  const { json, open } = await visitDashboard(page, portal);
  const [first] = await json<(Figures & { moleculeName: string })[]>('molecule?type=generika');
  const { rowCount } = await json<{ rowCount: number }>('molecule/totals?type=generika');
  await open('molecules?type=generika');
  await page
    .getByRole('table', { name: 'Top 5 Wirkstoffe' })
    .getByRole('button', { name: `: ${chf(first!.turnoverPotential)}. Warum?` })
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`${chf(first!.turnoverPotential)} CHF`);
  await expect(dialog.getByRole('listitem')).toHaveText(['Generikum', `Wirkstoff: ${first!.moleculeName}`]);
  await pressEscape(page);
  await page
    .getByRole('button', { name: `Wirkstoff: Total (${whole(rowCount)} Wirkstoffe). Warum?` })
    .click();
  await expect(dialog).toContainText(`${whole(rowCount)} Wirkstoffe`);
  await dialog.getByRole('link', { name: 'Artikel anzeigen' }).click();
  await expect(page).toHaveURL(/behind=molecule/);
});

test('figures and totals of the potential answer why', { tag: '@long' }, async ({ page, portal }) => {
  const { json, open } = await visitDashboard(page, portal);
  type Row = Omit<Figures, 'turnoverPotential'> & { name: string; turnoverPotentialSum: number };
  const [row] = await json<Row[]>('turnover_potential?groupField=manufacturer');
  const totals = await json<Row>('turnover_potential/totals?groupField=manufacturer');
  await open('potential?groupField=manufacturer');
  const table = page.getByRole('table', { name: 'Potenzial' });
  await table
    .getByRole('row', { name: new RegExp(`^${row!.name}`) })
    .getByRole('cell')
    // Before what the customer gains.
    .nth(-2)
    .click();
  const dialog = page.getByRole('dialog', { name: `${row!.name}: Potenzial CHF` });
  await dialog.getByRole('link', { name: 'Artikel anzeigen' }).click();
  await expect(productGrid(page).locator('tfoot')).toContainText(chf(row!.turnoverPotentialSum));
  await page.goBack();
  await table.getByRole('button', { name: `: ${chf(totals.turnoverPotentialSum)}. Warum?` }).click();
  await expect(page.getByRole('dialog')).toContainText(`${chf(totals.turnoverPotentialSum)} CHF`);
});

test('shares of the provider’s ATC groups agree with the rest of the ring', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const { json, open } = await visitDashboard(page, portal);
  const query = 'type=provider&sortBy=qtySum';
  const groups = await json<(Figures & { atcCategory: string })[]>(`atc?${query}`);
  const totals = await json<Figures>('atc/totals?type=provider');
  const rest = groups.slice(6).reduce((sum, { qtySum }) => sum + qtySum, 0);
  expect(groups.length).toBeGreaterThan(6);
  await open(`atc?${query}`);
  const share = `${Math.round((100 * rest) / totals.qtySum)}%`;
  await page.getByRole('button', { name: `Weitere Gruppen: Anteil: ${share}. Warum?` }).click();
  const parts = page.getByRole('dialog').getByRole('region');
  await expect(parts.first()).toContainText(`${whole(rest)} Packungen`);
  await expect(parts.last()).toContainText(`${whole(totals.qtySum)} Packungen`);
  await parts.first().getByRole('link').click();
  await expect(productGrid(page).locator('tfoot')).toContainText(whole(rest));
});
