import type { Locator, Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser.ts';
import { pressEscape, visitDashboard } from '../dashboard.ts';
import { openStatistic } from '../demo-statistics.ts';
import { linkedPair } from '../linked-statistics.ts';
import { expectNoViolations } from '../no-violations.ts';
import { articleRows, productGrid } from '../products-table.ts';

/** Goes on by Tab until the element has the focus, as somebody without a pointer does. */
async function tabTo(page: Page, element: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await element.first().waitFor();
  for (let presses = 0; presses < 120; presses++) {
    if (await element.first().evaluate((each) => each === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`Tab does not come to ${element}.`);
}

async function press(page: Page, element: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, element);
  await page.keyboard.press(key);
}

async function signInByKeyboard(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/login');
  await tabTo(page, page.getByLabel('E-Mail'));
  await page.keyboard.type(email);
  await tabTo(page, page.getByLabel('Passwort', { exact: true }));
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Bezugsstatistiken', level: 1 }).waitFor();
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

test('signing in, and out by the user menu', { tag: '@long' }, async ({ page, portal }) => {
  await signInByKeyboard(page, 'rep1@portal.example', portal.password);
  await press(page, button(page, /Benutzermenü/));
  const leave = page.getByRole('menuitem', { name: 'Abmelden' });
  await leave.waitFor();
  await tabTo(page, leave);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible();
});

test('from the list of past uploads to a dashboard', { tag: '@long' }, async ({ page, portal }) => {
  const { customerName } = await openStatistic(portal.pool);
  await signInByKeyboard(page, 'admin@portal.example', portal.password);
  await tabTo(page, page.getByRole('searchbox', { name: 'Bezugsstatistiken suchen' }));
  await page.keyboard.type(customerName);
  const row = page.getByRole('row').filter({ hasText: customerName }).last();
  await press(page, row.getByRole('button', { name: `Aktionen zu ${customerName}` }));
  const menu = page.getByRole('menu');
  await press(page, menu.getByRole('menuitem', { name: 'Direktlink' }));
  const dialog = page.getByRole('dialog');
  const opened = page.waitForEvent('popup');
  await press(page, dialog.getByRole('link', { name: /öffnen/i }));
  const heading = (await opened).getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(`Sortimentsanalyse von ${customerName}`);
});

test('blocks of the summary are opened and closed', { tag: '@long' }, async ({ page, portal }) => {
  const { open } = await visitDashboard(page, portal);
  await open('');
  const block = page.locator('button[aria-expanded]', { hasText: /^Menge/ });
  await press(page, block, 'Space');
  await expect(block).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Space');
  await expect(block).toHaveAttribute('aria-expanded', 'false');
});

test('from an ATC group to its molecules or articles, and back by the trail', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const { open } = await visitDashboard(page, portal);
  await open('atc');
  const table = page.getByRole('table', { name: 'ATC-Gruppen', exact: true }).last();
  await press(page, table.locator('tbody').getByRole('link').first());
  await expect(page).toHaveURL(/\/(molecules|products)\?.*atc=/);
  await press(page, page.getByRole('navigation').getByRole('link', { name: 'ATC-Gruppen' }).last());
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('ATC-Gruppen');
});

test('a list is sorted by a heading', { tag: '@long' }, async ({ page, portal }) => {
  const { open } = await visitDashboard(page, portal);
  await open('molecules');
  await press(page, button(page, 'Menge total'), 'Space');
  await expect(page).toHaveURL(/sortBy=qtySum/);
  const table = page.getByRole('table', { name: 'Wirkstoffe', exact: true });
  await expect(table.locator('th[aria-sort=descending]')).toHaveText('Menge total');
});

test('the first Tab leads over the navigation to the content; a filter is set in the panel and taken away by its chip', async ({
  page,
  portal,
}) => {
  const { open } = await visitDashboard(page, portal);
  await open('molecules');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Tab');
  await expect(link(page, 'Zum Inhalt springen')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => Boolean(document.activeElement?.closest('main')))).toBe(true);

  await press(page, page.getByRole('button', { name: 'Filter', exact: true }));
  const dialog = page.getByRole('dialog', { name: 'Filter' });
  await dialog.waitFor();
  await expectNoViolations(page, 'filter options');
  await press(page, dialog.getByRole('checkbox').first(), 'Space');
  await press(page, dialog.getByRole('button', { name: 'Anwenden' }));
  await expect(page).toHaveURL(/general=/);
  await press(page, button(page, /^Filter entfernen/));
  await expect(page).not.toHaveURL(/general=/);
  await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeFocused();
  await expect(dialog).toHaveCount(0);
});

test('a period is set beside another, and the comparison is ended', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const [id] = await linkedPair(portal.pool, 'same length');
  await page.goto(`/dashboard/${id}/molecules`);
  await tabTo(page, page.getByLabel('Vergleich', { exact: true }));
  await page.keyboard.press('ArrowDown');
  await expect(page).toHaveURL(/compare=/);
  await expect(page.getByRole('table', { name: 'Wirkstoffe: Vergleich der Zeiträume' })).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(page).not.toHaveURL(/compare=/);
});

test('an article is found by typing, and its figure answers why', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const { json, open } = await visitDashboard(page, portal);
  const [first] = await json<{ gtin: string }[]>('product?limit=1');
  await open('products');
  await tabTo(page, page.getByPlaceholder('Name, GTIN oder Pharmacode'));
  await page.keyboard.type(first!.gtin);
  await expect(articleRows(page)).toHaveCount(1);
  await tabTo(page, productGrid(page));
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await pressEscape(page);
  await expect(productGrid(page)).toBeFocused();
});

test('the command palette leads to another page and language', { tag: '@long' }, async ({ page, portal }) => {
  const { open } = await visitDashboard(page, portal);
  await open('');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Kunde, Seite oder Aktion' })).toBeFocused();
  await page.keyboard.type('potenzial');
  await expect(page.getByRole('option')).not.toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Potenzial');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Kunde, Seite oder Aktion' })).toBeFocused();
  await page.keyboard.type('francais');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('lang', /^fr/);
});

test('what the keyboard comes to in a long list is not covered by its headings and totals', {
  tag: '@long',
}, async ({ page, portal }) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  const { open } = await visitDashboard(page, portal);
  await open('duplicate_products');
  const table = page.getByRole('table', { name: 'Doppelte Produkte' });
  await tabTo(page, table.locator('tbody a'));
  const isCovered = () =>
    page.evaluate(() => {
      const focused = document.activeElement!;
      const { left, top, width, height } = focused.getBoundingClientRect();
      const seen = document.elementFromPoint(left + width / 2, top + height / 2);
      return !focused.contains(seen) && `${focused.textContent} by ${seen?.textContent}`;
    });
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let presses = 0; presses < 30; presses++) {
      await page.keyboard.press(key);
      expect(await isCovered(), key).toBe(false);
    }
  }
});
