import { expect, test } from '#tests/support/browser.ts';
import { chf, visitDashboard, whole } from '../dashboard.ts';

type Row = {
  name: string;
  qtySum: number;
  count: number;
  efPreisSum: number;
  pPreisSum: number;
  turnoverPotentialSum: number;
  customersGainSum: number;
  publicPriceDifferenceSum: number;
  deductibleBeforeSum: number;
  deductibleAfterSum: number;
  distributionShareBeforeSum: number;
  distributionShareAfterSum: number;
};

test('the potential by molecule, ATC group and manufacturer is the API’s, with the German labels of old and their translations', async ({
  page,
  portal,
}) => {
  const { json, open } = await visitDashboard(page, portal);
  await open('potential');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Potenzial');
  const table = page.getByRole('table', { name: 'Potenzial' });
  for (const [group, label] of [
    ['molecule', 'Wirkstoff'],
    ['atc', 'ATC-Gruppe'],
    ['manufacturer', 'Hersteller'],
  ]) {
    await page.getByRole('search').getByText(label!, { exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`groupField=${group}`));
    await expect(table.getByRole('columnheader')).toHaveText([
      label!,
      'Menge total',
      'Anzahl',
      'FAP total CHF',
      'PP total CHF',
      'Potenzial CHF',
      'Kundengewinn CHF',
    ]);
    const rows = await json<Row[]>(`turnover_potential?groupField=${group}`);
    const { qtySum, count, efPreisSum, pPreisSum, turnoverPotentialSum, customersGainSum } = rows[0]!;
    await expect(table.locator('tbody tr')).toHaveCount(rows.length);
    await expect(table.locator('tbody tr').first().getByRole('cell')).toHaveText([
      whole(qtySum),
      whole(count),
      chf(efPreisSum),
      chf(pPreisSum),
      chf(turnoverPotentialSum),
      chf(customersGainSum),
    ]);
  }
  await open('potential?lang=fr&groupField=molecule');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Potentiel');
  await expect(page.getByRole('table', { name: 'Potentiel' }).getByRole('columnheader')).toHaveText([
    'Principe actif',
    'Quantité totale',
    'Nombre',
    'Ex-factory total CHF',
    'Prix public total CHF',
    'Potentiel CHF',
    'Gain du client CHF',
  ]);
});

test('what stands beside the customer’s gain is shown where it is chosen, in columns of its own', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { json, open } = await visitDashboard(page, portal);
  await open('potential?groupField=molecule');
  const table = page.getByRole('table', { name: 'Potenzial' });
  await expect(table.getByRole('columnheader')).toHaveCount(7);
  await page.getByRole('button', { name: 'Spalten' }).click();
  for (const name of [
    'Differenz Publikumspreis',
    'Selbstbehalt vorher und nachher',
    'Vertriebsanteil (Grossist und Apotheke) vorher und nachher',
  ])
    await page.getByRole('group', { name: 'Spalten anzeigen' }).getByText(name, { exact: true }).click();
  await expect(page).toHaveURL(/columns=publicDifference\.deductible\.distributionShare/);
  await expect(table.getByRole('columnheader')).toHaveCount(12);
  const [row] = await json<Row[]>('turnover_potential?groupField=molecule');
  const shown = await table.locator('tbody tr').first().getByRole('cell').allTextContents();
  expect(shown.slice(-5)).toEqual([
    chf(row!.publicPriceDifferenceSum),
    chf(row!.deductibleBeforeSum),
    chf(row!.deductibleAfterSum),
    chf(row!.distributionShareBeforeSum),
    chf(row!.distributionShareAfterSum),
  ]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});
