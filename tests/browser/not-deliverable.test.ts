import { expect, test } from '#tests/support/browser.ts';
import { chf, pressEscape, visitDashboard, whole } from './dashboard.ts';
import { expectNoViolations } from './no-violations.ts';

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

test('a card of the summary counts what cannot be delivered and leads to it', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const { json, open } = await visitDashboard(page, portal);
  const totals = await json<Totals>('not_deliverable/totals');
  expect(totals.rowCount).toBeGreaterThan(0);
  await open('');
  await page.getByRole('link', { name: `Jetzt nicht lieferbar ${whole(totals.rowCount)}` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Jetzt nicht lieferbar');
  await expect(page).toHaveURL(/\/not_deliverable/);
});

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

test('it can be ordered and filtered, and a figure answers why', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const { json, open } = await visitDashboard(page, portal);
  await open('not_deliverable');
  const lines = page.getByRole('table', { name: 'Jetzt nicht lieferbar' }).locator('tbody tr');
  await expect(lines.first()).toBeVisible();
  await page.getByRole('button', { name: /Sortierung/ }).click();
  await page.getByRole('menuitem', { name: 'Alphabetisch', exact: true }).click();
  const alphabetical = await json<Row[]>('not_deliverable?sortBy=alphabetical');
  await expect(lines.first().getByRole('link')).toHaveText(alphabetical[0]!.productName);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByText('mit lieferbarer Alternative').click();
  await page.getByRole('button', { name: 'Anwenden' }).click();
  const available = await json<Row[]>('not_deliverable?general=available_match&sortBy=alphabetical');
  await expect(lines).toHaveCount(available.length);
  await lines.first().getByRole('cell').first().click();
  await expect(page.locator('.why-dialog')).toContainText('CHF pro Monat');
  await expect(page.locator('.why-dialog')).toContainText('geteilt durch die Monate');
});

test('what a switch changes for the patient stands beside the gain where it is chosen, and says why', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { json, open } = await visitDashboard(page, portal);
  type Changed = Record<'publicPriceDifference' | 'deductibleBefore' | 'deductibleAfter', number>;
  const totals = await json<Changed>('not_deliverable/totals');
  await open('not_deliverable');
  const table = page.getByRole('table', { name: 'Jetzt nicht lieferbar' });
  await expect(table.getByRole('columnheader')).toHaveCount(7);
  await page.getByRole('button', { name: 'Spalten' }).click();
  // Both in one moment.
  await page.getByRole('group', { name: 'Spalten anzeigen' }).evaluate((group) => {
    for (const label of [...group.querySelectorAll('label')])
      if (/^(Differenz Publikumspreis|Selbstbehalt vorher und nachher)$/.test(label.textContent.trim()))
        label.click();
  });
  await expect(page).toHaveURL(/columns=publicDifference\.deductible/);
  await expect(table.getByRole('columnheader')).toHaveCount(10);
  const sums = [totals.publicPriceDifference, totals.deductibleBefore, totals.deductibleAfter];
  for (const [index, sum] of sums.entries())
    await expect(table.locator('tfoot td').nth(index + 2)).toHaveText(chf(sum));
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.keyboard.press('Escape');
  await table.locator('tbody tr').first().getByRole('cell').nth(3).dblclick();
  await expect(page.getByRole('dialog')).toContainText('Selbstbehalt');
});

test('it is accessible, and at 360 pixels nothing scrolls sideways', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const { open } = await visitDashboard(page, portal);
  await page.setViewportSize({ width: 360, height: 740 });
  await open('not_deliverable');
  await expect(page.getByRole('table').locator('tbody a').first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectNoViolations(page, 'not deliverable now');
});
