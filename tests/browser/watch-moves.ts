import type { Page } from '@playwright/test';

/**
 * Adds up how far what is seen moves from now on, as the browser reckons layout shifts. The function that it gives says
 * how far that was, once the page has rested.
 */
export async function watchMoves(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const moved = { sum: 0 };
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as (PerformanceEntry & { value: number })[])
        moved.sum += shift.value;
    }).observe({ type: 'layout-shift' });
  });
  return async () => {
    await page.waitForLoadState('networkidle');
    return page.evaluate(async () => {
      await document.fonts.ready;
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
      return (window as unknown as { moved: { sum: number } }).moved.sum;
    });
  };
}
