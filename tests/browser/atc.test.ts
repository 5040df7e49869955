import { expect, test } from '#tests/support/browser.ts';
import { expectAggregate, type Figures, visitDashboard } from './dashboard.ts';

type Row = Figures & { atcCategory: string };
type Totals = Figures & { rowCount: number };

test('ATC groups are those of the API for each of the three types', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const { json, open } = await visitDashboard(page, portal);
  const names = await json<{ id: string; name: string }[]>('list/atc');
  const nameOf = ({ atcCategory }: Row) =>
    `${atcCategory} ${names.find(({ id }) => id === atcCategory)?.name ?? atcCategory}`;
  await open('atc');
  for (const [type, label] of [
    ['all', 'Alle'],
    ['provider', /^Bestehende Produkte von/],
    ['provider_alternative', /^Alternativen von/],
  ] as const) {
    await page.getByText(label).first().click();
    await expect(page).toHaveURL(new RegExp(`type=${type}&`));
    await expect(page.getByRole('radio', { name: label })).toBeChecked();
    const rows = await json<Row[]>(`atc?type=${type}`);
    await expectAggregate(page, 'ATC-Gruppen', rows, nameOf, await json<Totals>(`atc/totals?type=${type}`));
  }
});

test('the ring has the six largest groups and the rest, and says when there is nothing', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { json, open } = await visitDashboard(page, portal);
  await open('atc?type=all&sortBy=efPreisSum');
  const rows = await json<Row[]>('atc?sortBy=efPreisSum');
  const totals = await json<Totals>('atc/totals');
  const ring = page.getByRole('table', { name: 'Umsatz nach ATC-Gruppe' });
  await expect(ring.locator('tbody tr')).toHaveCount(7);
  for (const [index, row] of rows.slice(0, 6).entries()) {
    const share = Math.round((100 * row.efPreisSum) / totals.efPreisSum);
    await expect(ring.locator('tbody tr').nth(index)).toContainText(`${share}%`);
  }
  await expect(page.locator('.donut__segment')).toHaveCount(7);
  await open('atc?type=provider&sortBy=turnoverPotential');
  await expect(page.getByText('Keine Angaben vorhanden.')).toBeVisible();
  await expect(page.locator('.donut__segment')).toHaveCount(0);
});

test('a group leads to its molecules and those to their articles, with the way back in sight; bars are parts of the largest', async ({
  page,
  portal,
}) => {
  const { json, open } = await visitDashboard(page, portal);
  await open('atc');
  await page
    .getByRole('link', { name: /Kardiovaskuläres System/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wirkstoffe');
  const molecules = await json<(Figures & { moleculeName: string })[]>('molecule?atc=C');
  await expectAggregate(
    page,
    'Wirkstoffe',
    molecules,
    (row) => row.moleculeName,
    await json('molecule/totals?atc=C'),
  );
  const trail = page.getByRole('navigation', { name: 'Weg zu dieser Auswahl' });
  await expect(trail).toContainText('Kardiovaskuläres System');
  await expect(
    page.getByRole('button', { name: 'Filter entfernen: ATC: Kardiovaskuläres System' }),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: molecules[0]!.moleculeName }).last()).toHaveAttribute(
    'href',
    /products\?atc=C&molecule=/,
  );
  await trail.getByRole('link', { name: 'ATC-Gruppen' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('ATC-Gruppen');

  await page.getByRole('button', { name: 'Menge total', exact: true }).click();
  const [first, second] = await json<Row[]>('atc?sortBy=qtySum');
  const bars = page.getByRole('table', { name: 'ATC-Gruppen' }).locator('tbody td[style*="--bar"]');
  await expect(bars.nth(1)).toHaveAttribute('data-sorted', 'true');
  const parts = await bars.evaluateAll((cells) =>
    cells.slice(0, 2).map((cell) => Number((cell as HTMLElement).style.getPropertyValue('--bar'))),
  );
  expect(parts).toEqual([1, second!.qtySum / first!.qtySum]);
  await expect(bars.first()).not.toHaveCSS('background-image', 'none');
});

test('a segment of the ring leads where its name does', { tag: '@long' }, async ({ page, portal }) => {
  const { open } = await visitDashboard(page, portal);
  await open('atc');
  await page.locator('.donut__segment').first().click();
  await expect(page).toHaveURL(/\/molecules\?atc=[A-Z]$/);
});
