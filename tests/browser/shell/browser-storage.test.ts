import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Dialog, type Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser.ts';
import { chromiumFlags, findChromium } from '#tests/support/chromium.ts';
import { openCart } from '../cart-portal.ts';
import { cutEdits } from '../held-requests.ts';
import { choose, uploaded } from '../listed-statistic.ts';
import { fillLogin, startSession } from '../sign-in.ts';

const notKept = /Nicht aufbewahrt:/;

const waiting = (edits: number) =>
  edits === 1
    ? '1 Änderung wartet und wird nachgesendet'
    : `${edits} Änderungen warten und werden nachgesendet`;

/** The packs of a cart's edits that outlive the page. */
function keptPacks(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([key]) => key.startsWith('cart-edits:'))
      .flatMap(([, edits]) => JSON.parse(edits) as { selected: string }[])
      .map(({ selected }) => selected),
  );
}

/** Whether the browser asks before it leaves the page, which then stays; else it is left. */
async function asksBeforeLeaving(page: Page): Promise<boolean> {
  let isAsked = false;
  const stay = (question: Dialog) => {
    isAsked = question.type() === 'beforeunload';
    question.dismiss();
  };
  page.on('dialog', stay);
  await page.goto('/favicon.svg').catch(() => undefined);
  page.off('dialog', stay);
  return isAsked;
}

/** What Chromium's settings write down for «don't allow sites to save data on your device». */
const keepsNothing = { profile: { default_content_setting_values: { cookies: 2 } } };

