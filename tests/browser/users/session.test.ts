import { expect, test } from '#tests/support/browser.ts';
import { addUser, password } from '#tests/support/portal.ts';
import { openStatistic } from '../demo-statistics.ts';
import { watchRequests } from '../held-requests.ts';
import { endSessions, fillLogin, signInByForm, signOut } from '../sign-in.ts';

test('pages for signed-in users lead to the login and after it back, also when a session ends, which is said', async ({
  page,
  portal,
}) => {
  await page.goto('/');
  await expect(page).toHaveURL(/\/login$/);
  await signInByForm(page, portal, 'rep2@portal.example');
  await expect(page).toHaveURL(`${portal.url}/`);
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Bezugsstatistiken' })).toBeVisible();

  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await endSessions(portal, 'rep2@portal.example');
  await page.getByRole('searchbox', { name: 'Bezugsstatistiken suchen' }).fill('Apotheke');
  await expect(page.getByText('Ihre Sitzung ist abgelaufen.')).toBeVisible();
  await fillLogin(page, portal, 'rep2@portal.example');
  await expect(page.getByRole('heading', { name: 'Bezugsstatistiken' })).toBeVisible();
});

test('a login link that somebody made to lead elsewhere leads home', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  for (const path of [
    '//',
    '//other.example/',
    '/.//other.example/',
    '/\\other.example',
    'javascript:alert(1)',
  ]) {
    await page.goto(`/login?return=${encodeURIComponent(path)}`);
    await fillLogin(page, portal, 'rep1@portal.example');
    await expect(page.getByRole('heading', { name: 'Bezugsstatistiken', level: 1 })).toBeVisible();
    await expect(page).toHaveURL(`${portal.url}/`);
    await signOut(page);
    await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible();
  }
});

test('the token is kept for a year from the last visit when remembered, else until the browser closes', {
  tag: '@long',
}, async ({ page, portal, context }) => {
  const lifetime = async () => {
    const token = (await context.cookies()).find((cookie) => cookie.name === 'token');
    return token && token.expires > 0 ? Math.round((token.expires - Date.now() / 1000) / 86_400) : null;
  };
  const hoursInPostgres = async () => {
    const { rows } = await portal.pool.query<{ hours: number }>(
      `select round(extract(epoch from expires_at - now()) / 3600)::integer as hours from sessions
       order by created_at desc limit 1`,
    );
    return rows[0]!.hours;
  };
  await signInByForm(page, portal, 'rep1@portal.example');
  expect(await lifetime()).toBeNull();
  expect(await hoursInPostgres()).toBe(12);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Bezugsstatistiken' })).toBeVisible();
  expect(await lifetime()).toBeNull();
  await signOut(page);
  await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible();
  expect((await context.cookies()).some((cookie) => cookie.name === 'token')).toBe(false);

  await page.getByLabel('E-Mail').fill('rep1@portal.example');
  await page.getByLabel('Passwort', { exact: true }).fill(portal.password);
  await page.getByText('Auf diesem Gerät angemeldet bleiben').click();
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await expect(page.getByRole('heading', { name: 'Bezugsstatistiken' })).toBeVisible();
  expect(await lifetime()).toBe(365);
  expect(await hoursInPostgres()).toBe(365 * 24);

  // As Safari has it of what a script has written.
  const [token] = (await context.cookies()).filter(({ name }) => name === 'token');
  await context.addCookies([{ ...token!, expires: Math.round(Date.now() / 1000) + 7 * 86_400 }]);
  expect(await lifetime()).toBe(7);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Bezugsstatistiken' })).toBeVisible();
  expect(await lifetime()).toBe(365);
});

test('behind TLS the token’s cookie is Secure and of this host alone, and signing out drops it', {
  tag: '@long',
}, async ({ page, portal, context }) => {
  // As a proxy with TLS stands before the portal.
  const address = 'https://portal.example';
  await page.route(`${address}/**`, async (route) => {
    const response = await route.fetch({ url: route.request().url().replace(address, portal.url) });
    await route.fulfill({ response });
  });
  await page.goto(`${address}/login`);
  await fillLogin(page, portal, 'rep1@portal.example');
  await expect(page.getByRole('heading', { name: 'Bezugsstatistiken', level: 1 })).toBeVisible();
  const tokens = async () => (await context.cookies()).filter(({ name }) => name.endsWith('token'));
  expect(await tokens()).toEqual([
    expect.objectContaining({
      name: '__Host-token',
      domain: 'portal.example',
      path: '/',
      secure: true,
      sameSite: 'Lax',
    }),
  ]);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Bezugsstatistiken', level: 1 })).toBeVisible();
  await signOut(page);
  await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible();
  expect(await tokens()).toEqual([]);
});

