import { expect, test } from '#tests/support/browser.ts';
import { signIn, watchConsole } from './sign-in.ts';
import { smallStatistic } from './small-statistic.ts';

const swiss = new Intl.NumberFormat('de-CH', { minimumFractionDigits: 2 });

test('a file is uploaded, reported on and looked at as a dashboard', async ({ page, portal }) => {
  const complaints = watchConsole(page);
  const statistic = await smallStatistic();
  await signIn(page, portal, 'rep1@portal.example');

  await page.getByRole('button', { name: 'Statistik hochladen' }).click();
  const guide = page.getByRole('dialog', { name: 'Statistik hochladen' });
  await guide.getByRole('button', { name: 'Daten hochladen' }).click();
  await expect(guide.getByLabel('Bezugsstatistik (Excel oder CSV)')).toBeDisabled();
  await guide.getByLabel('Einwilligung', { exact: true }).setInputFiles({
    name: 'Einwilligung.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4'),
  });
  await expect(guide.getByLabel('Bezugsstatistik (Excel oder CSV)')).toBeEnabled();
  await guide.getByLabel('Bezugsstatistik (Excel oder CSV)').setInputFiles({
    name: statistic.fileName,
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: statistic.file,
  });

  const dialog = page.getByRole('dialog', { name: 'Angaben zur Statistik' });
  const search = dialog.getByLabel('Kundensuche');
  await search.click();
  const found = page.waitForResponse(/customer\/search\?keyword=apotheke$/);
  await search.pressSequentially('apotheke');
  await found;
  await page
    .getByRole('option', { name: /Apotheke/ })
    .first()
    .waitFor();
  await search.press('Enter');
  await expect(dialog.getByLabel('Kundenname')).toHaveValue(/Apotheke/);
  await expect(dialog.getByLabel('Externe ID')).not.toHaveValue('');
  await expect(search).toHaveValue('');
  const customer = await dialog.getByLabel('Kundenname').inputValue();

  // The last year in one press.
  const year = String(new Date().getFullYear() - 1);
  await dialog.getByRole('button', { name: year, exact: true }).click();
  await expect(dialog.getByLabel('Monat von').locator('option:checked')).toHaveText('Januar');
  await expect(dialog.getByLabel('Jahr von')).toHaveValue(year);
  await expect(dialog.getByLabel('Monat bis').locator('option:checked')).toHaveText('Dezember');
  await expect(dialog.getByLabel('Jahr bis')).toHaveValue(year);
  await dialog.getByLabel('Kommentar').fill('Erster Versuch');
  await dialog.getByRole('button', { name: 'Hochladen' }).click();

  const report = page.getByRole('dialog', { name: 'Importbericht' });
  await expect(report.getByRole('status')).toHaveText(`${statistic.fileName} wurde erfolgreich importiert.`);
  const figure = (name: string) =>
    report.locator('dl > div', { has: page.getByText(name, { exact: true }) }).locator('dd');
  await expect(figure('Importiert')).toHaveText('4');
  await expect(figure('Per GTIN erkannt')).toHaveText('3');
  await expect(figure('Nicht im Katalog')).toHaveText('1');
  await expect(figure('Nicht importiert')).toHaveText('1');
  await report.getByText('Zeilen ohne Treffer im Katalog').click();
  await expect(report.getByRole('row', { name: /Verbandmaterial/ })).toContainText('7680999999993');
  await report.getByText('Nicht importierte Zeilen').click();
  await expect(report.getByRole('row', { name: /Ohne Menge/ })).toContainText('6');

  await report.getByRole('button', { name: 'Schliessen' }).last().click();
  const row = page.getByRole('row', { name: new RegExp(`${customer}.*Neu`) });
  await expect(row).toContainText(`01.${year} – 12.${year}`);
  await expect(row).toContainText('Erster Versuch');

  const answer = page.waitForResponse((response) => response.url().endsWith('/summary'));
  await row.getByRole('link', { name: customer }).click();
  await expect(page).toHaveTitle(`Sortimentsanalyse von ${customer}`);
  await expect(page.getByText('Externe ID')).toBeVisible();
  const turnover = page.getByRole('region', { name: 'Umsatz' });
  await expect(turnover).toContainText(`Umsatz total${swiss.format(statistic.turnover.total)}`);
  await expect(turnover).toContainText(swiss.format(statistic.turnover.original));
  await expect(turnover).toContainText(swiss.format(statistic.turnover.generic));
  await page.getByRole('button', { name: 'Menge' }).click();
  await expect(page.getByRole('region', { name: 'Menge' })).toContainText(`Menge total${statistic.packs}`);

  const summary = await page.request.get((await answer).url(), { headers: { accept: 'application/json' } });
  expect((await summary.json()).turnoverTotal).toBe(statistic.turnover.total);
  expect(complaints).toEqual([]);
});
