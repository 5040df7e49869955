import { expect, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
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
  await expectOf(page, state);
  if (long && language.startsWith('de')) await expectEveryLanguage(page, state, ofTheUser);
}

/** Of a state much like one that is looked at elsewhere: only in npm run test:long. */
export const expectNoViolationsEither: typeof expectNoViolations = async (...state) => {
  if (long) await expectNoViolations(...state);
};

async function expectOf(page: Page, state: string, rules: RunOptions = {}): Promise<void> {
  const liesBefore = !long && (await page.locator(before).count()) > 0;
  const found = await violationsOf(page, {
    ...rules,
    include: liesBefore ? before : 'html',
    exclude: long ? [] : [repeated],
  });
  expect.soft(found, state).toEqual([]);
}

/** What of the part of a page axe finds: rules, and the elements that break them. */
export async function violationsOf(
  page: Page,
  { include, exclude = [], ...rules }: RunOptions & { include: string; exclude?: string[] },
): Promise<string[]> {
  // Longer than all our scripts: a page that has it is not given it again.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async ({ within, options }) => {
      const { violations } = await axe.run(within, options);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
    },
    { within: { include, exclude }, options: { ...rules, resultTypes: ['violations'] } satisfies RunOptions },
  );
}