test('a stale token does not keep a visitor from a direct link, who is told so', { tag: '@long' }, async ({
  page,
  portal,
  context,
}) => {
  const { directLinkId, customerName } = await openStatistic(portal.pool);
  await context.addCookies([{ name: 'token', value: 'of%another', url: portal.url }]);
  await page.goto(`/dashboard/${directLinkId}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Sortimentsanalyse von ${customerName}`);
  await expect(page.getByText('Externe ID')).toHaveCount(0);
  await expect(page.getByRole('alert')).toContainText('Ihre Sitzung ist abgelaufen.');
  expect((await context.cookies()).some(({ name }) => name === 'token')).toBe(false);
  await page.getByRole('button', { name: 'Als Besucher weiter' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Sortimentsanalyse von ${customerName}`);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a session that ends on a public dashboard leaves the page as it is, and leads back to it', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { directLinkId, customerName } = await openStatistic(portal.pool);
  await signInByForm(page, portal, 'manager@portal.example');
  await page.goto(`/dashboard/${directLinkId}/atc?type=provider&sortBy=qtySum`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: /Benutzermenü/ })).toBeVisible();
  const refused: string[] = [];
  let calls = 0;
  const underWay = watchRequests(page);
  page.on('response', (response) => {
    if (response.url().includes('/api/')) calls++;
    if (response.status() === 401) refused.push(response.url());
  });
  await portal.pool.query(`update users set active = false where email = 'manager@portal.example'`);
  await page.getByRole('link', { name: 'Wirkstoffe' }).first().click();
  const notice = page.getByRole('alert').filter({ hasText: 'Ihre Sitzung ist abgelaufen.' });
  await expect(notice).toContainText('Sie sehen diese Seite jetzt als Besucher.');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Wirkstoffe');
  await expect(page.getByRole('row').nth(2)).toBeVisible();
  await expect(page.getByRole('button', { name: /Benutzermenü/ })).toHaveCount(0);
  await expect.poll(() => underWay.size, 'requests that hold a connection').toBe(0);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(8);
  expect(calls).toBeLessThan(24);
  const address = page.url();

  await portal.pool.query(`update users set active = true where email = 'manager@portal.example'`);
  await notice.getByRole('link', { name: 'Erneut anmelden' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await fillLogin(page, portal, 'manager@portal.example');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Wirkstoffe');
  expect(page.url()).toBe(address);
  await expect(page.getByRole('button', { name: /Benutzermenü/ })).toBeVisible();
  await expect(page.getByText(customerName).first()).toBeVisible();
});

test('what another tab signed in with is not dropped by a request of the old session', {
  tag: '@long',
}, async ({ page, portal, context }) => {
  await signInByForm(page, portal, 'rep1@portal.example');
  const fresh = (await context.cookies()).find(({ name }) => name === 'token')!;
  const { directLinkId } = await openStatistic(portal.pool);
  await page.goto(`/dashboard/${directLinkId}`);
  await expect(page.getByRole('button', { name: /Benutzermenü/ })).toBeVisible();
  // Requests of the page itself may be under way at any time.
  const ofBefore = 'of-before';
  let old = 0;
  await page.route('**/api/**', async (route) => {
    if (route.request().headers().authorization === `Bearer ${ofBefore}`) {
      await context.addCookies([fresh]);
      old++;
    }
    await route.continue();
  });
  await context.addCookies([{ ...fresh, value: ofBefore }]);
  await page.getByRole('link', { name: 'Wirkstoffe' }).first().click();
  await expect(page.getByRole('row').nth(2)).toBeVisible();
  await expect(page.getByRole('button', { name: /Benutzermenü/ })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(old).toBeGreaterThan(0);
  expect((await context.cookies()).find(({ name }) => name === 'token')?.value).toBe(fresh.value);
});

test('somebody sees where they and their programs are signed in, and ends it; the other tab is led to the login', async ({
  page,
  portal,
  browser,
}) => {
  const email = 'everywhere@portal.example';
  await addUser(portal.pool, { email, name: 'Uma Überall' });
  const elsewhere = await browser.newContext({
    baseURL: portal.url,
    userAgent: 'Mozilla/5.0 (iPhone) Version/18.5 Mobile/15E148 Safari/604.1',
  });
  const phone = await elsewhere.newPage();
  await signInByForm(phone, { ...portal, password }, email);
  await signInByForm(page, { ...portal, password }, email);
  await page.getByRole('button', { name: /Benutzermenü/ }).click();
  await page.getByRole('menuitem', { name: 'Passwort und Anmeldungen' }).click();
  const items = page.getByRole('list', { name: 'Anmeldungen' }).getByRole('listitem');
  await expect(items).toHaveCount(2);
  await expect(items.first()).toContainText('Hier und jetzt');
  await expect(items.last()).toContainText('Safari auf iPhone');
  await items.last().getByRole('button', { name: 'Safari auf iPhone abmelden' }).click();
  await expect(items).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Überall sonst abmelden' })).toHaveCount(0);
  await phone.goto('/password');
  await expect(phone).toHaveURL(/\/login/);
  await signInByForm(phone, { ...portal, password }, email);
  await page.reload();
  await page.getByRole('button', { name: 'Überall sonst abmelden' }).click();
  await expect(items).toHaveCount(1);
  await elsewhere.close();

  // A token for a program is shown once, and stands among them.
  await page.getByRole('button', { name: 'Token erstellen' }).click();
  await expect(page.getByText('Bitte geben Sie an, wofür das Token ist.')).toBeVisible();
  await page.getByLabel('Wofür').fill('Warenwirtschaft');
  await page.getByRole('button', { name: 'Token erstellen' }).click();
  await expect(page.getByText(/^upload_/)).toBeVisible();
  await expect(items.filter({ hasText: 'Warenwirtschaft' })).toContainText('Noch nie benutzt');
  await page.reload();
  await expect(items.filter({ hasText: 'Warenwirtschaft' })).toBeVisible();
  await expect(page.getByText(/^upload_/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Zugriffstoken Warenwirtschaft beenden' }).click();
  await expect(page.getByText('Zugriffstoken Warenwirtschaft ist beendet.')).toBeVisible();
  await expect(items.filter({ hasText: 'Warenwirtschaft' })).toHaveCount(0);
});
