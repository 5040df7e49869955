import { expect, test } from '#tests/support/browser.ts';
import { chf, type Figures, visitDashboard } from '../dashboard.ts';
import { expectNoViolations } from '../no-violations.ts';
import { productGrid } from '../products-table.ts';

type Group = Figures & { atcCategory: string };

test('a share of the ring shows the group and the total that it is reckoned from', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const { json, open } = await visitDashboard(page, portal);
  const [first] = await json<Group[]>('atc?sortBy=efPreisSum');
  const totals = await json<Figures>('atc/totals');
  const share = `${Math.round((100 * first!.efPreisSum) / totals.efPreisSum)}%`;
  await open('');
  const ring = page.getByRole('table', { name: 'Umsatz nach ATC-Gruppe' });
  await ring
    .getByRole('button', { name: `Anteil: ${share}. Warum?` })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('.why-dialog__value')).toHaveText(share);
  await expect(dialog.getByRole('region').first()).toContainText(`${chf(first!.efPreisSum)} CHF`);
  await expect(dialog.getByRole('region').last()).toContainText(`${chf(totals.efPreisSum)} CHF`);
  await expectNoViolations(page, 'explanation of a share');
  await dialog.getByRole('link', { name: 'Artikel anzeigen: Total: Umsatz CHF' }).click();
  await expect(productGrid(page).locator('tfoot')).toContainText(chf(totals.efPreisSum));
});
