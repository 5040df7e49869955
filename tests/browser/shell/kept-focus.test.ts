import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser.ts';
import { choose, rowOf, uploaded } from '../listed-statistic.ts';
import { signIn, startSession } from '../sign-in.ts';

const email = 'rep1@portal.example';

/** As before a dialog takes it, in the next frame. */
const loseFocus = (page: Page) => page.evaluate(() => (document.activeElement as HTMLElement).blur());

test('after a dialog that a menu opened, the focus is on the button of that menu', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  await startSession(page, portal, email);
  await uploaded(page, portal, 'Apotheke Fokus');
  const button = rowOf(page, 'Apotheke Fokus').getByRole('button', { name: 'Aktionen zu Apotheke Fokus' });
  for (const [item, name] of [
    ['Bearbeiten', 'Statistik bearbeiten'],
    ['Direktlink', 'Direktlink'],
  ] as const) {
    await choose(page, 'Apotheke Fokus', item);
    const dialog = page.getByRole('dialog', { name });
    await dialog.waitFor();
    const over = () => page.evaluate(() => document.activeElement?.closest('.bp6-portal')?.textContent);
    await expect.poll(over).toContain(name);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(button).toBeFocused();
  }
});

test('after the upload dialog, the focus is on the button that opened it', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  await signIn(page, portal, email);
  const button = page.getByRole('button', { name: 'Statistik hochladen' });
  await button.focus();
  await button.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(button).toBeFocused();
});

test('after a row is deleted, the focus is on the next one', { tag: '@long' }, async ({ page, portal }) => {
  await startSession(page, portal, email);
  await uploaded(page, portal, 'Apotheke Danach');
  await uploaded(page, portal, 'Apotheke Davor');
  await choose(page, 'Apotheke Davor', 'Löschen');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Apotheke Davor' })).toHaveCount(0);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('tr')?.textContent))
    .toContain('Apotheke Danach');
});

test('keys pressed while a dialog has not got the focus go to the dialog', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  await startSession(page, portal, email);
  await uploaded(page, portal, 'Apotheke Eile');
  await choose(page, 'Apotheke Eile', 'Löschen');
  const question = page.getByRole('alertdialog');
  await expect(question.getByRole('button', { name: 'Abbrechen' })).toBeVisible();
  const hasFocus = () =>
    question.evaluate((dialog) => dialog.closest('.bp6-overlay')!.contains(document.activeElement));
  await expect.poll(hasFocus).toBe(true);
  await loseFocus(page);
  await page.keyboard.press('a');
  expect(await hasFocus()).toBe(true);
  await loseFocus(page);
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
});

test('a button that is disabled while it works has the focus again afterwards', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  await startSession(page, portal, email);
  await page.goto('/stockout-subscriptions?lang=de');
  await page.getByText(/^Täglich/).click();
  const button = page.getByRole('button', { name: 'Speichern' }).first();
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Gespeichert').first()).toBeVisible();
  await expect(button).toBeFocused();
});
