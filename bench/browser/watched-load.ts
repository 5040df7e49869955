import type { Page } from '@playwright/test';

/** How a page came: until its figures were there, what their script takes in bytes and files; how far it then moved. */
export type WatchedLoad = {
  figuresMs: number;
  scriptBytes: number;
  /** Of script and styles. */
  files: number;
  lcpMs: number;
  cls: number;
};

/** Has the page watched that is opened next, until there are digits where its figures stand. */
export function watchLoad(page: Page, figures: string): Promise<unknown> {
  return page.addInitScript((selector) => {
    const seen = { figuresMs: 0, scriptBytes: 0, files: 0, lcpMs: 0, cls: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) seen.lcpMs = startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as (PerformanceEntry & { value: number })[])
        seen.cls += shift.value;
    }).observe({ type: 'layout-shift', buffered: true });
    const look = () => {
      if (!/\d/.test(document.querySelector(selector)?.textContent ?? '')) return requestAnimationFrame(look);
      seen.figuresMs = performance.now();
      const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      for (const { name, encodedBodySize } of resources) {
        if (name.endsWith('.js')) seen.scriptBytes += encodedBodySize;
        if (/\.(js|css)$/.test(name)) seen.files++;
      }
      return 0;
    };
    requestAnimationFrame(look);
  }, figures);
}

/** What was seen, as soon as the figures are there. */
export async function seenLoad(page: Page): Promise<WatchedLoad> {
  const seen = await page.waitForFunction(() => {
    const { seen: load } = window as unknown as { seen: WatchedLoad };
    return load.figuresMs > 0 && load;
  });
  return (await seen.jsonValue()) as WatchedLoad;
}
