import { expect, test } from '#tests/support/browser.ts';
import { chf, expectAggregate, type Figures, visitDashboard } from '../dashboard.ts';

type Row = Figures & { manufacturerName: string };
type Totals = Figures & { rowCount: number };

test('manufacturers, their totals and the five largest are those of the API, in its order', async ({
  page,
  portal,
}) => {
  const { json, open } = await visitDashboard(page, portal);
  const rows = await json<Row[]>('manufacturers');
  await open('top_manufacturers');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hersteller');
  await expectAggregate(
    page,
    'Hersteller',
    rows,
    (row) => row.manufacturerName,
    await json('manufacturers/totals'),
  );
  const chart = page.getByRole('table', { name: 'Top 5 Hersteller' });
  await expect(chart.getByRole('row')).toHaveText([
    'HerstellerUmsatzpotenzial CHF',
    ...rows.slice(0, 5).map((row) => `${row.manufacturerName}${chf(row.turnoverPotential)}`),
  ]);
  await expect(page.locator('.plot-figure [aria-label=bar] a')).toHaveCount(5);
});

test('filters narrow the list, are named above it, and Back undoes them', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const { json, open } = await visitDashboard(page, portal);
  await open('top_manufacturers');
  const rows = page.getByRole('table', { name: 'Hersteller', exact: true }).locator('tbody tr');
  const all = await json<Row[]>('manufacturers');
  await expect(rows).toHaveCount(all.length);

  await page.getByRole('button', { name: 'Filter' }).click();
  const dialog = page.getByRole('dialog', { name: 'Filter' });
  await expect(dialog.getByRole('checkbox')).toHaveCount(5);
  await dialog.getByLabel('Originale').check({ force: true });
  await dialog.getByRole('tab', { name: 'Wirkstoff' }).click();
  const [molecule] =
    await json<{ name: string; count: number; turnoverPotential: number }[]>('list/molecules');
  const option = dialog.getByRole('option').first();
  await expect(option).toHaveText(
    `${molecule!.name}, ${molecule!.count}Artikel, Potenzial CHF${chf(molecule!.turnoverPotential)}`,
  );
  await option.click();
  await dialog.getByRole('option').nth(1).click();
  await dialog.getByRole('button', { name: 'Anwenden' }).click();
  await expect(dialog).toHaveCount(0);

  const address = new URL(page.url()).searchParams;
  expect(address.getAll('type')).toEqual(['original']);
  expect(address.getAll('molecule')).toHaveLength(2);
  const query = `manufacturers?${address}`;
  await expectAggregate(
    page,
    'Hersteller',
    await json<Row[]>(query),
    (row) => row.manufacturerName,
    await json<Totals>(query.replace('?', '/totals?').replace('&sortBy=turnoverPotential', '')),
  );
  await page.getByRole('button', { name: `Filter entfernen: Wirkstoff: ${molecule!.name}` }).click();
  await expect.poll(() => new URL(page.url()).searchParams.getAll('molecule').length).toBe(1);
  await page.goBack();
  await page.goBack();
  await expect(rows).toHaveCount(all.length);
  await expect(page.getByRole('button', { name: 'Zurücksetzen' })).toHaveCount(0);
});

test('a copied link shows the same to somebody else; this tab remembers the choice until it is reset', {
  tag: '@long',
}, async ({ page, portal, browser }) => {
  const { json, open } = await visitDashboard(page, portal);
  await open('top_manufacturers?general=match&type=generika&sortBy=count');
  const rows = await json<Row[]>('manufacturers?general=match&type=generika&sortBy=count');
  const chip = page.getByRole('button', { name: 'Filter entfernen: Generika' });
  await expect(chip).toBeVisible();

  const colleague = await browser.newPage({ locale: 'de-CH' });
  await colleague.goto(page.url());
  await expect(
    colleague.getByRole('rowheader').filter({ hasText: rows[0]!.manufacturerName }).last(),
  ).toBeVisible();
  await expect(colleague.getByRole('button', { name: 'Filter entfernen: Generika' })).toBeVisible();
  await colleague.close();

  await page.getByRole('button', { name: /Filter entfernen: mit Alternative/ }).click();
  await page.getByRole('link', { name: 'ATC-Gruppen' }).click();
  await page.getByRole('link', { name: 'Hersteller' }).click();
  await expect(chip).toBeVisible();
  await expect(page).toHaveURL(/type=generika&sortBy=count/);
  await page.getByRole('button', { name: 'Zurücksetzen' }).click();
  await expect(chip).toHaveCount(0);
  await expect(page).toHaveURL(/top_manufacturers\?sortBy=turnoverPotential$/);
  await expect(page.getByRole('button', { name: 'Zurücksetzen' })).toHaveCount(0);
});
