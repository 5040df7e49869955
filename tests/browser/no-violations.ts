import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { long } from '#tests/support/rounds.ts';
import { expectEveryLanguage } from './every-language.ts';

/**
 * Every rule that axe has, best practices included, once nothing moves any more. npm run test:long then shows a page in
 * German in the other languages, which differ in their texts alone; `ofTheUser` are German texts on it that come from a
 * file. Legacy mode leaves out only what frames of other origins need, which no page has.
 */
export async function expectNoViolations(page: Page, state: string, ofTheUser: string[] = []): Promise<void> {
  const language = await page.evaluate(async () => {
    await Promise.allSettled(document.getAnimations().map((each) => each.finished));
    return document.documentElement.lang;
  });
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  const found = violations.map(({ id, nodes }) => `${state}: ${id}: ${nodes.map((n) => n.html).join(' | ')}`);
  expect.soft(found).toEqual([]);
  if (long && language.startsWith('de')) await expectEveryLanguage(page, state, ofTheUser);
}

/** Of a state much like one that is looked at elsewhere: only in npm run test:long. */
export const expectNoViolationsEither: typeof expectNoViolations = async (...state) => {
  if (long) await expectNoViolations(...state);
};
