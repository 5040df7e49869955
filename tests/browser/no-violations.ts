import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * Every rule that axe has, best practices included, once nothing moves any more; contrast in German only, since colours
 * are the same in every language and that rule takes half the time. Legacy mode leaves out only what frames of other
 * origins need, which no page has.
 */
export async function expectNoViolations(page: Page, state: string): Promise<void> {
  const language = await page.evaluate(async () => {
    await Promise.allSettled(document.getAnimations().map((each) => each.finished));
    return document.documentElement.lang;
  });
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  if (!language.startsWith('de')) axe.disableRules('color-contrast');
  const { violations } = await axe.analyze();
  const found = violations.map(({ id, nodes }) => `${state}: ${id}: ${nodes.map((n) => n.html).join(' | ')}`);
  expect.soft(found).toEqual([]);
}
