import type { Page } from '@playwright/test';

/** What is changed at such addresses from now on is changed, and the page does not hear of it. */
export function loseAnswers(page: Page, addresses: RegExp) {
  return page.route(addresses, async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    await route.fetch();
    return route.abort();
  });
}
