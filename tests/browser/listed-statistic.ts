import type { Locator, Page } from '@playwright/test';
import { expect, type Portal } from '#tests/support/browser.ts';
import { smallStatistic } from './small-statistic.ts';

/** Uploads a test statistic of its own for the test through the API, as rep1: the small one, or another file. */
export async function uploaded(
  page: Page,
  portal: Portal,
  customerName: string,
  other?: Buffer,
): Promise<{ id: number; link: string }> {
  const { fileName, file: small } = await smallStatistic();
  const file = other ?? small;
  const response = await page.request.post('/api/statistics', {
    headers: { authorization: `Bearer ${await token(page)}` },
    multipart: {
      fileName,
      file: { name: fileName, mimeType: 'application/octet-stream', buffer: file },
      testUpload: 'true',
      customerName,
      customerExternalId: '90 001',
      comment: 'vorher',
      timeMonthFrom: '1',
      timeYearFrom: '2025',
      timeMonthTo: '6',
      timeYearTo: '2025',
    },
  });
  expect(response.status(), await response.text()).toBe(200);
  const { bezugsStatistik } = await response.json();
  await page.goto(portal.url);
  return { id: bezugsStatistik.bezugsStatistikID, link: bezugsStatistik.directLinkId };
}

/** What the browser's session is known by. */
export async function token(page: Page): Promise<string> {
  return (await page.context().cookies()).find(({ name }) => name === 'token')!.value;
}

/** The row of a customer in the list of statistics. */
export const rowOf = (page: Page, customer: string): Locator =>
  page.getByRole('row').filter({ hasText: customer }).first();

/** Opens the menu of that row and takes an item. */
export async function choose(page: Page, customer: string, item: string): Promise<void> {
  await rowOf(page, customer)
    .getByRole('button', { name: `Aktionen zu ${customer}` })
    .click();
  await page.getByRole('menuitem', { name: item }).click();
}
