import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser.ts';
import { openCart } from '../cart-portal.ts';
import { signIn, watchConsole } from '../sign-in.ts';
import { smallStatistic } from '../small-statistic.ts';

const swiss = new Intl.NumberFormat('de-CH', { minimumFractionDigits: 2 });

/** Counts what is pressed or chosen on a page from now on, over all its documents. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  const count = () => {
    const add = () => sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks')) + 1));
    addEventListener('pointerup', add, true);
    addEventListener('change', ({ target }) => target instanceof HTMLSelectElement && add(), true);
  };
  await page.addInitScript(count);
  await page.evaluate(count);
  return () => page.evaluate(() => Number(sessionStorage.getItem('clicks')));
}

test('from the start page the best offer is in the cart in two clicks, and a link with a QR code in two', {
  tag: '@long',
}, async ({ page, portal }) => {
  await signIn(page, portal, 'rep1@portal.example');
  const clicks = await countClicks(page);
  await page.locator('main a[href*="/dashboard/"]').first().click();
  const offer = page.getByRole('table', { name: 'Die zehn besten Angebote' }).locator('tbody tr').first();
  await offer.getByRole('button', { name: /Warenkorb/ }).click();
  await expect(page.getByRole('link', { name: /^Warenkorb \(\d+\)$/ })).toBeVisible();
  expect(await clicks()).toBe(2);
  await page.goto('/');
  await page.evaluate(() => sessionStorage.removeItem('clicks'));
  await page.locator('main a[href*="/dashboard/"]').first().click();
  await page.getByRole('button', { name: 'Teilen' }).click();
  await expect(page.getByRole('img', { name: 'QR-Code des Direktlinks' })).toBeVisible();
  expect(await clicks()).toBe(2);
});

test('a file is uploaded, reported on and looked at as a dashboard in ten clicks', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const complaints = watchConsole(page);
  const statistic = await smallStatistic();
  await signIn(page, portal, 'rep1@portal.example');
  const clicks = await countClicks(page);

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
  // Each of the two files is chosen by a press more, whose dialog is the system's own; two looked into the report.
  expect((await clicks()) + 2 - 2).toBeLessThanOrEqual(10);
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

test('five products are chosen, signed and mailed in ten clicks and one screen of scrolling', {
  tag: '@long',
}, async ({ page, portal }) => {
  const address = 'ten-clicks@grossist.example';
  await portal.pool.query(
    `insert into wholesalers (name, enabled_for_apo, enabled_for_sd, enabled_for_online_orders, conditions_contact,
       transfer_order_contact, acquisition_statistic_contact)
     values ('Zehn-Klicks-Grossist', true, true, true, '', $1, '')`,
    [address],
  );
  const { cart, packs, saved } = await openCart(page, portal);
  const clicks = await countClicks(page);
  await page.evaluate(() => {
    const far = () =>
      sessionStorage.setItem('far', String(Math.max(scrollY, Number(sessionStorage.getItem('far')))));
    addEventListener('scroll', far, true);
  });
  const { rows } = await cart();
  await packs(rows[0]!).click();
  for (const digit of ['1', '2', '3', '4', '5']) {
    await page.keyboard.type(digit);
    await page.keyboard.press('Enter');
  }
  await page.locator('.cart-settings > summary').click();
  await page.getByLabel('Grossist', { exact: true }).selectOption({ label: 'Zehn-Klicks-Grossist' });
  await page.getByLabel('Bestellart').selectOption({ label: 'Transferauftrag' });
  await page.getByRole('button', { name: 'Unterschreiben' }).click();
  const signing = page.getByRole('dialog', { name: 'Bestellung unterschreiben' });
  await signing.getByRole('tab', { name: 'Mit Namen bestätigen' }).click();
  await signing.getByText('Ich bestätige die Bestellung mit meinem Namen.').click();
  const take = signing.getByRole('button', { name: 'Unterschrift übernehmen' });
  await signing.getByLabel('Name', { exact: true }).fill('Berta Käufer');
  await take.click();
  await saved();
  await page.getByRole('button', { name: 'Senden', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Jetzt senden' }).click();
  const mail = await portal.mailbox.next(address);
  expect(mail.text).toContain('Posizioni: 5, confezioni: 15,');
  expect(await clicks()).toBe(10);
  const far = await page.evaluate(() => Number(sessionStorage.getItem('far')));
  expect(far).toBeLessThanOrEqual(page.viewportSize()!.height);
});
