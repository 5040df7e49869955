import { expect, test } from '#tests/support/browser.ts';
import { holdBack } from '../held-requests.ts';
import { signIn } from '../sign-in.ts';

test('of languages chosen one after the other the last one counts, on the page and with the user', {
  tag: '@long',
}, async ({ page, portal }) => {
  const email = 'rep1@portal.example';
  const savedLanguage = async () => {
    const { rows } = await portal.pool.query('select language from users where email = $1', [email]);
    return rows[0].language;
  };
  await signIn(page, portal, email);
  const choose = async (language: string) => {
    await page.getByRole('button', { name: /Benutzermenü|Menu utilisateur/ }).click();
    await page.getByRole('menuitem', { name: language }).click();
  };
  const giveTexts = await holdBack(page, /translations\/fr\.json/);
  await choose('Français');
  await choose('Deutsch');
  const french = page.waitForResponse(/translations\/fr\.json/);
  giveTexts();
  await french;
  await page.waitForLoadState('networkidle');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  expect(await savedLanguage()).toBe('de');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');

  const save = await holdBack(page, /users\/current\/language/);
  await choose('Français');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await choose('Deutsch');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  save();
  await page.waitForLoadState('networkidle');
  expect(await savedLanguage()).toBe('de');
});
