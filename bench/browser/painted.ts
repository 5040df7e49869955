import type { Page } from '@playwright/test';

/**
 * Presses an element and gives the milliseconds until the list that it asked for is painted: rows and counts that are
 * no longer marked as old, their chart, another address.
 */
export function clickToPainted(page: Page, selector: string): Promise<number> {
  return page.evaluate(
    (pressed) =>
      new Promise<number>((resolve, reject) => {
        const element = document.querySelector<HTMLElement>(pressed);
        if (!element) throw new Error(`There is no ${pressed}.`);
        const address = location.search;
        const chart = document.querySelector('.plot-figure svg');
        const isThere = () =>
          location.search !== address &&
          !document.querySelector('main :is(table, .bp6-card)[aria-busy="true"]') &&
          (!chart || document.querySelector('.plot-figure svg') !== chart);
        const late = setTimeout(() => reject(new Error(`${pressed} changed nothing.`)), 20_000);
        const observer = new MutationObserver(() => {
          if (!isThere()) return;
          observer.disconnect();
          clearTimeout(late);
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => resolve(performance.now() - start);
            port2.postMessage(null);
          });
        });
        observer.observe(document.querySelector('main')!, {
          subtree: true,
          childList: true,
          characterData: true,
          attributes: true,
        });
        const start = performance.now();
        element.click();
      }),
    selector,
  );
}
