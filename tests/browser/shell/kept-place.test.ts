import type { Locator, Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser.ts';
import { long } from '#tests/support/rounds.ts';
import { visitDashboard } from '../dashboard.ts';
import { holdBack } from '../held-requests.ts';
import { productRows } from '../market-lists.ts';
import { articleRows, visitLargest } from '../products-table.ts';
import { startSession } from '../sign-in.ts';

test('Back returns to the row one left, and a page that is opened begins at its top', async ({
  page,
  portal,
}) => {
  const { open } = await visitDashboard(page, portal);
  for (const list of long ? ['molecules', 'top_manufacturers', 'duplicate_products'] : ['molecules']) {
    await page.setViewportSize({ width: 1280, height: 420 });
    await open(list);
    const row = page.getByRole('rowheader').getByRole('link').nth(12);
    await row.waitFor();
    await page.waitForLoadState('networkidle');
    await row.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    // Where the row is as it is followed: clicking may scroll before.
    await page.evaluate(() => {
      const note = ({ target }: Event) => {
        const left = [scrollY, (target as Element).getBoundingClientRect().top];
        document.documentElement.dataset.left = JSON.stringify(left);
      };
      addEventListener('click', note, { capture: true, once: true });
    });
    await row.click();
    await expect(articleRows(page).first()).toBeVisible();
    const [scrolled, top] = await page.evaluate(() =>
      JSON.parse(document.documentElement.dataset.left ?? '[]'),
    );
    expect(scrolled, list).toBeGreaterThan(100);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(list));
    await expect
      .poll(() => row.evaluate((element) => element.getBoundingClientRect().top))
      .toBeCloseTo(top, 0);
  }
});

test('a reload and a table that scrolls in itself keep the place too', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const { open } = await visitLargest(page, portal);
  await page.setViewportSize({ width: 800, height: 900 });
  await open('products');
  await expect(articleRows(page).first()).toBeVisible();
  const box = page.locator('.products');
  await box.evaluate((element) => element.scrollTo({ top: 4200 }));
  await expect(page.locator('[data-place="100"]')).toBeVisible();
  await page.getByRole('link', { name: 'Wirkstoffe' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wirkstoffe');
  await page.goBack();
  await expectPlace(page);
  await page.reload();
  await expectPlace(page);
});

async function expectPlace(page: Page) {
  await expect(page.locator('[data-place="100"]')).toBeVisible();
  await expect.poll(() => page.locator('.products').evaluate(({ scrollTop }) => scrollTop)).toBe(4200);
}

test('Back shows as many articles as were asked for', { tag: '@long' }, async ({ page, portal }) => {
  const { open } = await visitLargest(page, portal);
  await open('products');
  await page.getByRole('button', { name: 'weitere anzeigen' }).click();
  const box = page.locator('.products');
  await expect.poll(() => box.evaluate(({ scrollHeight }) => scrollHeight)).toBeGreaterThan(600 * 42);
  await page.evaluate(() => scrollTo(0, 560 * 42));
  await expect(page.locator('[data-place="562"]')).toBeInViewport();
  // By its own listener: clicking would scroll to the link.
  await page.getByRole('link', { name: 'Wirkstoffe' }).first().dispatchEvent('click');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wirkstoffe');
  await page.goBack();
  await expect(page.locator('[data-place="562"]')).toBeInViewport();
});

for (const [path, rows] of [
  ['/admin/users', 'tbody tr'],
  ['/admin/audit', '.audit__entries > li'],
  ['/admin/template-files', 'main section, tbody tr'],
  ['/admin/wholesalers', 'tbody tr'],
  ['/stockout-analyser-full', 'tbody tr[data-place]'],
] as const) {
  test(`Back returns to the row one left in ${path}`, { tag: '@long' }, async ({ page, portal }) => {
    await startSession(page, portal, 'admin@portal.example');
    // Older than what other tests look for.
    if (path === '/admin/audit') await portal.pool.query(olderEntries);
    await page.setViewportSize({ width: 1280, height: 300 });
    await page.goto(`${path}?lang=de`);
    const all = page.locator(`main :is(${rows})`);
    await expect(all.nth(2)).toBeAttached();
    await page.waitForLoadState('networkidle');
    const more = page.getByRole('button', { name: 'Mehr laden' });
    if (await more.isVisible()) {
      const before = await all.count();
      await more.click();
      await expect.poll(() => all.count()).toBeGreaterThan(before);
    }
    // By its number: more rows of a long list are drawn below it all the while.
    await expectReturn(page, all.nth((await all.count()) - 1));
  });
}

test('Back returns to the product of the call list, whose customer is open as it was', {
  tag: '@long',
}, async ({ page, portal }) => {
  await startSession(page, portal, 'admin@portal.example');
  await page.setViewportSize({ width: 1280, height: 420 });
  await page.goto('/call-list?lang=de');
  await page
    .getByRole('button', { name: /^Produkte von .* anzeigen$/ })
    .first()
    .click();
  const products = page.locator('main tbody').first().getByRole('row');
  await expect(products.nth(5)).toBeAttached();
  await expectReturn(page, products.nth(5));
});

test('Back returns to a row of the market that is drawn only where one scrolls to it', {
  tag: '@long',
}, async ({ page, portal }) => {
  await startSession(page, portal, 'admin@portal.example');
  await page.goto('/stockout-analyser?lang=de');
  await expect(async () => {
    await page.keyboard.press('Control+f');
    expect(await productRows(page).count()).toBeGreaterThan(150);
  }).toPass();
  const count = await productRows(page).count();
  await expectReturn(page, productRows(page).nth(count - 10));
});

test('a reload returns to the row one left though the rows come late', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  await startSession(page, portal, 'admin@portal.example');
  await page.goto('/stockout-analyser-full?lang=de');
  const row = productRows(page).nth(30);
  await expect(row).toBeAttached();
  await page.waitForLoadState('networkidle');
  await row.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const top = () => row.evaluate((element) => element.getBoundingClientRect().top);
  const left = await top();
  const release = await holdBack(page, /\/api\/portfolio\/full\b/);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  release();
  await expect.poll(top).toBeCloseTo(left, 0);
});

