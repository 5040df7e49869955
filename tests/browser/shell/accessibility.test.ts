import { expect, test } from '#tests/support/browser.ts';
import { expectNoViolations } from '../no-violations.ts';

test('pages before signing in have no accessibility violations in any language', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto(`/login?expired`);
  await page.locator('form button[type=submit]').click();
  await expectNoViolations(page, 'login');
  await page.keyboard.press('Control+k');
  await page.locator('.palette__option').first().waitFor();
  await expectNoViolations(page, 'palette');
  await page.goto(`/forgot-password`);
  await page.locator('form button[type=submit]').click();
  await expectNoViolations(page, 'forgot password');
  await page.goto(`/reset-password/unknown`);
  await page.getByRole('alert').waitFor();
  await expectNoViolations(page, 'reset password, invalid');
  await page.goto(`/complaints`);
  await page.locator('form button[type=submit]').click();
  // What is missing may be out of sight of the button.
  await expect(page.locator('#complaint-product')).toBeFocused();
  await expectNoViolations(page, 'complaints');
});
