import { expect, test } from '#tests/support/browser.ts';

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
