import { expect, test } from '#tests/support/browser.ts';
import { chf, visitDashboard, whole } from '../dashboard.ts';

type Row = {
  gtiN2: string;
  description1: string;
  description2: string;
  qty1: number;
  qty2: number;
  efPreis1: number;
  efPreis2: number;
  pPreis1: number;
  pPreis2: number;
  turnoverPotential: number;
};

test('duplicates stand below the provider product that could replace them', async ({ page, portal }) => {
  const { json, open } = await visitDashboard(page, portal);
  const rows = await json<Row[]>('duplicate_products');
  const totals = await json<{ qty1: number; qty2: number; turnoverPotential: number; sets: number }>(
    'duplicate_products/totals',
  );
  await open('duplicate_products');
  const table = page.getByRole('table', { name: 'Doppelte Produkte' });
  const sets = table.locator('tbody');
  await expect(sets).toHaveCount(new Set(rows.map(({ gtiN2 }) => gtiN2)).size);
  const first = rows[0]!;
  const provider = sets.first().getByRole('row').first();
  await expect(provider.getByRole('rowheader')).toHaveText(first.description2);
  await expect(provider.getByRole('rowheader')).toHaveCSS('font-weight', '600');
  await expect(provider.getByRole('cell')).toHaveText([
    whole(first.qty2),
    chf(first.efPreis2),
    chf(first.pPreis2),
    '',
  ]);
  const competitor = sets.first().getByRole('row').nth(1);
  await expect(competitor.getByRole('rowheader')).toHaveText(first.description1);
  await expect(competitor.getByRole('cell')).toHaveText([
    whole(first.qty1),
    chf(first.efPreis1),
    chf(first.pPreis1),
    chf(first.turnoverPotential),
  ]);
  await expect(table.locator('tfoot tr').first()).toContainText(whole(totals.qty2));
  await expect(table.locator('tfoot tr').last().getByRole('cell')).toHaveText([
    whole(totals.qty1),
    '',
    '',
    chf(totals.turnoverPotential),
  ]);
  await expect(page.getByText(`in ${whole(totals.sets)} Gruppen`)).toBeVisible();
});
