import type { Page, Request } from '@playwright/test';

/** Keeps answers to `requests` back until the function that it gives is called. */
export async function holdBack(page: Page, requests: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(requests, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Loses a cart's edits on their way until the function that it gives has pressed "Jetzt senden". */
export async function cutEdits(page: Page): Promise<() => Promise<void>> {
  let isCut = true;
  const { promise: isPressed, resolve: press } = Promise.withResolvers<void>();
  await page.route('**/api/cart/**', async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback();
    if (isCut) return route.abort();
    // They are also sent again by themselves, and then there is nothing to press.
    await isPressed;
    return route.fallback();
  });
  return async () => {
    isCut = false;
    await page.getByRole('button', { name: 'Jetzt senden' }).click();
    press();
  };
}

/** Requests of a page that have not ended, from now on. */
export function watchRequests(page: Page): ReadonlySet<Request> {
  const underWay = new Set<Request>();
  page.on('request', (request) => underWay.add(request));
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => underWay.delete(request));
  return underWay;
}
