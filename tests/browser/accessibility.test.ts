import { expect, test } from '#tests/support/browser.ts';
import { openStatistic } from './demo-statistics.ts';
import { expectNoViolations, expectNoViolationsEither } from './no-violations.ts';
import { signIn, startSession } from './sign-in.ts';
import { smallStatistic } from './small-statistic.ts';

/** German words of the client that the small statistic has too: headings, and what its row of sums begins with. */
const inFile = ['Bezeichnung', 'Menge', 'Total'];

test('pages for visitors have no accessibility violations in any language', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const { directLinkId } = await openStatistic(portal.pool);
  await page.goto(`/dashboard/${directLinkId}`);
  await page.locator('.plot-figure svg').waitFor();
  await expectNoViolations(page, 'dashboard');
  await page.goto(`/dashboard/${directLinkId}?open=turnover,quantity,count`);
  await page.locator('.plot-figure svg').waitFor();
  await expectNoViolations(page, 'dashboard, all blocks open');
  await page.goto(`/nowhere`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expectNoViolations(page, 'not found');
});

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

test('the upload page has no accessibility violations in any language', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  await startSession(page, portal, 'admin@portal.example');
  await page.goto('/');
  await page.getByRole('table').waitFor();
  await expectNoViolationsEither(page, 'list');
  await page.locator('.top-bar__side button').last().click();
  await page.getByRole('menu').waitFor();
  await expectNoViolations(page, 'user menu');
  await page.keyboard.press('Escape');
  await page.locator('td[data-column=actions] button').first().click();
  await page.getByRole('menuitem').first().waitFor();
  await expectNoViolations(page, 'row menu');
  await page.getByRole('menuitem').first().click();
  await page.locator('#edit-form').waitFor();
  await expectNoViolations(page, 'edit');
});

test('uploading has no accessibility violations in any language', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const { fileName: name, file: buffer } = await smallStatistic();
  await startSession(page, portal, 'admin@portal.example');
  await page.goto(`/?dialog=upload`);
  const dialog = page.getByRole('dialog');
  for (const step of [0, 1, 2]) {
    await dialog.locator('.guide-steps button').nth(step).click();
    // A heading of the example file.
    await expectNoViolationsEither(page, `instructions, step ${step + 1}`, ['Menge']);
  }
  await dialog.locator('input[type=checkbox]').check({ force: true });
  await dialog.locator('input[type=file]').setInputFiles({ name, mimeType: '', buffer });
  await dialog.locator('.file-preview__figures').waitFor();
  for (const summary of await dialog.locator('summary').all()) await summary.click();
  await expectNoViolations(page, 'form with preview', inFile);
  await dialog.locator('button[type=submit]').click();
  await expectNoViolations(page, 'form with problems', inFile);
  await dialog.locator('#customer-search').fill('ap');
  await page.getByRole('listbox').getByRole('option').first().waitFor();
  await expectNoViolations(page, 'customer search', inFile);
});
test('the dashboard has no accessibility violations on a small screen', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { directLinkId } = await openStatistic(portal.pool);
  await page.goto(`/dashboard/${directLinkId}`);
  await page.locator('.plot-figure svg').waitFor();
  await expectNoViolations(page, 'dashboard');
  await signIn(page, portal, 'rep1@portal.example');
  await page.getByRole('table').waitFor();
  await expectNoViolationsEither(page, 'list');
});
