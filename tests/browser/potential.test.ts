import { expect, test } from '#tests/support/browser.ts';
import { chf, visitDashboard, whole } from './dashboard.ts';
import { holdBack } from './held-requests.ts';

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

test('the potential is filtered, ordered and searched, and its names lead to the articles that are left', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { json, open } = await visitDashboard(page, portal);
  await open('potential?type=original&sortBy=customersGainSum');
  const table = page.getByRole('table', { name: 'Potenzial' });
  const rows = await json<Row[]>('turnover_potential?type=original&sortBy=customersGainSum');
  const whole = await json<Row[]>('turnover_potential');
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.length).toBeLessThan(whole.length);
  expect(rows.map(({ customersGainSum }) => customersGainSum)).toEqual(
    rows.map(({ customersGainSum }) => customersGainSum).toSorted((a, b) => b - a),
  );
  const names = table.locator('tbody').getByRole('rowheader');
  await expect(names).toHaveText(rows.map(({ name }) => name));
  await page.getByRole('columnheader', { name: 'Menge total' }).getByRole('button').click();
  await expect(page).toHaveURL(/sortBy=qtySum/);
  const ordered = await json<Row[]>('turnover_potential?type=original&sortBy=qtySum');
  await expect(names).toHaveText(ordered.map(({ name }) => name));

  const wanted = ordered.at(-1)!.name;
  await page.getByRole('searchbox', { name: 'In der Liste suchen' }).fill(wanted.toUpperCase());
  const left = ordered.filter(({ name }) => name.toLowerCase().includes(wanted.toLowerCase()));
  await expect(names).toHaveText(left.map(({ name }) => name));
  await names.first().getByRole('link').click();
  await expect(page).toHaveURL(/\/products\?.*type=original/);
  await page.goBack();
  await expect(names).toHaveText(left.map(({ name }) => name));
  await page.getByRole('button', { name: 'Zurücksetzen' }).click();
  await expect(names).toHaveCount(whole.length);

  // Those of before are called what they are, and lead on, until the others come.
  const [first] = await json<Row[]>('turnover_potential?groupField=manufacturer');
  const release = await holdBack(page, /turnover_potential.*groupField=manufacturer/);
  await page.getByRole('search').getByText('Hersteller', { exact: true }).click();
  await expect(page).toHaveURL(/groupField=manufacturer/);
  await expect(table.getByRole('columnheader').first()).toHaveText('Wirkstoff');
  await expect(names.first().getByRole('link')).toHaveAttribute('href', /molecule=/);
  await expect(table.locator('tfoot')).toContainText(`Total (${whole.length} Wirkstoffe)`);
  release();
  await expect(names.first()).toHaveText(first!.name);
  await expect(table.getByRole('columnheader').first()).toHaveText('Hersteller');
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

test('from the articles of a group of Potenzial the way back leads to Potenzial, as it was', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { open } = await visitDashboard(page, portal);
  await open('potential?groupField=molecule');
  await page.getByRole('table', { name: 'Potenzial' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/products\?.*molecule=/);
  const trail = page.getByRole('navigation', { name: 'Weg zu dieser Auswahl' });
  await expect(trail.getByRole('link')).toHaveText(['Potenzial']);
  await trail.getByRole('link').click();
  await expect(page).toHaveURL(/\/potential\?.*groupField=molecule/);
});
