import type { Page } from '@playwright/test';
import { matchRoutes } from 'react-router';
import { demoProvider } from '#server/config.ts';
import { expect, type Portal, test } from '#tests/support/browser.ts';
import { long } from '#tests/support/rounds.ts';
import { pages } from '../../../web/page-list.ts';
import { watchRequests } from '../held-requests.ts';
import { addressOf, callers, pagesOf, settled } from '../listed-pages.ts';
import { expectNoViolations, violationsOf } from '../no-violations.ts';
import { fillLogin, signIn } from '../sign-in.ts';

/** Stands word by word in the commands of the checklist. */
const nameOfProvider = demoProvider.name.split(' ');

for (const caller of callers) {
  test(`every page of the list for ${caller} is accessible, and its links lead to pages and keep language and layout`, async ({
    page,
    portal,
  }) => {
    test.setTimeout(900_000);
    if (caller === 'administrators') await signIn(page, portal, 'admin@portal.example');
    let links = 0;
    // A page shows administrators what it shows visitors, and more.
    const seenByOthers = caller === 'visitors' ? new Set(pagesOf('administrators')) : new Set();
    const opened = pagesOf(caller).filter((listed) => long || !seenByOthers.has(listed));
    const go = await goFromPageToPage(page);
    for (const listed of opened) {
      // Any layout but the lite one shows top bar and footer too.
      await go(`${await addressOf(listed, portal)}?lang=de&layout=wide`);
      if (!seenByOthers.has(listed)) await expectNoViolations(page, listed.path, nameOfProvider);
      const addresses = await linksToPages(page, portal);
      const dropping = addresses.filter(
        ({ searchParams }) => searchParams.get('lang') !== 'de' || searchParams.get('layout') !== 'wide',
      );
      expect.soft(dropping.map(String), listed.path).toEqual([]);
      expect.soft(addresses.filter(isNoPage).map(String), listed.path).toEqual([]);
      links += addresses.length;
      if (!long || seenByOthers.has(listed)) continue;
      await page.setViewportSize({ width: 360, height: 740 });
      await expect.poll(() => isDrawn(page)).toBe(true);
      const onPhone = `${listed.path} on a phone`;
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect.soft(wide, onPhone).toBeLessThanOrEqual(360);
      expect.soft(await violationsOf(page, { include: 'html' }), onPhone).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 900 });
    }
    // At least the help and the complaints form on each page, and more on some.
    expect(links).toBeGreaterThan(2 * opened.length);
  });
}

/**
 * Opens a page and gives a function that goes on to an address as a link does, without loading the client again for each,
 * and waits until the page there is drawn and asks for nothing more.
 */
async function goFromPageToPage(page: Page): Promise<(address: string) => Promise<void>> {
  const underWay = watchRequests(page);
  await page.goto('/complaints?lang=de&layout=wide');
  await settled(page);
  return async (address) => {
    await page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, address);
    await expect.poll(async () => (await isDrawn(page)) && underWay.size === 0).toBe(true);
    await page.locator('main h1').first().waitFor();
  };
}

/** Whether nothing of the page changes for a moment. */
function isDrawn(page: Page): Promise<boolean> {
  return page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const observer = new MutationObserver(() => resolve(false));
        observer.observe(document.body, { childList: true, subtree: true });
        setTimeout(() => {
          observer.disconnect();
          resolve(true);
        }, 150);
      }),
  );
}

/** Whether "page not found" stands at an address. */
function isNoPage({ pathname }: URL): boolean {
  const matches = matchRoutes(
    pages.map(({ path }) => ({ path })),
    pathname,
  );
  return matches?.at(-1)?.route.path === '/*';
}

async function linksToPages(page: Page, portal: Portal): Promise<URL[]> {
  const addresses = await page.evaluate(() =>
    Array.from(document.querySelectorAll<HTMLAnchorElement | SVGAElement>('a'), (link) =>
      link instanceof SVGAElement ? link.href.baseVal : link.getAttribute('href')!,
    ),
  );
  return addresses
    .filter((address) => !address.startsWith('#'))
    .map((address) => new URL(address, portal.url))
    .filter(({ origin, pathname }) => origin === portal.url && !/^\/(Documents\/|template\.)/.test(pathname));
}

test('language and lite layout go along through sign-in, a forgotten password and the list', async ({
  page,
  portal,
}) => {
  await page.goto('/?lang=de&layout=lite');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Anmelden');
  await expect(page).toHaveURL(/\/login\?return=.*&lang=de&layout=lite$/);
  await page.getByRole('link', { name: 'Passwort vergessen?' }).click();
  await expect(page).toHaveURL(/\/forgot-password\?lang=de&layout=lite$/);
  await page.getByRole('link', { name: 'Zurück zur Anmeldung' }).click();
  await expect(page).toHaveURL(/\/login\?lang=de&layout=lite$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Anmelden');
  await fillLogin(page, portal, 'rep1@portal.example');
  await expect(page).toHaveURL(`${portal.url}/?lang=de&layout=lite`);
  await page.getByRole('table').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/dashboard\/[\w-]+\?lang=de&layout=lite$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Sortimentsanalyse');
  await expect(page.getByRole('banner')).toHaveCount(0);
});
