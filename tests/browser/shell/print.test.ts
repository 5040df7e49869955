import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser.ts';
import { pdfPages } from '#tests/support/pdf-pages.ts';
import { long } from '#tests/support/rounds.ts';
import { openStatistic } from '../demo-statistics.ts';
import { grid } from '../market-lists.ts';
import { startSession } from '../sign-in.ts';

/** The words of each page as printed, and where they begin, in points from its left edge. */
async function printed(page: Page) {
  const pdf = await page.pdf({ preferCSSPageSize: true });
  const { pages } = await pdfPages(pdf, 30);
  return pages.map(({ texts }) => ({ texts, text: texts.map(({ text }) => text.trim()).join(' ') }));
}

const lists = [
  ['products', ['Produkt', 'Menge', 'Umsatzpotenzial']],
  ['molecules', ['Wirkstoff', 'Artikel', 'Umsatzpotenzial']],
  ['duplicate_products', ['Produkt', 'Fabrikabgabepreis', 'Publikumspreis', 'Umsatzpotenzial']],
  ['not_deliverable', ['Produkt', 'Nicht lieferbar seit', 'Erwartete Lieferung']],
  ['potential', ['Wirkstoff', 'Menge total', 'Potenzial CHF']],
] as const;

for (const [path, headings] of long ? lists : lists.slice(1, 2)) {
  test(`every printed page of ${path} has the headings of its columns and a row`, async ({
    page,
    portal,
  }) => {
    const { directLinkId } = await openStatistic(portal.pool);
    await page.goto(`/dashboard/${directLinkId}/${path}?lang=de`);
    await expect(page.locator('.data-table tbody :is(th, td)').nth(3)).toContainText(/./);
    await page.waitForLoadState('networkidle');
    await expectHeadings(page, headings);
  });
}

test('every printed page of the cart has the headings of its columns', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  await startSession(page, portal, 'rep1@portal.example');
  const { directLinkId } = await openStatistic(portal.pool);
  await page.goto(`/dashboard/${directLinkId}/cart?lang=de`);
  await expect(grid(page).locator('tbody tr').nth(3)).toBeVisible();
  await expectHeadings(page, ['Produkt', 'Packungen']);
});

test('the lists of the market have their headings on every printed page, and names that can be read', {
  tag: '@long',
}, async ({ page }) => {
  for (const path of ['full', 'competitor']) {
    await page.goto(`/stockout-analyser-${path}?lang=de`);
    await expect(grid(page).locator('tbody tr[data-place]').nth(3)).toBeVisible();
    const pages = await expectHeadings(page, ['Produkt', 'Lieferengpass', 'Alternative']);
    // A name squeezed to a letter a line has no pieces of this length.
    const words = pages[1]!.texts.filter(({ left }) => left < 100).map(({ text }) => text);
    expect(words.filter((text) => text.length > 12).length).toBeGreaterThan(words.length / 3);
  }
});

test('the summary is printed on at most four pages, of which none is empty', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const { directLinkId } = await openStatistic(portal.pool);
  await page.goto(`/dashboard/${directLinkId}?lang=de`);
  await expect(page.locator('.donut__total')).toBeVisible();
  await expect(page.locator('.plot-figure svg')).toBeVisible();
  const pages = await printed(page);
  expect(pages.length).toBeLessThanOrEqual(4);
  for (const { text } of pages) expect(text).toMatch(/\d/);
});

async function expectHeadings(page: Page, headings: readonly string[]) {
  const pages = await printed(page);
  expect(pages.length).toBeGreaterThan(1);
  // What stands below the list may have the last page for itself.
  for (const [index, { text }] of pages.slice(0, -1).entries()) {
    for (const heading of headings) expect.soft(text, `page ${index + 1}`).toContain(heading);
    expect.soft(text, `page ${index + 1}`).toMatch(/\d/);
  }
  expect(pages.at(-1)!.text).not.toBe('');
  return pages;
}
