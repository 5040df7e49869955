import { expect, test } from '#tests/support/browser.ts';
import { addUser, password as oldPassword } from '#tests/support/portal.ts';
import { signInByForm, watchConsole } from '../sign-in.ts';

const newPassword = 'Nebelhorn-Quitte-Sattel-91';

test('who forgot the password gets a mail, follows its link, sets a new one and signs in with it', async ({
  page,
  portal,
}) => {
  const email = 'forgetful@portal.example';
  await addUser(portal.pool, { email, name: 'Vreni Vergesslich' });
  const complaints = watchConsole(page);

  await page.goto('/login');
  await page.getByRole('link', { name: 'Passwort vergessen?' }).click();
  await page.getByRole('button', { name: 'Link anfordern' }).click();
  await expect(page.getByText('Bitte geben Sie Ihre E-Mail-Adresse ein.')).toBeVisible();
  await page.getByLabel('E-Mail').fill(email);
  await page.getByRole('button', { name: 'Link anfordern' }).click();
  await expect(page.getByRole('status')).toContainText(email);

  const mail = await portal.mailbox.next(email);
  const link = /http:\S+\/reset-password\/[\w-]+/.exec(mail.text ?? '')![0];
  expect(mail.html).toContain(link);
  await page.goto(link);
  const field = page.getByLabel('Neues Passwort', { exact: true });
  await field.fill('apotheke2026');
  await expect(page.getByText(/erraten|schwach/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Passwort setzen' }).click();
  await expect(page.getByRole('alert')).toHaveText('Passwort nicht komplex genug');
  await field.fill(newPassword);
  await expect(page.getByText('Stark', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Passwort setzen' }).click();
  await expect(page.getByText('Ihr Passwort wurde gesetzt.')).toBeVisible();
  await page.getByRole('link', { name: 'Zur Anmeldung' }).click();
  await signInByForm(page, { ...portal, password: newPassword }, email);
  expect(complaints).toEqual([]);
});

test('a link from a mail works once, and an invalid one leads to a new one', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const email = 'twice@portal.example';
  await addUser(portal.pool, { email, language: 'fr' });
  await page.request.post('/api/users/send-reset-link', { data: { email } });
  const mail = await portal.mailbox.next(email);
  expect(mail.subject).toContain('mot de passe');
  const link = /http:\S+\/reset-password\/[\w-]+/.exec(mail.text ?? '')![0];
  const token = link.split('/').at(-1);
  // Somebody else's page sets the password while ours is open.
  await page.goto(link);
  await page.getByLabel('Neues Passwort', { exact: true }).fill(newPassword);
  const answer = await page.request.post('/api/users/set-password', {
    data: { token, password: newPassword },
  });
  expect(answer.status()).toBe(204);
  await expect(page.getByText('Stark', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Passwort setzen' }).click();
  const invalid =
    'Der verwendete Link ist nicht gültig. Möglicherweise wurde er schon benutzt oder ist abgelaufen.';
  await expect(page.getByRole('alert')).toHaveText(invalid);
  await page.reload();
  await expect(page.getByRole('alert')).toHaveText(invalid);
  await page.getByRole('link', { name: 'Neuen Link anfordern' }).click();
  await expect(page.getByRole('heading', { name: 'Passwort vergessen' })).toBeVisible();
});

test('signed-in users are sent home from the pages for guests', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  await signInByForm(page, portal, 'rep1@portal.example');
  for (const path of ['/login', '/forgot-password']) {
    await page.goto(path);
    await expect(page).toHaveURL(`${portal.url}/`);
    await expect(page.getByRole('heading', { name: 'Bezugsstatistiken' })).toBeVisible();
  }
});

test('who is signed in changes the own password from the user menu, and stays signed in, in other tabs too', {
  tag: '@long',
}, async ({ page, portal, context }) => {
  const email = 'careful@portal.example';
  await addUser(portal.pool, { email, name: 'Vera Vorsichtig' });
  await signInByForm(page, { ...portal, password: oldPassword }, email);
  const other = await context.newPage();
  await other.goto('/');
  await expect(other.getByRole('heading', { name: 'Bezugsstatistiken' })).toBeVisible();
  await page.getByRole('button', { name: /Benutzermenü/ }).click();
  await page.getByRole('menuitem', { name: 'Passwort und Anmeldungen' }).click();
  const old = page.getByLabel('Bisheriges Passwort', { exact: true });
  await old.fill('not this one');
  await page.getByLabel('Neues Passwort', { exact: true }).fill(newPassword);
  await page.getByRole('button', { name: 'Passwort setzen' }).click();
  await expect(page.getByText('Das bisherige Passwort stimmt nicht.').first()).toBeVisible();
  await expect(old).toHaveAttribute('aria-invalid', 'true');
  await old.fill(oldPassword);
  await page.getByRole('button', { name: 'Passwort setzen' }).click();
  await expect(page.getByRole('status')).toContainText('Ihr Passwort wurde geändert.');
  await page.getByRole('link', { name: 'Zur Startseite' }).click();
  for (const tab of [page, other]) {
    await tab.reload();
    await expect(tab.getByRole('heading', { name: 'Bezugsstatistiken' })).toBeVisible();
  }
  await other.close();
});
