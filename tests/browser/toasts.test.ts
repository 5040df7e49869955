import type { Locator, Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser.ts';
import { grid, productRows } from './market-lists.ts';
import { startSession } from './sign-in.ts';

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

const bars = [
  [1280, 'fr'],
  [1280, 'de'],
  [1440, 'de'],
] as const;

for (const [width, language] of bars) {
  test(`a short message leaves the links of the top bar free, ${width} px wide in ${language}`, {
    tag: '@long',
  }, async ({ page, portal }) => {
    await startSession(page, portal, 'admin@portal.example');
    await page.setViewportSize({ width, height: 740 });
    await page.goto(`/stockout-analyser-full?lang=${language}`);
    await expect(productRows(page).first()).toBeVisible();
    await grid(page).focus();
    await page.keyboard.press('ArrowRight');
    const message = await copiedBox(page, language === 'de' ? /kopiert/ : /copié/);
    const links = page.locator('.top-bar__links :is(a, button)');
    expect(await links.count()).toBeGreaterThan(2);
    for (const link of await links.all()) {
      const { x, y, height } = (await link.boundingBox())!;
      expect(x > message.x + message.width || y + height <= message.y).toBe(true);
    }
    // So that it goes when its time is over: under the pointer it stays.
    await links.first().click();
    await expect(toast(page)).toHaveCount(0);
  });
}
