import { expect, test } from '#tests/support/browser.ts';
import { expectAggregate, type Figures, visitDashboard, whole } from '../dashboard.ts';

type Row = Figures & { moleculeName: string };

test('molecules can be filtered by eight options, ATC groups and manufacturers', async ({ page, portal }) => {
  const { json, open } = await visitDashboard(page, portal);
  await open('molecules');
  await page.getByRole('button', { name: 'Filter' }).click();
  const dialog = page.getByRole('dialog', { name: 'Filter' });
  await expect(dialog.getByRole('tab')).toHaveText(['Allgemein', 'ATC', 'Hersteller']);
  await expect(dialog.getByRole('checkbox')).toHaveCount(8);
  await dialog.getByText('mit 40% Selbstbehalt').click();
  await dialog.getByText('Originale').click();
  await dialog.getByText('Generika', { exact: true }).click();
  await dialog.getByRole('tab', { name: 'Hersteller' }).click();
  const makers = await json<{ name: string; count: number }[]>('list/manufacturers');
  await expect(dialog.getByRole('option').first()).toContainText(
    `${makers[0]!.name}, ${whole(makers[0]!.count)}`,
  );
  await dialog.getByRole('button', { name: 'Anwenden' }).click();
  const query = 'general=sb20&type=generika&type=original';
  await expect(page).toHaveURL(new RegExp(`${query}&sortBy`));
  await expectAggregate(
    page,
    'Wirkstoffe',
    await json<Row[]>(`molecule?${query}`),
    (row) => row.moleculeName,
    await json(`molecule/totals?${query}`),
  );
  await expect(page.getByRole('table', { name: 'Top 5 Wirkstoffe' }).getByRole('row')).toHaveCount(6);
});

test('on a phone the filters are a sheet, the ordering figure is beside the name, and nothing is too wide', {
  tag: '@long',
}, async ({ page, portal }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { json, open } = await visitDashboard(page, portal);
  await open('molecules?general=match&sortBy=qtySum');
  const [first] = await json<Row[]>('molecule?general=match&sortBy=qtySum');
  const table = page.getByRole('table', { name: 'Wirkstoffe', exact: true });
  await expect(table.locator('tbody tr').first()).toContainText(
    `${first!.moleculeName}${whole(first!.qtySum)}`,
  );
  await expect(page.getByRole('region', { name: 'Wirkstoffe' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await expect(page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link')).toHaveText([
    'Übersicht',
  ]);
  await page.getByRole('button', { name: 'Filter (1)' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filter' });
  await sheet.getByRole('button', { name: 'Alle abwählen' }).click();
  await sheet.getByRole('button', { name: 'Anwenden' }).click();
  await expect(sheet).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeVisible();
});
