import type { Page } from '@playwright/test';
import type { OrderListed } from '#shared/schemas/order.ts';
import type { Portal } from '#tests/support/browser.ts';
import { expect, test } from '#tests/support/browser.ts';
import { openCart, openDetails } from '../cart-portal.ts';
import { chf } from '../dashboard.ts';
import { cutEdits } from '../held-requests.ts';
import { loseAnswers } from '../lost-answers.ts';
import { expectNoViolations } from '../no-violations.ts';

/** A wholesaler that takes orders, with conditions of its own. */
async function addWholesaler(portal: Portal, name: string, contact: string): Promise<void> {
  await portal.pool.query(
    `insert into wholesalers (name, enabled_for_apo, enabled_for_sd, enabled_for_online_orders, conditions_contact,
       transfer_order_contact, acquisition_statistic_contact, minimum_order_value, free_delivery_from)
     values ($1, true, true, true, '', $2, '', 500, 100000)`,
    [name, contact],
  );
}

const wholesalerField = (page: Page) => page.getByLabel('Grossist', { exact: true });

test('delivery is in three days until another day is chosen; header fields and a drawn signature stay, until packs change', async ({
  page,
  portal,
}) => {
  await addWholesaler(portal, 'Kopf-Grossist', '');
  const { cart, packs, saved } = await openCart(page, portal);
  const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Zurich' });
  const inThreeDays = new Date(Date.parse(today) + 3 * 86_400_000)
    .toISOString()
    .replace(/^(....)-(..)-(..).*/, '$3.$2.$1');
  await openDetails(page);
  const delivery = page.getByLabel('Liefertermin', { exact: true });
  await expect(delivery).toHaveValue(inThreeDays);
  expect((await cart()).deliveryDate).toBeNull();
  await delivery.fill('24.12.2030');
  await wholesalerField(page).selectOption({ label: 'Kopf-Grossist' });
  await page.getByLabel('Bestellart').selectOption({ label: 'Transferauftrag' });
  await page.getByText('Für Kolleginnen und Kollegen sichtbar').click();
  await saved();
  const { deliveryDate, deliveryType, visible, wholesaler } = await cart();
  expect({ deliveryDate, deliveryType, visible }).toEqual({
    deliveryDate: '2030-12-24',
    deliveryType: 'TransferOrder',
    visible: true,
  });
  await page.reload();
  await expect(delivery).toHaveValue('24.12.2030');
  await expect(wholesalerField(page)).toHaveValue(String(wholesaler));

  const [first] = (await cart()).rows;
  await packs(first!).fill('3');
  await openDetails(page);
  await page.getByRole('button', { name: 'Unterschreiben' }).click();
  const dialog = page.getByRole('dialog', { name: 'Bestellung unterschreiben' });
  const take = dialog.getByRole('button', { name: 'Unterschrift übernehmen' });
  await dialog.getByLabel('Name').fill('Berta Käufer');
  await expect(take).toBeDisabled();
  await expectNoViolations(page, 'signature');
  const field = dialog.getByRole('img', { name: 'Feld für die Unterschrift' });
  const box = (await field.boundingBox())!;
  await page.mouse.move(box.x + 30, box.y + 30);
  await page.mouse.down();
  for (let step = 1; step <= 12; step++)
    await page.mouse.move(box.x + 30 + step * 12, box.y + 30 + (step % 3) * 20);
  await page.mouse.up();
  const ink = () =>
    field.evaluate((canvas) => {
      const { width, height } = canvas as HTMLCanvasElement;
      const { data } = (canvas as HTMLCanvasElement).getContext('2d')!.getImageData(0, 0, width, height);
      return data.filter((value, place) => place % 4 === 3 && value > 0).length;
    });
  expect(await ink()).toBeGreaterThan(50);
  // Another size draws the same strokes anew, a frame later.
  for (const width of [400, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const fits = (canvas: Element) =>
      (canvas as HTMLCanvasElement).width === Math.round(canvas.clientWidth * devicePixelRatio);
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
    await expect.poll(() => field.evaluate(fits)).toBe(true);
    await expect.poll(ink).toBeGreaterThan(50);
  }
  const drawn = await ink();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await page.goForward();
  await expect.poll(ink).toBe(drawn);
  await page.reload();
  await expect.poll(ink).toBe(drawn);
  await take.click();
  await saved();
  const signed = await cart();
  expect(signed.signature).toMatch(/^data:image\/png;base64,/);
  expect(signed).toMatchObject({ signatureName: 'Berta Käufer', signatureVoid: false });
  await openDetails(page);
  await expect(page.getByRole('img', { name: 'Unterschrift von Berta Käufer' })).toBeVisible();
  await packs(first!).fill('4');
  await expect(page.getByText('Nicht unterschrieben: seit der Unterschrift geändert')).toBeVisible();
  await saved();
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await expect(page.getByText('Nicht unterschrieben: seit der Unterschrift geändert')).toHaveCount(0);
});

test('versions tell their totals, what has changed, and stay signed when the cart changes', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { cart, packs, saved, call, directLinkId } = await openCart(page, portal);
  const { rows, cartKey } = await cart();
  const first = rows.find(({ warehouseProduct }) => warehouseProduct.ExFactoryPrice !== null)!;
  const path = `cart/from-statistic/${directLinkId}/${cartKey}`;
  await call('PUT', `cart/${cartKey}/${first.gtin}/2`);
  await call('POST', path, { signature: 'typed', signatureName: 'Berta Käufer' });
  await call('POST', `${path}/orders`);
  await page.reload();
  await packs(first).fill('5');
  await page.keyboard.press('Enter');
  await saved();
  await call('POST', `${path}/orders`);
  const versions = await call<OrderListed[]>('GET', `${path}/orders`);
  await page.getByRole('button', { name: 'Versionen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Versionen der Bestellung' });
  const items = dialog.locator('.versions > li');
  await expect(items).toHaveCount(2);
  const price = Math.round(first.warehouseProduct.ExFactoryPrice! * 100);
  await expect(items.first()).toContainText(`CHF ${chf((price * versions[0]!.packs) / 100)}`);
  await expect(items.first()).toContainText(
    `(+${chf((price * (versions[0]!.packs - versions[1]!.packs)) / 100)}`,
  );
  await expect(items.last()).toContainText('Unterschrieben');
  await expect(items.last()).toContainText('Warenkorb seither geändert');
  await expectNoViolations(page, 'versions', ['Berta Käufer']);
  await page.keyboard.press('Escape');
  await openDetails(page);
  await expect(
    page.getByText(`Nicht unterschrieben: seit Bestellung ${versions[1]!.order} geändert`),
  ).toBeVisible();
  // The list of all orders needs no dashboard.
  await portal.pool.query('update statistics set active = false where direct_link_id = $1', [directLinkId]);
  await page.goto(`${portal.url}/orders`);
  await expect(page.getByRole('heading', { name: 'Bestellungen', level: 1 })).toBeVisible();
  const listed = page.locator('.versions > li').filter({ hasText: `Bestellung ${versions[1]!.order},` });
  await expect(listed).toContainText('Unterschrieben Warenkorb seither geändert');
  await expect(listed).toContainText('Kein Grossist');
  const downloading = page.waitForEvent('download');
  await listed
    .getByRole('button', { name: `Bestellung (CSV), Bestellung ${versions[1]!.order}`, exact: true })
    .click();
  expect((await downloading).suggestedFilename()).toMatch(
    new RegExp(`^Bestellung ${versions[1]!.order} .+\\.csv$`),
  );
  await portal.pool.query('update statistics set active = true where direct_link_id = $1', [directLinkId]);
});