/** A browser whose user lets no site keep anything: no cookies, no storage, no locks. Null where Chromium has no settings. */
async function openBlockingBrowser(baseURL: string): Promise<{
  context: BrowserContext;
  close: () => Promise<void>;
} | null> {
  const executablePath = await findChromium({ hasSettings: true });
  if (!executablePath) return null;
  const folder = await mkdtemp(join(tmpdir(), 'blocking-browser-'));
  await mkdir(join(folder, 'Default'));
  await writeFile(join(folder, 'Default', 'Preferences'), JSON.stringify(keepsNothing));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath,
    args: chromiumFlags,
    baseURL,
    locale: 'de-CH',
    timezoneId: 'Europe/Zurich',
    viewport: { width: 1280, height: 900 },
  });
  return {
    context,
    async close() {
      await context.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Fills what an origin may keep in the browser to the last characters. */
async function fillStorage(page: Page): Promise<void> {
  await page.evaluate(() => {
    let count = 0;
    for (const storage of [localStorage, sessionStorage]) {
      let text = 'x'.repeat(2 ** 20);
      while (text) {
        try {
          storage.setItem(`${count}`, text);
          count += 1;
        } catch {
          text = text.slice(0, text.length / 2);
        }
      }
    }
  });
}

test('where the browser may keep nothing one signs in for the tab, is told so, and everything works', {
  tag: '@long',
}, async ({ portal }) => {
  const blocking = await openBlockingBrowser(portal.url);
  test.skip(blocking === null, 'This Chromium has no settings.');
  const { context, close } = blocking!;
  try {
    const page = await context.newPage();
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    await page.goto('/login');
    await page.getByRole('combobox', { name: 'Sprache' }).selectOption('en');
    await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
    await expect(page.getByText(/bis Sie ihn neu laden oder schliessen/)).toBeVisible();
    await expect(page.getByLabel('Auf diesem Gerät angemeldet bleiben')).toHaveCount(0);
    await fillLogin(page, portal, 'rep1@portal.example');
    await expect(page.getByRole('heading', { name: 'Bezugsstatistiken', level: 1 })).toBeVisible();
    await page.getByRole('searchbox', { name: 'Bezugsstatistiken suchen' }).fill('Apotheke');
    await expect(page.getByRole('table').locator('tbody tr').first()).toContainText('Apotheke');
    await page
      .getByRole('table')
      .getByRole('link', { name: /Apotheke/ })
      .first()
      .click();
    await expect(page).toHaveTitle(/^Sortimentsanalyse von/);

    const isCut = await cutEdits(page);
    await page.getByRole('link', { name: 'Warenkorb' }).first().click();
    const field = page.locator('[data-control="packs"]').first();
    await field.fill('6');
    await page.keyboard.press('Enter');
    await expect(page.locator('.save-state')).toContainText('wartet und wird nachgesendet');
    await expect(page.getByText(notKept)).toBeVisible();
    expect(await asksBeforeLeaving(page)).toBe(true);
    await isCut();
    await expect(page.locator('.save-state')).toHaveText('Gespeichert');
    await expect(page.getByText(notKept)).toHaveCount(0);
    expect(errors).toEqual([]);

    expect(await asksBeforeLeaving(page)).toBe(false);
    await page.goto('/');
    await expect(page.getByLabel('Passwort', { exact: true })).toBeVisible();
  } finally {
    await close();
  }
});

test('edits of a cart for which the tab that takes them over finds no room stay kept as they were until it has made them', {
  tag: '@long',
}, async ({ page, portal, context }) => {
  const { cart, packs } = await openCart(page, portal);
  const [first, second] = (await cart()).rows;
  await cutEdits(page);
  await packs(first!).fill('6');
  await page.keyboard.press('Enter');
  await expect(page.locator('.save-state')).toContainText(waiting(1));
  await fillStorage(page);

  const later = await context.newPage();
  const sendNow = await cutEdits(later);
  await later.goto(page.url());
  const fieldOf = ({ gtin }: { gtin: string }) =>
    later.locator(`tr[data-gtin="${gtin}"] [data-control="packs"]`).first();
  await fieldOf(second!).fill('2');
  await later.keyboard.press('Enter');
  await expect(later.getByText(notKept)).toBeVisible();
  await page.close();
  await expect(fieldOf(first!)).toHaveValue('6');
  await expect(later.locator('.save-state')).toContainText(waiting(2));
  await expect(later.getByText(notKept)).toBeVisible();
  expect(await keptPacks(later)).toEqual(['6']);
  await sendNow();
  await expect(later.locator('.save-state')).toHaveText('Gespeichert');
  expect((await cart()).rows.slice(0, 2).map((row) => row.packs)).toEqual([6, 2]);
  expect(await keptPacks(later)).toEqual([]);
});

test('what is entered in a dialog and could not be kept is said to be so, outlives the dialog, and leaving asks', {
  tag: '@long',
}, async ({ page, portal }) => {
  await startSession(page, portal, 'admin@portal.example');
  await uploaded(page, portal, 'Apotheke Voll');
  await page.goto('/admin/wholesalers');
  const open = page.getByRole('button', { name: 'Grossist erfassen' });
  await open.waitFor();
  await fillStorage(page);
  await open.click();
  const dialog = page.getByRole('dialog');
  const name = dialog.getByLabel('Name', { exact: true });
  await expect(dialog.getByText(notKept)).toHaveCount(0);
  await name.fill('Grossist Voll');
  await expect(dialog.getByText(notKept)).toBeVisible();
  expect(await asksBeforeLeaving(page)).toBe(true);
  await expect(name).toHaveValue('Grossist Voll');
  await dialog.getByRole('button', { name: 'Abbrechen' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await asksBeforeLeaving(page)).toBe(false);

  await page.goto('/');
  await fillStorage(page);
  await choose(page, 'Apotheke Voll', 'Bearbeiten');
  await dialog.getByLabel('Kommentar').fill('nicht aufbewahrt');
  await expect(dialog.getByText(notKept)).toBeVisible();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  expect(await asksBeforeLeaving(page)).toBe(true);
  await page.goForward();
  await expect(dialog.getByLabel('Kommentar')).toHaveValue('nicht aufbewahrt');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await asksBeforeLeaving(page)).toBe(false);
});
