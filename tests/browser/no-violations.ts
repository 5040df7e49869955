import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { long } from '#tests/support/rounds.ts';
import { expectEveryLanguage } from './every-language.ts';

/** What lies before a page, which is looked at by itself. */
const before =
  '.bp6-portal:has([role=dialog], [role=alertdialog], [role=menu], [role=listbox]) > :not(.bp6-toast-container)';
/** What is the same again, one below the other. */
const repeated = ':is(tbody tr, [role=option]):nth-child(n + 6)';

/**
 * Every rule that axe has, best practices included, once nothing moves any more. npm run test:long looks at all rows and
 * at what lies behind a dialog, and shows a page in German in the other languages, which differ in their texts alone;
 * `ofTheUser` are German texts on it that come from a file.
 */
export async function expectNoViolations(page: Page, state: string, ofTheUser: string[] = []): Promise<void> {
  const language = await page.evaluate(async () => {
    await Promise.allSettled(document.getAnimations().map((each) => each.finished));
    return document.documentElement.lang;
  });
  await expectOf(page, state, axeOf(page));
  if (long && language.startsWith('de')) await expectEveryLanguage(page, state, ofTheUser);
}

/** Of a state much like one that is looked at elsewhere: only in npm run test:long. */
export const expectNoViolationsEither: typeof expectNoViolations = async (...state) => {
  if (long) await expectNoViolations(...state);
};

/** Whether words stand out from their ground, which is all that another theme can break. */
export async function expectContrast(page: Page, state: string): Promise<void> {
  await expectOf(page, state, axeOf(page).withRules('color-contrast'));
}

/** Legacy mode leaves out only what frames of other origins need, which no page has. */
function axeOf(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
}

async function expectOf(page: Page, state: string, axe: AxeBuilder): Promise<void> {
  if (!long) {
    axe.exclude(repeated);
    if ((await page.locator(before).count()) > 0) axe.include(before);
  }
  const { violations } = await axe.analyze();
  const found = violations.map(({ id, nodes }) => `${state}: ${id}: ${nodes.map((n) => n.html).join(' | ')}`);
  expect.soft(found).toEqual([]);
}
