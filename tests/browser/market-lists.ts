import { expect, type Locator, type Page } from '@playwright/test';
import type { z } from 'zod';
import type { portfolio } from '#analytics/views/portfolio.ts';
import { maxRetries } from './dashboard.ts';

export type Stockout = z.infer<(typeof portfolio)['row']>;

/** A day as the pages write it. */
export const written = (iso: string) => iso.split('-').toReversed().join('.');

/** What the API answers, as a visitor gets it. */
export async function ask<Answer>(page: Page, path: string): Promise<Answer> {
  return (await page.request.get(`/api/${path}`, { headers: { authorization: '' }, maxRetries })).json();
}

export const grid = (page: Page): Locator => page.getByRole('grid');

/** The rows of products, without headings and sections. */
export const productRows = (page: Page): Locator => grid(page).locator('tbody tr[data-place]');

/** The list has so many rows of products. Those further down than anybody has looked are drawn for a search. */
export async function expectRows(page: Page, count: number): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Control+f');
    await expect(productRows(page)).toHaveCount(count, { timeout: 500 });
  }).toPass({ timeout: 15_000 });
}

/** The names of the products in the list, in its order, once it has as many as expected. */
export async function expectProducts(page: Page, names: readonly string[]): Promise<void> {
  await expectRows(page, names.length);
  await expect(grid(page)).toHaveAttribute('aria-busy', 'false');
  const shown = await productRows(page).evaluateAll((rows) =>
    rows.map((row) => {
      const name = row.querySelector('th .stockout-cell__name, th > .visually-hidden');
      // Numbers are held to their units.
      return (name ?? row.querySelector('th'))?.textContent.replaceAll('\u00a0', ' ');
    }),
  );
  expect(shown).toEqual(names);
}

/** Lets a statistic stand for the market, for everybody: as `ask` asks. */
export async function feedMarket(page: Page, statistic: number, audience = 'everybody'): Promise<void> {
  const answer = await page.request.post('/api/config/STOCKOUT_BEZUGS_STATISTIK_ID', {
    data: { value: statistic, audience },
    headers: { authorization: `Bearer ${await tokenOf(page)}` },
  });
  expect(answer.status()).toBe(200);
}

/** What the API answers to whom is signed in. */
export async function askSignedIn<Answer>(page: Page, path: string): Promise<Answer> {
  const headers = { authorization: `Bearer ${await tokenOf(page)}` };
  return (await page.request.get(`/api/${path}`, { headers, maxRetries })).json();
}

async function tokenOf(page: Page): Promise<string> {
  const cookies = await page.context().cookies();
  return cookies.find(({ name }) => name === 'token')!.value;
}
