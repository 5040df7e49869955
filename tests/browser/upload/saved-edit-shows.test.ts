import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser.ts';
import { choose, rowOf, uploaded } from '../listed-statistic.ts';
import { startSession } from '../sign-in.ts';

const email = 'rep1@portal.example';
const oldPeriod = '01.2025 – 06.2025';
const newPeriod = '01.2025 – 09.2025';

/** Every heading that the page shows from now on, with the facts below it. */
async function watchHeadings(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seenHeadings: seen });
    const look = () => {
      // Not the list of other statistics, which may have any period.
      const parts = document.querySelectorAll('.statistic-head__title, .statistic-head__facts');
      const text = Array.from(parts, (part) => part.textContent).join(' ');
      if (text && seen.at(-1) !== text) seen.push(text);
    };
    new MutationObserver(look).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    });
    look();
  });
  return () => page.evaluate(() => (window as unknown as { seenHeadings: string[] }).seenHeadings);
}

/** Whether a heading names the one or the other customer and period, and not one of each. */
function expectUnmixed(headings: string[], [before, after]: [before: string, after: string]): void {
  const mixed = headings.filter(
    (text) =>
      (text.includes(before) || text.includes(oldPeriod)) &&
      (text.includes(after) || text.includes(newPeriod)),
  );
  expect(mixed).toEqual([]);
  expect([headings[0], headings.at(-1)]).toEqual([
    expect.stringContaining(before),
    expect.stringContaining(after),
  ]);
}

test('a saved edit shows at once in every tab of the browser, and nowhere old beside new', {
  tag: '@long',
}, async ({ page, portal, context }) => {
  const names: [string, string] = ['Apotheke Vorher', 'Apotheke Nachher'];
  await startSession(page, portal, email);
  const { link } = await uploaded(page, portal, names[0]);
  // What the editor's own tab has loaded before must not come back.
  await rowOf(page, names[0]).getByRole('link', { name: names[0] }).click();
  await expect(page.locator('.statistic-head')).toContainText(oldPeriod);
  const pages = page.getByRole('navigation', { name: 'Dashboard' });
  await pages.getByRole('link', { name: 'Sortiment' }).click();
  await pages.getByRole('link', { name: 'Wirkstoffe' }).click();
  await expect(page.locator('.statistic-head')).toContainText(names[0]);
  await page.getByRole('link', { name: 'Bezugsstatistiken' }).first().click();

  const summary = await context.newPage();
  await summary.goto(`/dashboard/${link}`);
  const molecules = await context.newPage();
  await molecules.goto(`/dashboard/${link}/molecules`);
  const list = await context.newPage();
  await list.goto(portal.url);
  await expect(summary.locator('.statistic-head')).toContainText(names[0]);
  await expect(molecules.locator('.statistic-head')).toContainText(names[0]);
  await expect(rowOf(list, names[0])).toContainText(oldPeriod);
  const headings = await Promise.all([summary, molecules].map(watchHeadings));

  await choose(page, names[0], 'Bearbeiten');
  const dialog = page.getByRole('dialog', { name: 'Statistik bearbeiten' });
  await dialog.getByLabel('Kundenname').fill(names[1]);
  await dialog.getByLabel('Monat bis').selectOption('September');
  const saved = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().includes('/api/statistics/'),
  );
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await saved;
  await Promise.all([
    expect(summary.locator('.statistic-head')).toContainText(new RegExp(`${names[1]}.*${newPeriod}`)),
    expect(molecules.locator('.statistic-head')).toContainText(new RegExp(`${names[1]}.*${newPeriod}`)),
    expect(rowOf(list, names[1])).toContainText(newPeriod),
    expect(rowOf(page, names[1])).toContainText(newPeriod),
  ]);
  for (const seen of headings) expectUnmixed(await seen(), names);

  const own = await watchHeadings(page);
  await rowOf(page, names[1]).getByRole('link', { name: names[1] }).click();
  await expect(page.locator('.statistic-head')).toContainText(newPeriod);
  await pages.getByRole('link', { name: 'Sortiment' }).click();
  await pages.getByRole('link', { name: 'Wirkstoffe' }).click();
  await expect(page.locator('.statistic-head')).toContainText(newPeriod);
  const shown = (await own()).join('\n');
  expect(shown).not.toContain(names[0]);
  expect(shown).not.toContain(oldPeriod);
});
