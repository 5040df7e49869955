import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser.ts';
import { openCart, openDetails } from '../cart-portal.ts';
import { chf } from '../dashboard.ts';
import { cutEdits } from '../held-requests.ts';
import { expectNoViolations } from '../no-violations.ts';

const focused = (page: Page) => page.locator('tr:focus-within').first();

test('arrows, Enter and Tab go through the packs, Escape takes back what was typed and leaves', async ({
  page,
  portal,
}) => {
  const { cart, packs, row, grid, saved } = await openCart(page, portal);
  const { rows } = await cart();
  await packs(rows[0]!).focus();
  await page.keyboard.type('12');
  await page.keyboard.press('ArrowDown');
  await expect(packs(rows[1]!)).toBeFocused();
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  await page.keyboard.type('4');
  await page.keyboard.press('Tab');
  await expect(packs(rows[3]!)).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(packs(rows[2]!)).toBeFocused();
  await saved();
  await page.keyboard.type('99');
  await page.keyboard.press('Escape');
  await expect(packs(rows[2]!)).toHaveValue('4');
  await saved();
  const after = await cart();
  expect(after.rows.slice(0, 4).map((each) => each.packs)).toEqual([12, 3, 4, 0]);
  const price = rows[0]!.warehouseProduct.ExFactoryPrice!;
  await expect(row(rows[0]!).locator('.cart-table__total')).toHaveText(
    chf(Math.round(12 * 100 * price) / 100),
  );
  await page.keyboard.press('ArrowLeft');
  await expect(row(rows[2]!).locator('[data-control="open"]')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(row(rows[2]!).getByRole('button', { name: 'Übernehmen' })).toBeFocused();
  await page.keyboard.press('Control+End');
  await expect(focused(page)).toHaveAttribute('data-gtin', rows.at(-1)!.gtin);
  await expect(focused(page)).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(grid.locator(':focus')).toHaveCount(0);
});

test('what is no number of packs stays as it was typed, marked with why, and counts for nothing', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { cart, packs, row, saved } = await openCart(page, portal);
  const { rows } = await cart();
  await packs(rows[0]!).fill('12');
  await packs(rows[1]!).focus();
  await saved();
  for (const text of ['-5', '2.5', '1e3', '1.000', '99999999']) {
    await packs(rows[0]!).focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.type(text);
    await expect(packs(rows[0]!)).toHaveValue(text);
    await expect(row(rows[0]!).getByRole('alert')).toContainText("Nur ganze Packungen von 0 bis 99'999");
    await page.keyboard.press('ArrowDown');
    await expect(packs(rows[0]!)).toHaveValue(text);
    await expect(packs(rows[0]!)).toHaveAttribute('aria-invalid', 'true');
  }
  await expect(page.getByText('1 Menge ist nicht lesbar und zählt nicht')).toBeVisible();
  await saved();
  expect((await cart()).rows[0]!.packs).toBe(12);
  await packs(rows[0]!).focus();
  await page.keyboard.press('Escape');
  await expect(packs(rows[0]!)).toHaveValue('12');
  await expect(page.getByText('nicht lesbar')).toHaveCount(0);
});

test('another multiplier shows at once what each row becomes, and how it is rounded', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { cart, packs, row, saved } = await openCart(page, portal);
  const { rows, bezugsStatistik } = await cart();
  expect(bezugsStatistik.months).toBe(6);
  const [first] = rows;
  await packs(first!).fill('50');
  await page.keyboard.press('Enter');
  await saved();
  await openDetails(page);
  await page.getByLabel('Bedarf für').selectOption({ label: '1 Monat' });
  // 50 packs of half a year are 8.33 of a month.
  await expect(packs(first!)).toHaveValue('8');
  await expect(row(first!)).toContainText('8.33 → 8');
  await packs(first!).fill('5');
  await page.keyboard.press('Enter');
  await saved();
  expect((await cart()).rows[0]).toMatchObject({ packs: 5, selectedExact: '30' });
  await page.getByLabel('Bedarf für').selectOption({ label: 'Eigener Faktor' });
  const factor = page.getByLabel('Faktor', { exact: true });
  await factor.fill('0.3333');
  await factor.blur();
  await expect(factor).toHaveValue('0.3333');
  await expect(page.getByText('mit höchstens drei Nachkommastellen')).toBeVisible();
  await factor.press('Escape');
  await expect(factor).not.toHaveValue('0.3333');
  await factor.fill('0,7');
  await page.keyboard.press('Enter');
  await expect(packs(first!)).toHaveValue('21');
  await saved();
  expect((await cart()).multiplierExact).toBe('7/10');
  await packs(first!).fill('11');
  await page.keyboard.press('Enter');
  await saved();
  await page.reload();
  await expect(packs(first!)).toHaveValue('11');
});

