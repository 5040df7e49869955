import { expect, test } from '#tests/support/browser.ts';
import { disabledStatistic, openStatistic } from '../demo-statistics.ts';
import { watchConsole } from '../sign-in.ts';

const amount = new Intl.NumberFormat('de-CH', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const whole = new Intl.NumberFormat('de-CH');

test('a visitor sees by direct link the figures that the API gives', async ({ page, portal }) => {
  const complaints = watchConsole(page);
  const { directLinkId, customerName } = await openStatistic(portal.pool);
  const json = (path: string) =>
    page.request.get(`/api/statistics/${directLinkId}/${path}`).then((r) => r.json());
  const summary = await json('summary');
  await page.goto(`/dashboard/${directLinkId}?open=turnover,quantity,count`);

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Sortimentsanalyse von ${customerName}`);
  const block = (name: string) => page.getByRole('region', { name });
  for (const [name, figures] of Object.entries({
    Umsatz: [
      amount.format(summary.turnoverTotal),
      amount.format(summary.turnoverOriginal),
      amount.format(summary.turnoverGenericum),
      amount.format(summary.turnoverOthers),
      amount.format(summary.turnoverProvider),
      amount.format(summary.potentialTotal),
      `${summary.genericQuota}%`,
    ],
    Menge: [
      whole.format(summary.totalQty),
      whole.format(summary.totalOriginalQty),
      whole.format(summary.totalGenericQty),
      whole.format(summary.totalQty - summary.totalOriginalQty - summary.totalGenericQty),
      whole.format(summary.totalProviderQty),
      whole.format(summary.packsWithoutPrice),
      whole.format(summary.packsUnmatched),
      `${summary.genericPenetration}%`,
    ],
    Anzahl: [
      whole.format(summary.numberOfArticles),
      whole.format(summary.existingProviderProducts),
      whole.format(summary.totalManufacturer),
      whole.format(summary.totalMolecules),
      whole.format(summary.notDeliverable),
      whole.format(summary.articlesWithoutPrice),
      whole.format(summary.articlesUnmatched),
    ],
  })) {
    await expect(block(name).locator('dd')).toHaveText(figures);
  }

  const portfolio = page.getByRole('table', { name: 'Portfolio Pharma-Artikel' });
  await expect(portfolio.getByRole('cell')).toHaveText(
    [
      summary.alternativeProvider,
      summary.gxAlternativeProvider,
      summary.oxProvider,
      summary.oxProviderWith20Percent,
      summary.duplicateProducts2 + summary.duplicateProducts3 + summary.duplicateProducts4,
      summary.duplicateProducts2,
      summary.duplicateProducts3,
      summary.duplicateProducts4,
    ].map((count) => whole.format(count)),
  );

  const groups = (await json('atc?sortBy=efPreisSum')) as { efPreisSum: number }[];
  const shown = groups.slice(0, 6).map((group) => amount.format(group.efPreisSum));
  const atc = page.getByRole('table', { name: 'Umsatz nach ATC-Gruppe' });
  for (const [index, figure] of shown.entries()) {
    await expect(atc.getByRole('row').nth(index + 1)).toContainText(figure);
  }
  const makers = await json('manufacturers?sortBy=efPreisSum');
  await expect(page.getByRole('table', { name: 'Top 5 Hersteller' }).getByRole('row').nth(1)).toContainText(
    `${makers[0].manufacturerName}${amount.format(makers[0].efPreisSum)}`,
  );

  await expect(page.getByText('Externe ID')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Bezugsstatistiken' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: /Warenkorb/ })).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test('a visitor changes the language, and the address decides it before all else', async ({
  page,
  portal,
}) => {
  const { directLinkId, customerName } = await openStatistic(portal.pool);
  await page.goto(`/dashboard/${directLinkId}?lang=fr`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Assortiment\u00a0: ${customerName}`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await page.getByLabel('Langue').selectOption('Italiano');
  await expect(page).toHaveTitle(`Analisi dell’assortimento di ${customerName}`);
  await expect(page).toHaveURL(/lang=it/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'it');
});

test('a disabled link, an unknown link and an unknown address show that there is no such page', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { directLinkId } = await disabledStatistic(portal.pool);
  for (const path of [`/dashboard/${directLinkId}`, '/dashboard/nothing-here', '/nowhere']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Seite nicht gefunden' })).toBeVisible();
  }
});
