import { expect, test } from '#tests/support/browser.ts';
import { visitDashboard } from './dashboard.ts';
import { holdBack } from './held-requests.ts';
import { productRows } from './market-lists.ts';
import { watchMoves } from './watch-moves.ts';

test('text stands in the typeface that comes along, whatever the machine has', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const { open } = await visitDashboard(page, portal);
  await open('');
  await expect(page.locator('.donut__total')).toBeVisible();
  const loaded = () =>
    page.evaluate(() =>
      [...document.fonts].some((face) => /Open Sans\W*$/.test(face.family) && face.status === 'loaded'),
    );
  await expect.poll(loaded).toBe(true);
  const families = await page.evaluate(() =>
    ['body', 'button', 'select', 'svg text'].map((selector) => {
      const { fontFamily } = getComputedStyle(document.querySelector(selector)!);
      return fontFamily.split(',')[0]!.replaceAll('"', '');
    }),
  );
  expect(new Set(families)).toEqual(new Set(['Open Sans']));
});

const typefaceFile = /open-sans-latin-wght-.*\.woff2$/;

test('the typeface is asked for before there is any text that it could move', { tag: '@long' }, async ({
  page,
}) => {
  const release = await holdBack(page, /\/translations\//);
  const asked = page.waitForRequest(typefaceFile);
  await page.goto('/stockout-analyser-full', { waitUntil: 'commit' });
  await asked;
  await expect(page.locator('#root')).toHaveText('');
  release();
  await expect(productRows(page).first()).toBeVisible();
});

test('a page is shown without its typeface where that takes long, and hardly moves when it comes', {
  tag: '@long',
}, async ({ page }) => {
  const release = await holdBack(page, typefaceFile);
  await page.goto('/stockout-analyser-full', { waitUntil: 'commit' });
  await expect(productRows(page).first()).toBeVisible();
  const moved = await watchMoves(page);
  release();
  await expect.poll(() => page.evaluate(() => document.fonts.check('1em "Open Sans"'))).toBe(true);
  expect(await moved()).toBeLessThan(0.02);
});

test('letters of other languages in names stand in the same typeface, fetched with the first of them', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { open } = await visitDashboard(page, portal);
  await open('');
  const fetched = () =>
    page.evaluate(() =>
      [...document.fonts]
        .filter((face) => /Open Sans\W*$/.test(face.family) && face.status === 'loaded')
        .map((face) => /U\+100-/i.test(face.unicodeRange)),
    );
  await expect.poll(fetched).toEqual([false]);
  await page.getByRole('heading', { level: 1 }).evaluate((heading) => heading.append(' Šarić, Wałęsa'));
  await expect.poll(fetched).toEqual([false, true]);
});

test('a long name takes two lines, all of it with the focus, and 60 letters without a space break nothing', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { open } = await visitDashboard(page, portal);
  await open('molecules');
  const rows = page.getByRole('table', { name: 'Wirkstoffe', exact: true }).last().locator('tbody tr');
  const link = rows.first().getByRole('link');
  await expect(link).toBeVisible();
  const usual = (await rows.first().boundingBox())!.height;
  const heightWith = async (name: string) => {
    await link.evaluate((element, text) => element.replaceChildren(text), name);
    return (await rows.first().boundingBox())!.height;
  };
  const vaccine = 'Polysaccharidum pneumococcale serotypus, '.repeat(60);
  expect(await heightWith(vaccine)).toBeLessThan(2 * usual);
  await rows.nth(1).getByRole('link').focus();
  await page.keyboard.press('Shift+Tab');
  expect((await rows.first().boundingBox())!.height).toBeGreaterThan(10 * usual);
  await page.keyboard.press('Tab');
  expect(await heightWith('W'.repeat(60))).toBeLessThan(2 * usual);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});