test('two columns are pasted from a spreadsheet as one step to undo, and what does not fit is listed', {
  tag: '@long',
}, async ({ page, portal, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { cart, packs, saved } = await openCart(page, portal);
  const { rows } = await cart();
  const withCode = rows.slice(3).find(({ pharmacode }) => pharmacode !== null)!;
  const list = [
    'GTIN\tPackungen',
    `${rows[0]!.gtin}\t14`,
    `${Number(withCode.pharmacode)}\t1'200`,
    `${rows[1]!.gtin}\t2.5`,
    '7680999999993\t3',
    `${rows[0]!.gtin}\t1`,
  ].join('\r\n');
  await page.evaluate((text) => navigator.clipboard.writeText(text), list);
  await packs(rows[3]!).focus();
  await page.keyboard.press('Control+v');
  await expect(packs(rows[0]!)).toHaveValue('15');
  await expect(page.getByText('2 Zeilen passen nicht:')).toBeVisible();
  await expect(page.locator('.cart-page__unfit li')).toHaveText([
    /GTIN.*ist weder GTIN noch Pharmacode/,
    /2\.5 hat keine ganze Zahl von Packungen/,
  ]);
  await expect(page.getByText('1 Änderung konnte nicht gespeichert werden:')).toBeVisible();
  await expect(page.getByText(/7680999999993: /)).toBeVisible();
  await expect(page.getByText('2 Produkte übernommen.')).toBeVisible();
  await expect(page.locator('.save-state')).toHaveText('1 Änderung ist nicht gespeichert');
  const after = await cart();
  const packsOf = (gtin: string) => after.rows.find((each) => each.gtin === gtin)!.packs;
  expect([packsOf(rows[0]!.gtin), packsOf(withCode.gtin), packsOf(rows[1]!.gtin)]).toEqual([15, 1200, 0]);
  await page.getByRole('button', { name: 'Verstanden' }).first().click();
  await expect(page.getByText('2 Produkte übernommen.')).toBeVisible();
  await page.getByRole('button', { name: 'Verstanden' }).click();
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await expect(packs(rows[0]!)).toHaveValue('');
  await saved();
  expect((await cart()).sums).toMatchObject({ rows: 0, packs: 0 });
  // The bar below has opened a dialog before: what had the focus then does not get it from the next one.
  await page.getByRole('button', { name: 'Versionen' }).click();
  await page.getByRole('dialog', { name: 'Versionen der Bestellung' }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Liste einfügen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Liste einfügen' });
  const entered = dialog.getByLabel('Liste', { exact: true });
  await entered.fill(`${rows[2]!.gtin} 6`);
  await expectNoViolations(page, 'pasting a list');
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Liste einfügen' })).toBeFocused();
  await page.goForward();
  await expect(entered).toHaveValue(`${rows[2]!.gtin} 6`);
  await page.reload();
  await expect(entered).toHaveValue(`${rows[2]!.gtin} 6`);
  await dialog.getByRole('button', { name: 'Übernehmen' }).click();
  await expect(packs(rows[2]!)).toHaveValue('6');
  await saved();
});

/** Keys as a scanner sends them: ten milliseconds apart, however long the page takes for one. */
async function scanner(page: Page): Promise<(code: string) => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  return async (code) => {
    const keys = [...code, 'Enter'];
    const begun = Date.now() / 1000 - keys.length / 100;
    for (const [index, key] of keys.entries()) {
      const isEnter = key === 'Enter';
      const event = {
        key,
        code: isEnter ? key : /\d/.test(key) ? `Digit${key}` : `Key${key}`,
        windowsVirtualKeyCode: isEnter ? 13 : key.charCodeAt(0),
        timestamp: begun + index / 100,
      };
      const text = isEnter ? '\r' : key;
      await session.send('Input.dispatchKeyEvent', { type: 'keyDown', text, ...event });
      await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
    }
  };
}

test('a scanner adds a pack wherever the focus is, and leaves no digits behind', async ({ page, portal }) => {
  const { cart, packs, saved } = await openCart(page, portal);
  const { rows } = await cart();
  const scan = await scanner(page);
  await packs(rows[1]!).fill('3');
  await scan(rows[0]!.gtin);
  await expect(packs(rows[0]!)).toHaveValue('1');
  await expect(packs(rows[1]!)).toHaveValue('3');
  await page.getByRole('searchbox', { name: 'Produkte nach Name suchen' }).focus();
  await scan(rows[0]!.gtin);
  await expect(packs(rows[0]!)).toHaveValue('2');
  await expect(page.getByRole('searchbox', { name: 'Produkte nach Name suchen' })).toHaveValue('');
  await page.locator('.statistic-head__title').click();
  await scan(`0${rows[0]!.gtin}`);
  await expect(packs(rows[0]!)).toHaveValue('3');
  await scan('7680000000001');
  await expect(page.locator('.cart-page__unfit')).toContainText('7680000000001');
  await saved();
  expect((await cart()).rows.slice(0, 2).map((each) => each.packs)).toEqual([3, 3]);
});

test('without a connection edits wait, outlive a reload, and are sent in their order', async ({
  page,
  portal,
}) => {
  const { cart, packs, row, saved } = await openCart(page, portal);
  const [first, second] = (await cart()).rows;
  const sendNow = await cutEdits(page);
  await packs(first!).fill('6');
  await packs(second!).fill('2');
  await page.keyboard.press('Enter');
  await expect(
    page.getByText('Keine Verbindung: 2 Änderungen warten und werden nachgesendet.'),
  ).toBeVisible();
  await expect(page.locator('.cart-bar__sums')).toContainText('noch nicht gespeichert');
  await expect(row(first!)).toHaveAttribute('data-unconfirmed', 'true');
  expect((await cart()).sums.packs).toBe(0);
  await page.reload();
  await expect(packs(first!)).toHaveValue('6');
  await expect(packs(second!)).toHaveValue('2');
  await sendNow();
  await saved();
  await expect(page.locator('.cart-bar__sums')).not.toContainText('noch nicht gespeichert');
  const after = await cart();
  expect(after.rows.slice(0, 2).map((each) => each.packs)).toEqual([6, 2]);
  const log = await page.evaluate(() =>
    Object.keys(localStorage).filter((key) => key.startsWith('cart-edits')),
  );
  expect(log).toEqual([]);
});

test('of two tabs the second is told, sees both values and chooses', async ({ page, portal }) => {
  const { cart, packs, saved, call } = await openCart(page, portal);
  const { rows, cartKey } = await cart();
  const [first, second] = rows;
  const elsewhere = (gtin: string, packsElsewhere: number) =>
    call('PUT', `cart/${cartKey}/${gtin}/${packsElsewhere}`);
  await elsewhere(first!.gtin, 4);
  await packs(first!).fill('9');
  await page.keyboard.press('Enter');
  const notice = page.getByRole('alert');
  await expect(notice).toContainText(`«${first!.productDescription}» wurde inzwischen anderswo geändert`);
  await expectNoViolations(page, 'conflict', ['Berta Käufer']);
  await notice.getByRole('button', { name: 'Meine Eingabe: 9' }).click();
  await saved();
  expect((await cart()).rows[0]!.packs).toBe(9);
  await elsewhere(second!.gtin, 5);
  await packs(second!).fill('1');
  await page.keyboard.press('Enter');
  await notice.getByRole('button', { name: 'Gespeichert: 5' }).click();
  await expect(packs(second!)).toHaveValue('5');
  await expect(notice).toHaveCount(0);
  const after = await cart();
  expect(after.rows.slice(0, 2).map((each) => each.packs)).toEqual([9, 5]);
  await expect(page.locator('[data-sum="exFactory"]')).toHaveText(chf(after.sums.exFactorySum));
});
