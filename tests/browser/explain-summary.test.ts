import { expect, test } from '#tests/support/browser.ts';
import { chf, type Figures, pressEscape, visitDashboard, whole } from './dashboard.ts';
import { expectNoViolations } from './no-violations.ts';
import { productGrid } from './products-table.ts';

type Manufacturer = Figures & { manufacturerName: string };
type Group = Figures & { atcCategory: string };

test('the bars of the summary answer why, and the provider’s own stands out', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const { json, open } = await visitDashboard(page, portal);
  const largest = (await json<Manufacturer[]>('manufacturers?sortBy=efPreisSum')).slice(0, 5);
  const { providerCompanies, providerName } = await (await page.request.get('/api/portal')).json();
  await open('');
  const bars = page.getByRole('table', { name: 'Top 5 Hersteller' });
  await expect(bars.getByRole('row')).toHaveText([
    'HerstellerUmsatz CHF',
    ...largest.map((row) => `${row.manufacturerName}${chf(row.efPreisSum)}`),
  ]);
  const own = largest.map(({ manufacturerName }) => providerCompanies.includes(manufacturerName));
  expect(own).toContain(true);
  const drawn = page.locator('.summary__manufacturers .plot-figure [aria-label=bar] a > *');
  await expect(drawn).toHaveCount(largest.length);
  expect(await drawn.evaluateAll((all) => all.map((bar) => bar.getAttribute('fill')))).toEqual(
    own.map((is) => (is ? 'var(--brand-dark)' : 'var(--brand-mid)')),
  );
  await expect(page.getByText(`Hervorgehoben: Produkte von ${providerName}`)).toBeVisible();

  const { manufacturerName, efPreisSum } = largest[1]!;
  await bars.getByRole('button', { name: `: ${chf(efPreisSum)}. Warum?` }).press('Enter');
  const dialog = page.getByRole('dialog', { name: `${manufacturerName}: Umsatz CHF` });
  await expect(dialog).toContainText(`${chf(efPreisSum)} CHF`);
  await expect(dialog.getByRole('listitem')).toHaveText([`Hersteller: ${manufacturerName}`]);
  await dialog.getByRole('link', { name: 'Artikel anzeigen' }).click();
  await expect(productGrid(page).locator('tfoot')).toContainText(chf(efPreisSum));
});

test('the sum of the duplicates of two, three and more is explained as one figure', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const { json, open } = await visitDashboard(page, portal);
  const summary = await json<Record<`duplicateProducts${2 | 3 | 4}`, number>>('summary');
  const { sets, articles } = await json<{ sets: number; articles: number }>('duplicate_products/totals');
  expect(summary.duplicateProducts2 + summary.duplicateProducts3 + summary.duplicateProducts4).toBe(sets);
  await open('');
  const portfolio = page.getByRole('table', { name: 'Portfolio Pharma-Artikel' });
  await portfolio.getByRole('button', { name: `Doppelte Produkte: ${whole(sets)}. Warum?` }).click();
  const dialog = page.getByRole('dialog', { name: 'Doppelte Produkte' });
  await expect(dialog).toContainText(`${whole(sets)} Gruppen`);
  await dialog.getByRole('link', { name: 'Artikel anzeigen' }).click();
  await expect(productGrid(page).locator('tfoot')).toContainText(`Total (${whole(articles)} Artikel)`);
});

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

test('the figure in the middle of the ring and the number above the portfolio answer why', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { json, open } = await visitDashboard(page, portal);
  const totals = await json<Figures>('atc/totals');
  const { numberOfPharmaArticles } = await json<{ numberOfPharmaArticles: number }>('summary');
  await open('');
  await page.locator('.donut__total').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`${chf(totals.efPreisSum)} CHF`);
  await pressEscape(page);
  await page
    .getByRole('button', { name: `Artikel mit ATC-Code: ${whole(numberOfPharmaArticles)}. Warum?` })
    .click();
  await expect(dialog).toContainText(`${whole(numberOfPharmaArticles)} Artikel`);
  await dialog.getByRole('link', { name: 'Artikel anzeigen' }).click();
  await expect(productGrid(page).locator('tfoot')).toContainText(
    `Total (${whole(numberOfPharmaArticles)} Artikel)`,
  );
});
