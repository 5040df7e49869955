import { expect, test } from '#tests/support/browser.ts';
import { holdBack } from './held-requests.ts';
import { signIn } from './sign-in.ts';

test('the texts of a language are fetched once, however few they are and however often it is chosen', {
  tag: '@long',
}, async ({ page }) => {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  let fetched = 0;
  await page.route('**/translations/fr.json', async (route) => {
    fetched += 1;
    await isReleased;
    await route.fulfill({ json: { portal: { nav: { language: 'Langue' } } } });
  });
  await page.goto('/login');
  const german = page.getByRole('combobox', { name: 'Sprache' });
  await german.selectOption('fr');
  await german.selectOption('fr');
  release();
  const french = page.getByRole('combobox', { name: 'Langue' });
  await expect(french).toBeVisible();
  await french.selectOption('de');
  await german.selectOption('fr');
  await expect(french).toBeVisible();
  expect(fetched).toBe(1);
});

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
