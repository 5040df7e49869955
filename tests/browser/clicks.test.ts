import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser.ts';
import { openCart } from './cart-portal.ts';
import { signIn } from './sign-in.ts';
import { smallStatistic } from './small-statistic.ts';

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

test('from the start page the best offer is in the cart in two clicks, and a link with a QR code in two', async ({
  page,
  portal,
}) => {
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

test('a file is an analysis in ten clicks: its customer in one field, its period in one press', async ({
  page,
  portal,
}) => {
  const { fileName: name, file: buffer } = await smallStatistic();
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  const consent = { name: 'Einwilligung.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') };
  await signIn(page, portal, 'rep1@portal.example');
  const clicks = await countClicks(page);
  await page.getByRole('button', { name: 'Statistik hochladen' }).click();
  const guide = page.getByRole('dialog', { name: 'Statistik hochladen' });
  await guide.getByRole('button', { name: 'Daten hochladen' }).click();
  await guide.getByLabel('Einwilligung', { exact: true }).setInputFiles(consent);
  await guide.getByLabel('Bezugsstatistik (Excel oder CSV)').setInputFiles({ name, mimeType, buffer });
  const form = page.getByRole('dialog', { name: 'Angaben zur Statistik' });
  await form.getByLabel('Kundensuche').click();
  await page.keyboard.type('apotheke');
  await page
    .getByRole('option', { name: /Apotheke/ })
    .first()
    .click();
  const customer = await form.getByLabel('Kundenname').inputValue();
  const year = String(new Date().getFullYear() - 1);
  await form.getByRole('button', { name: year, exact: true }).click();
  await form.getByRole('button', { name: 'Hochladen' }).click();
  const report = page.getByRole('dialog', { name: 'Importbericht' });
  await report.getByRole('button', { name: 'Schliessen' }).last().click();
  await page
    .getByRole('row', { name: new RegExp(`${customer}.*Neu`) })
    .getByRole('link', { name: customer })
    .click();
  await expect(page).toHaveTitle(`Sortimentsanalyse von ${customer}`);
  // Each of the two files is chosen by a press more, whose dialog is the system's own.
  expect((await clicks()) + 2).toBeLessThanOrEqual(10);
});

test('five products are chosen, signed and mailed in ten clicks and one screen of scrolling', async ({
  page,
  portal,
}) => {
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
