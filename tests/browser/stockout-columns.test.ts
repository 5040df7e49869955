import { expect, test } from '#tests/support/browser.ts';
import { productRows } from './market-lists.ts';
import { startSession } from './sign-in.ts';

const lists = [
  '/stockout-analyser?lang=fr',
  '/stockout-analyser?sortBy=turnoverPotential&lang=fr',
  '/stockout-analyser-competitor?lang=fr',
  '/stockout-analyser-full?lang=fr',
  '/stockout-analyser-full?sortBy=overallPotential&lang=fr',
];

test('names of products are whole, and have room to be read, on every screen', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  await startSession(page, portal, 'rep1@portal.example');
  for (const address of lists) {
    await page.goto(address);
    await expect(productRows(page).first()).toBeVisible();
    for (const width of [861, 1024, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      const { narrowest, cut, total, torn } = await page.locator('.market-table').evaluate((table) => {
        const names = [...table.querySelectorAll('tbody .stockout-cell__name')];
        const firstLine = (cell: Element | null | undefined) => {
          const range = document.createRange();
          const words = cell && document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode();
          if (words) range.setEnd(words, 1);
          if (words) range.setStart(words, 0);
          return range.getBoundingClientRect().bottom;
        };
        return {
          torn: names.filter((name) => {
            const figure = name.closest('th')?.parentElement?.querySelector('[data-kind="figure"]');
            return figure && Math.abs(firstLine(figure) - firstLine(name)) > 1;
          }).length,
          narrowest: Math.min(...names.map((name) => name.getBoundingClientRect().width)),
          cut: names.filter(
            (name) => name.scrollHeight > name.clientHeight + 1 || name.scrollWidth > name.clientWidth + 1,
          ).length,
          total: table.querySelector('tfoot tr')!.getBoundingClientRect().height,
        };
      });
      const where = `${address} at ${width} px`;
      expect(narrowest, where).toBeGreaterThan(100);
      expect(cut, where).toBe(0);
      // Figures stand on the first line of a name that takes two.
      expect(torn, where).toBe(0);
      // In three lines at most.
      expect(total, where).toBeLessThan(90);
    }
  }
});
