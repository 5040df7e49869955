import { expect, test } from '#tests/support/browser.ts';
import { expectAggregate, type Figures, visitDashboard } from '../dashboard.ts';

type Row = Figures & { atcCategory: string };

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