test('what is sent is what the dialog shows, whatever becomes of the cart; versions tell when it was sent', {
  tag: '@long',
}, async ({ page, portal }) => {
  const address = 'exact@grossist.example';
  await addWholesaler(portal, 'Genau-Grossist', address);
  await addWholesaler(portal, 'Anderer Grossist', '');
  const { cart, packs, saved, call, directLinkId } = await openCart(page, portal);
  const { rows, cartKey } = await cart();
  const [first, second] = rows;
  await packs(first!).fill('4');
  await openDetails(page);
  await page.getByLabel('Bestellart').selectOption({ label: 'Transferauftrag' });
  await wholesalerField(page).selectOption({ label: 'Genau-Grossist' });
  await saved();
  await page.getByRole('button', { name: 'Senden', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Bestellung an den Grossisten senden' });
  const lines = dialog.getByRole('table', { name: 'Bestellung' }).locator('tbody tr');
  await expect(lines).toHaveCount(1);
  await expectNoViolations(page, 'sending', [first!.productDescription]);
  const conditions = dialog.getByText('Genau-Grossist liefert ab CHF 100');
  await expect(conditions).toBeVisible();
  // Another tab adds a product, which is in no version yet and must not be sent unseen, and chooses another wholesaler.
  await call('PUT', `cart/${cartKey}/${second!.gtin}/9`);
  const wholesalers = await call<{ wholesalerID: number; wholesalerName: string }[]>(
    'GET',
    'wholesaler/online-ordering',
  );
  const { wholesalerID: wholesaler } = wholesalers.find(
    ({ wholesalerName }) => wholesalerName === 'Anderer Grossist',
  )!;
  await call('POST', `cart/from-statistic/${directLinkId}/${cartKey}`, { wholesaler });
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await expect(page.locator('[data-sum="packs"]')).toHaveText('13');
  await expect(conditions).toBeVisible();
  await expect(dialog).not.toContainText('Anderer Grossist');
  const text = await dialog.locator('.send-preview__text').textContent();
  // In the customer's language.
  expect(text).toContain('Posizioni: 1, confezioni: 4,');
  const pdf = page.waitForEvent('download');
  await dialog.getByRole('button', { name: /^Ordine \d+ .+\.pdf$/ }).click();
  // What it downloads is called in the user's language.
  expect((await pdf).suggestedFilename()).toMatch(/^Bestellung \d+ .+\.pdf$/);
  await dialog.getByRole('button', { name: 'Jetzt senden' }).click();
  const mail = await portal.mailbox.next(address);
  expect(mail.text?.trim()).toBe(text);
  expect(mail.attachments.map(({ filename }) => filename)).toEqual(
    ['pdf', 'xlsx', 'csv'].map((end) => expect.stringMatching(new RegExp(`^Ordine \\d+ .+\\.${end}$`))),
  );
  const csv = Buffer.from(mail.attachments[2]!.content as ArrayBuffer).toString();
  expect([csv.includes(first!.gtin), csv.includes(second!.gtin)]).toEqual([true, false]);
  await expect(dialog.getByRole('status')).toContainText(
    /^Gesendet an exact@grossist\.example, .* 1 Versuch\./,
  );
  await expect(dialog.getByRole('button', { name: 'Jetzt senden' })).toHaveCount(0);
  await dialog.locator('.bp6-dialog-footer').getByRole('button', { name: 'Schliessen' }).click();
  await page.getByRole('button', { name: 'Versionen' }).click();
  await expect(page.getByRole('dialog', { name: 'Versionen der Bestellung' })).toContainText(
    /Gesendet an exact@grossist\.example, \d{2}\.\d{2}\.\d{4}, \d{2}:\d{2}\. 1 Versuch\./,
  );
});

test('a download is begun only once everything is saved, and says what went wrong', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const { cart, packs } = await openCart(page, portal);
  const button = page.getByRole('button', { name: 'Herunterladen' });
  const menu = page.getByRole('menu');
  await button.click();
  const files = menu.getByRole('menuitem');
  await expect(files.first()).toBeDisabled();
  const made = page.waitForEvent('download');
  await files.getByText('Handzettel (PDF)').click();
  expect((await made).suggestedFilename()).toMatch(/^Handzettel .+\.pdf$/);
  const sendNow = await cutEdits(page);
  await packs((await cart()).rows[0]!).fill('3');
  await button.click();
  await expect(files).toHaveText([
    'Bestellformular (PDF)',
    'Bestellung (Excel)',
    'Bestellung mit Barcodes (Excel)',
    'Bestellung (CSV)',
    'Handzettel (PDF)',
  ]);
  await files.first().click();
  await expect(page.getByText('Es ist noch nicht alles gespeichert.')).toBeVisible();
  await sendNow();
  await page.route('**/pdf', (route) => route.abort());
  await button.click();
  await files.first().click();
  await expect(page.getByRole('alert').filter({ hasText: 'Der Server ist nicht erreichbar.' })).toBeVisible();
});

test('an order that is sent though the answer was lost is said to be, and no longer that it failed', {
  tag: '@long',
}, async ({ page, portal, context }) => {
  await addWholesaler(portal, 'Leiser Grossist', 'leise@grossist.example');
  const { cart, packs, saved } = await openCart(page, portal);
  await packs((await cart()).rows[0]!).fill('4');
  await openDetails(page);
  await page.getByLabel('Bestellart').selectOption({ label: 'Transferauftrag' });
  await wholesalerField(page).selectOption({ label: 'Leiser Grossist' });
  await saved();
  await page.getByRole('button', { name: 'Senden', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Bestellung an den Grossisten senden' });
  const send = dialog.getByRole('button', { name: 'Jetzt senden' });
  await expect(send).toBeEnabled();
  await context.setOffline(true);
  await send.click();
  await expect(dialog.getByRole('alert')).toContainText('Der Server ist nicht erreichbar');
  await context.setOffline(false);
  await loseAnswers(page, /\/api\/orders\//);
  await send.click();
  await expect(dialog).toContainText('an leise@grossist.example');
  await expect(send).toHaveCount(0);
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Erneut versuchen' })).toHaveCount(0);
});

test('a mail of which nobody knows whether it arrived says so, and is sent again only when its sender wants it', {
  tag: '@long',
}, async ({ page, portal }) => {
  const address = 'unknown@grossist.example';
  await addWholesaler(portal, 'Stiller Grossist', address);
  const { cart, packs, saved } = await openCart(page, portal);
  await packs((await cart()).rows[0]!).fill('4');
  await openDetails(page);
  await page.getByLabel('Bestellart').selectOption({ label: 'Transferauftrag' });
  await wholesalerField(page).selectOption({ label: 'Stiller Grossist' });
  await saved();
  await page.getByRole('button', { name: 'Senden', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Bestellung an den Grossisten senden' });
  await dialog.getByRole('button', { name: 'Jetzt senden' }).click();
  const first = await portal.mailbox.next(address);
  await expect(dialog.getByRole('status')).toContainText('Gesendet an unknown@grossist.example');
  await dialog.locator('.bp6-dialog-footer').getByRole('button', { name: 'Schliessen' }).click();
  // As if the process had been killed before the mail server's word.
  await portal.pool.query(
    `update mails set sent_at = null, unknown_at = date_trunc('milliseconds', now()), next_attempt_at = 'infinity'
     where recipient = $1`,
    [address],
  );
  await page.getByRole('button', { name: 'Versionen' }).click();
  const versions = page.getByRole('dialog', { name: 'Versionen der Bestellung' });
  await expect(versions).toContainText(
    'Ob das Mail an unknown@grossist.example angekommen ist, weiss niemand',
  );
  await expect(versions.getByRole('button', { name: 'Ist angekommen' })).toBeEnabled();
  await versions.getByRole('button', { name: 'Noch einmal senden' }).click();
  expect((await portal.mailbox.next(address)).messageId).toBe(first.messageId);
  await expect(versions).toContainText('Gesendet an unknown@grossist.example');
  await expect(versions.getByRole('button', { name: 'Noch einmal senden' })).toHaveCount(0);

  // Among all orders, where it is said too, without a dashboard; Back closes what is open there.
  await portal.pool.query(
    `update mails set sent_at = null, unknown_at = date_trunc('milliseconds', now()), next_attempt_at = 'infinity'
     where recipient = $1`,
    [address],
  );
  await page.goto('/orders');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Bestellungen');
  await page.getByRole('button', { name: /^Bestellung \d+ senden$/ }).click();
  await expect(dialog).toContainText('Ob das Mail an unknown@grossist.example angekommen ist, weiss niemand');
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(heading).toHaveText('Bestellungen');
  await page.goForward();
  await dialog.getByRole('button', { name: 'Noch einmal senden' }).click();
  await portal.mailbox.next(address);
  await expect(dialog).toContainText('Gesendet an unknown@grossist.example');
  await expect(dialog.getByRole('button', { name: 'Noch einmal senden' })).toHaveCount(0);
  await dialog.locator('.bp6-dialog-footer').getByRole('button', { name: 'Schliessen' }).click();
  await expect(page.locator('.versions')).toContainText('Gesendet an unknown@grossist.example');
  // One that was refused for good says so, there too, and is sent again only when its sender wants it.
  await portal.pool.query(
    "update mails set sent_at = null, unknown_at = null, next_attempt_at = 'infinity' where recipient = $1",
    [address],
  );
  await page.reload();
  const refused = 'Der Mailserver hat das Mail an unknown@grossist.example endgültig abgelehnt';
  await expect(page.locator('.versions')).toContainText(refused);
  await page.getByRole('button', { name: /^Bestellung \d+ senden$/ }).click();
  await expect(dialog).toContainText(refused);
  await dialog.getByRole('button', { name: 'Jetzt senden' }).click();
  await portal.mailbox.next(address);
  await expect(dialog).toContainText('Gesendet an unknown@grossist.example');
  await dialog.locator('.bp6-dialog-footer').getByRole('button', { name: 'Schliessen' }).click();
  // Once a mail on its way has gone, the list says so by itself.
  await portal.pool.query(
    `update mails set sent_at = null, unknown_at = null, next_attempt_at = now() + interval '1 hour'
     where recipient = $1`,
    [address],
  );
  await page.reload();
  await expect(page.locator('.versions')).toContainText('Unterwegs an unknown@grossist.example');
  await portal.pool.query(
    "update mails set sent_at = date_trunc('milliseconds', now()) where recipient = $1",
    [address],
  );
  await expect(page.locator('.versions')).toContainText('Gesendet an unknown@grossist.example');
  await page.route(/\/orders\/\d+\/files\//, (route) => route.abort());
  const item = page.locator('.versions > li').last();
  await item.getByRole('button', { name: /Excel/ }).first().click();
  await expect(item.getByRole('alert')).toContainText('Der Server ist nicht erreichbar.');
});
