import type { Locator, Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser.ts';
import { grid, productRows } from '../market-lists.ts';
import { startSession } from '../sign-in.ts';

const toast = (page: Page) => page.locator('.bp6-toast');

/** Copies the chosen cell of the list, which is told for five seconds: where that comes to rest. */
async function copiedBox(page: Page, told: RegExp) {
  let box: Awaited<ReturnType<Locator['boundingBox']>> = null;
  await expect(async () => {
    if ((await toast(page).count()) === 0) await page.keyboard.press('Control+c');
    await expect(toast(page)).toHaveText(told, { timeout: 4000 });
    await expect(toast(page)).toHaveClass(/enter-done/, { timeout: 1000 });
    box = await toast(page).boundingBox({ timeout: 1000 });
    expect(box).not.toBeNull();
  }).toPass();
  return box!;
}

for (const width of [1280, 360]) {
  test(`a short message is in sight and off the list, ${width} px wide`, { tag: '@long' }, async ({
    page,
    portal,
  }) => {
    await startSession(page, portal, 'rep1@portal.example');
    await page.setViewportSize({ width, height: 740 });
    await page.goto('/stockout-analyser-full?lang=de');
    await expect(productRows(page).first()).toBeVisible();
    await grid(page).focus();
    await page.keyboard.press('ArrowRight');
    await page.evaluate(() => scrollTo(0, 0));
    const { y, height } = await copiedBox(page, /kopiert/);
    expect(y).toBeGreaterThanOrEqual(0);
    const main = (await page.getByRole('main').boundingBox())!;
    expect(y + height).toBeLessThanOrEqual(main.y);
    await expect(toast(page)).toHaveCount(0);

    await page.evaluate(() => scrollTo(0, 900));
    const scrolled = await copiedBox(page, /kopiert/);
    expect(scrolled.y).toBeGreaterThanOrEqual(0);
    expect(scrolled.y).toBeLessThan(40);
    expect(await page.evaluate(() => scrollY)).toBe(900);
  });
}
