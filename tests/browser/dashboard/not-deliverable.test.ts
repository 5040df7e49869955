import { expect, test } from '#tests/support/browser.ts';
import { chf, pressEscape, visitDashboard } from '../dashboard.ts';

type Row = {
  gtin: string;
  productName: string;
  packsPerMonth: number;
  potentialPerMonth: number | null;
  customersGain: number | null;
  deliverabilityReportingDate1: string;
  knownSinceAtLeast1: boolean;
  discontinued1: boolean;
  stockOut2: boolean | null;
  alternativeProductName: string | null;
};
type Totals = { rowCount: number; packsPerMonth: number; potentialPerMonth: number; customersGain: number };

const tenth = new Intl.NumberFormat('de-CH', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const swissDate = (iso: string) => iso.split('-').toReversed().join('.');

test('articles that cannot be delivered say since when, whether for good, and what the provider has instead', async ({
  page,
  portal,
}) => {
  const { json, open } = await visitDashboard(page, portal);
  const rows = await json<Row[]>('not_deliverable');
  const totals = await json<Totals>('not_deliverable/totals');
  await open('not_deliverable');
  const table = page.getByRole('table', { name: 'Jetzt nicht lieferbar' });
  await expect(table.locator('tbody tr')).toHaveCount(rows.length);
  for (const place of [0, 1, rows.length - 1]) {
    const row = rows[place]!;
    const line = table.locator('tbody tr').nth(place);
    await expect(line.getByRole('link')).toHaveText(row.productName);
    const cells = line.getByRole('cell');
    await expect(cells.nth(0)).toContainText(
      row.potentialPerMonth === null ? '–' : chf(row.potentialPerMonth),
    );
    await expect(cells.nth(1)).toContainText(row.customersGain === null ? '–' : chf(row.customersGain));
    await expect(cells.nth(2)).toHaveText(tenth.format(row.packsPerMonth));
    await expect(cells.nth(3)).toHaveText(
      new RegExp(
        `^${row.knownSinceAtLeast1 ? 'mindestens seit ' : ''}${swissDate(row.deliverabilityReportingDate1)} \\([\\d'’]+\\u00a0Tage?\\)$`,
      ),
    );
    if (row.alternativeProductName !== null) {
      await expect(cells.nth(5)).toContainText(row.alternativeProductName);
      await expect(cells.nth(5)).toContainText(row.stockOut2 ? 'nicht lieferbar seit' : 'lieferbar');
    }
  }
  await expect(table.locator('tfoot').getByRole('cell')).toHaveText([
    chf(totals.potentialPerMonth),
    chf(totals.customersGain),
    tenth.format(totals.packsPerMonth),
    '',
  ]);

  const place = rows.findIndex(({ packsPerMonth }) => tenth.format(packsPerMonth).at(-1) !== '0');
  const { packsPerMonth } = rows[place]!;
  await table.locator('tbody tr').nth(place).getByRole('cell').nth(2).click();
  await expect(page.locator('.why-dialog__value')).toHaveText(
    `${tenth.format(packsPerMonth)} Packungen pro Monat`,
  );
  await pressEscape(page);

  const gone = rows.filter((row) => row.discontinued1);
  expect(gone.length).toBeGreaterThan(0);
  const lines = table.locator('tbody tr');
  const marks = lines.locator('th [data-badge="discontinued"]');
  await expect(marks).toHaveCount(gone.length);
  await expect(marks.first()).toHaveAttribute('title', 'Dauerhaft ausser Handel');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByText('dauerhaft ausser Handel', { exact: true }).click();
  await page.getByRole('button', { name: 'Anwenden' }).click();
  await expect(lines).toHaveCount(gone.length);
  await expect(page).toHaveURL(/general=discontinued/);
  // The articles behind a figure of the page are those that it shows.
  await page.getByRole('table').locator('tfoot').getByRole('button').first().click();
  await expect(page.locator('.why-dialog')).toContainText('Das Produkt ist dauerhaft ausser Handel');
});
