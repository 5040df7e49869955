import { expect, test } from '#tests/support/browser.ts';
import { choose, rowOf, uploaded } from '../listed-statistic.ts';
import { fillLogin, signInByForm, signOut } from '../sign-in.ts';

test('a sign-out or another sign-in in one tab shows in the other at once, which keeps what its user was changing', {
  tag: '@long',
}, async ({ page: first, portal, context }) => {
  await signInByForm(first, portal, 'rep1@portal.example');
  await uploaded(first, portal, 'Apotheke Zwei Tabs');
  await choose(first, 'Apotheke Zwei Tabs', 'Bearbeiten');
  const dialog = first.getByRole('dialog', { name: 'Statistik bearbeiten' });
  await dialog.getByLabel('Kommentar').fill('im ersten Tab');

  const second = await context.newPage();
  await second.goto(portal.url);
  await signOut(second);
  await expect(first).toHaveURL(/\/login\?expired/);
  await expect(first.getByText('Ihre Sitzung ist abgelaufen.')).toBeVisible();

  await fillLogin(second, portal, 'rep2@portal.example');
  await expect(first.getByRole('button', { name: /Cédric Jaquiéry/ })).toBeVisible();
  await expect(first.getByRole('heading', { level: 1 })).toHaveText('Bezugsstatistiken');
  await expect(dialog).toHaveCount(0);

  await signOut(second);
  await fillLogin(second, portal, 'rep1@portal.example');
  await expect(first.getByRole('button', { name: /Corinne Lüscher/ })).toBeVisible();
  await expect(dialog.getByLabel('Kommentar')).toHaveValue('im ersten Tab');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await expect(rowOf(first, 'Apotheke Zwei Tabs')).toContainText('im ersten Tab');
});

test('a public dashboard goes on as a visitor’s when its user signs out in another tab, and as theirs when they are back', {
  tag: '@long',
}, async ({ page: first, portal, context }) => {
  await signInByForm(first, portal, 'rep1@portal.example');
  const { link } = await uploaded(first, portal, 'Apotheke Öffentlich');
  await first.goto(`/dashboard/${link}/molecules`);
  await expect(first.getByRole('row').nth(1)).toBeVisible();
  const address = first.url();
  const second = await context.newPage();
  await second.goto(portal.url);
  await signOut(second);
  await expect(first.getByRole('alert')).toContainText('Sie sehen diese Seite jetzt als Besucher.');
  await expect(first.getByRole('button', { name: /Benutzermenü/ })).toHaveCount(0);

  await fillLogin(second, portal, 'rep1@portal.example');
  await expect(first.getByRole('alert')).toHaveCount(0);
  await expect(first.getByRole('button', { name: /Corinne Lüscher/ })).toBeVisible();
  await expect(first.getByRole('row').nth(1)).toBeVisible();
  expect(first.url()).toBe(address);
});
