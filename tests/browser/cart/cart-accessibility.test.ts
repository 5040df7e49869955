import { expect, test } from '#tests/support/browser.ts';
import { openCart, openDetails } from '../cart-portal.ts';
import { pressEscape } from '../dashboard.ts';
import { expectNoViolations } from '../no-violations.ts';

test('the cart has no accessibility violations in any language, nor its dialogs, which Back closes', {
  tag: '@long',
}, async ({ page, portal }) => {
  test.setTimeout(240_000);
  const { cart, packs, row, saved, call } = await openCart(page, portal);
  const { rows, cartKey } = await cart();
  const names = ['Berta Käufer'];
  await packs(rows[0]!).fill('7');
  await openDetails(page);
  await page.getByLabel('Bestellart').selectOption({ label: 'Transferauftrag' });
  await row(rows[0]!).locator('[data-control="open"]').click();
  await saved();
  await expectNoViolations(page, 'cart', names);
  for (const [button, title] of [
    ['Verlauf', 'Verlauf des Warenkorbs'],
    ['Versionen', 'Versionen der Bestellung'],
    ['Liste einfügen', 'Liste einfügen'],
    ['Unterschreiben', 'Bestellung unterschreiben'],
    ['Senden', 'Bestellung an den Grossisten senden'],
  ]) {
    await page.getByRole('button', { name: button!, exact: true }).click();
    await page.getByRole('dialog', { name: title! }).waitFor();
    await expectNoViolations(page, title!, names);
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.goForward();
    await page.getByRole('dialog', { name: title! }).waitFor();
    await pressEscape(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await call('PUT', `cart/${cartKey}/${rows[1]!.gtin}/4`);
  await packs(rows[1]!).fill('2');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  await expectNoViolations(page, 'conflict', names);
});
