import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * Every rule that axe has, best practices included, once nothing moves any more. Legacy mode leaves out only what
 * frames of other origins need, which no page has, and takes half the time.
 */
export async function expectNoViolations(page: Page, state: string): Promise<void> {
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((each) => each.finished)));
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  const found = violations.map(({ id, nodes }) => `${state}: ${id}: ${nodes.map((n) => n.html).join(' | ')}`);
  expect.soft(found).toEqual([]);
}
