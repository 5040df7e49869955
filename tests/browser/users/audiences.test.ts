import { expect, test } from '#tests/support/browser.ts';
import { fillLogin, signInByForm, signOut } from '../sign-in.ts';

const address = '/admin/setup';

test('a page for administrators leads visitors to the login and back, and does not exist for other users', async ({
  page,
  portal,
}) => {
  const heading = page.getByRole('heading', { level: 1 });
  await page.goto(address);
  await expect(heading).toHaveText('Anmelden');
  await fillLogin(page, portal, 'rep1@portal.example');
  await expect(heading).toHaveText('Seite nicht gefunden');
  expect(page.url()).toBe(portal.url + address);
  await signOut(page);
  await signInByForm(page, portal, 'admin@portal.example');
  await page.goto(address);
  await expect(heading).toHaveText('Einrichtung');
});

test('a page for administrators follows who signs in or out in another tab', { tag: '@long' }, async ({
  page: first,
  portal,
  context,
}) => {
  const heading = first.getByRole('heading', { level: 1 });
  await signInByForm(first, portal, 'admin@portal.example');
  await first.goto(address);
  await expect(heading).toHaveText('Einrichtung');

  const second = await context.newPage();
  await second.goto(portal.url);
  await signOut(second);
  await expect(first).toHaveURL(/\/login\?expired/);
  await fillLogin(second, portal, 'rep1@portal.example');
  await expect(heading).toHaveText('Seite nicht gefunden');
  expect(first.url()).toBe(portal.url + address);

  // Somebody else, without a sign-out in between that this tab hears of.
  const token = await second.evaluate(async (password) => {
    const body = JSON.stringify({ email: 'admin@portal.example', password });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch('/api/users/authenticate', { method: 'POST', headers, body });
    return ((await answer.json()) as { token: string }).token;
  }, portal.password);
  await context.addCookies([{ name: 'token', value: token, url: portal.url }]);
  await second.evaluate((changed) => new BroadcastChannel('token').postMessage(changed), token);
  await expect(heading).toHaveText('Einrichtung');
});
