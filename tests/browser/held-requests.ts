import type { Page } from '@playwright/test';

/** Keeps answers to `requests` back until the function that it gives is called. */
export async function holdBack(page: Page, requests: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(requests, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
