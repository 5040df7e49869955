import { expect, test } from '#tests/support/browser.ts';
import { holdBack } from '../held-requests.ts';
import { productRows } from '../market-lists.ts';
import { watchMoves } from '../watch-moves.ts';

const typefaceFile = /open-sans-latin-wght-.*\.woff2$/;

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
