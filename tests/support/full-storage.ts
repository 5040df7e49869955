import type { Page } from '@playwright/test';

/** Fills what an origin may keep in the browser to the last characters. */
export async function fillStorage(page: Page): Promise<void> {
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