test('Back shows all that was asked for in the overview of the market', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  await startSession(page, portal, 'admin@portal.example');
  await page.goto('/stockout-analyser?lang=de');
  await expect(productRows(page).first()).toBeVisible();
  const bars = page.locator('.manufacturer-bars li');
  const fresh = page.locator('.new-stockouts li');
  await page.getByRole('button', { name: /^Alle \d+ Hersteller zeigen$/ }).click();
  await page.getByRole('button', { name: /^Alle \d+ zeigen$/ }).click();
  const counts = [await bars.count(), await fresh.count()];
  await page.getByRole('link', { name: 'Anrufliste' }).first().dispatchEvent('click');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Anrufliste');
  await page.goBack();
  await expect(bars).toHaveCount(counts[0]!);
  await expect(fresh).toHaveCount(counts[1]!);
});

const olderEntries = `insert into audit_entries (made_at, user_name, action, subject, subject_key, subject_name, after)
  select now() - interval '1 year', 'Regula Zumbühl', 'settings.changed', 'setting', 'PLACE_' || n, 'Platz ' || n, '{"value": 1}'
  from generate_series(1, 120) as n`;

/** Scrolls to a row, goes to the help and back. */
async function expectReturn(page: Page, row: Locator) {
  await row.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const top = () => row.evaluate((element) => element.getBoundingClientRect().top);
  const left = await top();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(50);
  // By its own listener: clicking would scroll to the link.
  await page.getByRole('link', { name: 'Hilfe' }).first().dispatchEvent('click');
  await expect.poll(() => page.evaluate(() => location.pathname)).toBe('/dashboard/help');
  await page.goBack();
  await expect(row).toBeAttached();
  await expect.poll(top).toBeCloseTo(left, 0);
}
