import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { Entry } from '../mode.ts';
import { timingOf } from '../timing.ts';
import { clickToPainted } from './painted.ts';

export const ROUNDS = 24;
/** Filters that can be combined: every round asks for another combination, which no cache holds. */
const options = ['match', 'available_match'] as const;
const types = ['generika', 'original', 'others'] as const;
/** All but two in each round, other ones every time: so nobody has asked either for what is left when a filter goes. */
const atcGroups = [...'ABCDGHJLMNPRSV'];

const pressed = [
  { name: 'products: filter taken away', path: 'products', selector: '.chip' },
  { name: 'products: sorted', path: 'products', selector: 'th:not([aria-sort]) .data-table__sort' },
  { name: 'molecules: filter taken away', path: 'molecules', selector: '.chip' },
  { name: 'molecules: sorted', path: 'molecules', selector: 'th:not([aria-sort]) .data-table__sort' },
];

/** All deliverable alternatives at once, and the shortest way to a benchmark. */
const switches = [
  { name: 'what if: everything switches', selector: '.what-if__kinds button' },
  { name: 'what if: shortest way', selector: '.what-if .single-choice label:nth-of-type(2) input' },
];

/** The same of what would be if products were bought instead, for who is signed in by `token`. */
export function measureSwitches(
  browser: Browser,
  url: string,
  { directLinkId, token }: { directLinkId: string; token: string },
): Promise<Entry[]> {
  const address = (round: number) =>
    `${url}/dashboard/${directLinkId}/what-if?chosen=none&share=0.${100 + round}1`;
  return measurePresses(
    browser,
    switches.map((pressed) => ({ ...pressed, address })),
    [{ name: 'token', value: token, url }],
  );
}

/** Something to press in a list, and the list's address, which is another in every round. */
export type Press = { name: string; selector: string; address: (round: number) => string };

/** Presses filters and headings of a statistic's lists, each time for figures that were never asked for before. */
export async function measureClicks(browser: Browser, url: string, directLinkId: string): Promise<Entry[]> {
  const dashboard = `${url}/dashboard/${directLinkId}`;
  const entries = await measurePresses(
    browser,
    pressed.map(({ name, path, selector }) => {
      return { name, selector, address: (round) => `${dashboard}/${path}?${combination(round)}` };
    }),
  );
  entries.push(await measurePanel(browser, url, directLinkId));
  return entries;
}

/** Presses each in list after list, and times until the rows that it asks for are painted. */
export async function measurePresses(
  browser: Browser,
  presses: readonly Press[],
  cookies: Parameters<BrowserContext['addCookies']>[0] = [],
): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const { name, selector, address } of presses) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.context().addCookies(cookies);
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await openList(page, address(round));
      times.push(await clickToPainted(page, selector));
    }
    await page.close();
    entries.push({ measured: 'click to painted', action: name, ...timingOf(times) });
  }
  return entries;
}

/** The usual way: options ticked in the panel, then applied. */
async function measurePanel(browser: Browser, url: string, directLinkId: string): Promise<Entry> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await openList(page, `${url}/dashboard/${directLinkId}/products?${combination(round)}&sortBy=qtySum`);
    await page.locator('.toolbar button').first().click();
    await page.locator('.filter-form input[type=checkbox]').nth(5).click({ force: true });
    await page.waitForTimeout(250);
    times.push(await clickToPainted(page, '.filter-form button[type=submit]'));
  }
  await page.close();
  return { measured: 'click to painted', action: 'products: filter applied', ...timingOf(times) };
}

async function openList(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator('table[aria-busy="false"] tbody tr td').first().waitFor();
  await page.waitForLoadState('networkidle');
}

/** Chooses by the bits of the number: at least one option or type. */
export function combination(round: number): string {
  const bits = round + 1;
  const query = new URLSearchParams();
  for (const [bit, option] of options.entries()) if (bits & (1 << bit)) query.append('general', option);
  for (const [bit, type] of types.entries()) if (bits & (4 << bit)) query.append('type', type);
  const one = round % atcGroups.length;
  const other = (one + 1 + Math.floor(round / atcGroups.length)) % atcGroups.length;
  for (const [place, group] of atcGroups.entries())
    if (place !== one && place !== other) query.append('atc', group);
  return String(query);
}
