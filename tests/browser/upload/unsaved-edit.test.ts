import { expect, test } from '#tests/support/browser.ts';
import { pressEscape } from '../dashboard.ts';
import { choose, rowOf, token, uploaded } from '../listed-statistic.ts';
import { loseAnswers } from '../lost-answers.ts';
import { endSessions, fillLogin, signOut, startSession } from '../sign-in.ts';

const email = 'rep1@portal.example';

test('an edit that meets an ended session is there as entered after signing in again, for its user only', {
  tag: '@long',
}, async ({ page, portal }) => {
  await startSession(page, portal, email);
  await uploaded(page, portal, 'Apotheke Unterbrochen');
  const images = page.waitForResponse('**/api/templateimage');
  await choose(page, 'Apotheke Unterbrochen', 'Bearbeiten');
  const dialog = page.getByRole('dialog', { name: 'Statistik bearbeiten' });
  await dialog.getByLabel('Kommentar').fill('von mir');
  await dialog.getByLabel('Monat bis').selectOption('Juli');
  await images;
  await endSessions(portal, email);
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await expect(page.getByText('Ihre Sitzung ist abgelaufen.')).toBeVisible();

  await fillLogin(page, portal, 'manager@portal.example');
  await expect(rowOf(page, 'Apotheke Unterbrochen')).toContainText('06.2025');
  await expect(dialog).toHaveCount(0);
  await signOut(page);

  await fillLogin(page, portal, email);
  await expect(dialog.getByLabel('Kommentar')).toHaveValue('von mir');
  await expect(dialog.getByLabel('Monat bis').locator('option:checked')).toHaveText('Juli');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await expect(dialog).toHaveCount(0);
  const row = rowOf(page, 'Apotheke Unterbrochen');
  await expect(row).toContainText('01.2025 – 07.2025');
  await expect(row).toContainText('von mir');
});

test('Back and a reload keep what was changed in an edit, and so does leaving the page; Cancel drops it', {
  tag: '@long',
}, async ({ page, portal }) => {
  await startSession(page, portal, email);
  await uploaded(page, portal, 'Apotheke Zurück');
  const address = page.url();
  await choose(page, 'Apotheke Zurück', 'Bearbeiten');
  const dialog = page.getByRole('dialog', { name: 'Statistik bearbeiten' });
  const comment = dialog.getByLabel('Kommentar');
  await comment.fill('noch nicht gespeichert');

  await page.goBack();
  await expect(dialog).toHaveCount(0);
  expect(page.url()).toBe(address);
  await page.goForward();
  await expect(comment).toHaveValue('noch nicht gespeichert');
  await page.reload();
  await expect(comment).toHaveValue('noch nicht gespeichert');

  await page.goBack();
  await rowOf(page, 'Apotheke Zurück').getByRole('link', { name: 'Apotheke Zurück' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Apotheke Zurück');
  await page.goBack();
  await expect(comment).toHaveValue('noch nicht gespeichert');
  await dialog.getByRole('button', { name: 'Abbrechen' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(rowOf(page, 'Apotheke Zurück')).toContainText('vorher');

  await choose(page, 'Apotheke Zurück', 'Bearbeiten');
  await expect(comment).toHaveValue('vorher');
});

test('Escape and the cross ask before an edit is dropped, and close one in which nothing was changed', {
  tag: '@long',
}, async ({ page, portal }) => {
  await startSession(page, portal, email);
  await uploaded(page, portal, 'Apotheke Versehen');
  const dialog = page.getByRole('dialog', { name: 'Statistik bearbeiten' });
  await choose(page, 'Apotheke Versehen', 'Bearbeiten');
  await dialog.getByLabel('Kommentar').press('Escape');
  await expect(dialog).toHaveCount(0);

  await choose(page, 'Apotheke Versehen', 'Bearbeiten');
  const comment = dialog.getByLabel('Kommentar');
  await comment.fill('mühsam getippt');
  const question = page.getByRole('alertdialog');
  await comment.press('Escape');
  await expect(question).toBeVisible();
  await pressEscape(page);
  await expect(question).toHaveCount(0);
  await expect(comment).toHaveValue('mühsam getippt');
  await expect(comment).toBeFocused();
  await dialog.getByRole('button', { name: 'Schliessen' }).click();
  await question.getByRole('button', { name: 'Weiter bearbeiten' }).click();
  await expect(comment).toHaveValue('mühsam getippt');
  await comment.press('Escape');
  await question.getByRole('button', { name: 'Verwerfen' }).click();
  await expect(dialog).toHaveCount(0);
  await choose(page, 'Apotheke Versehen', 'Bearbeiten');
  await expect(comment).toHaveValue('vorher');
});

test('why something was not saved is in sight of who pressed, and shows anew, since it may be', {
  tag: '@long',
}, async ({ page, portal }) => {
  await startSession(page, portal, email);
  const { id } = await uploaded(page, portal, 'Apotheke Ohne Antwort');
  const other = await uploaded(page, portal, 'Apotheke Dabei');
  await loseAnswers(page, /\/api\/statistics\/[^/]+(\/state\?.*|\/members)?$/);
  await page.setViewportSize({ width: 1280, height: 560 });
  await choose(page, 'Apotheke Ohne Antwort', 'Bearbeiten');
  const dialog = page.getByRole('dialog');
  const comment = dialog.getByLabel('Kommentar');
  await comment.fill('gespeichert ohne Antwort');
  await comment.scrollIntoViewIfNeeded();
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await expect(dialog.getByRole('alert')).toBeInViewport({ ratio: 1 });
  await dialog.getByRole('button', { name: 'Abbrechen' }).click();
  const row = rowOf(page, 'Apotheke Ohne Antwort');
  await expect(row).toContainText('gespeichert ohne Antwort');

  await choose(page, 'Apotheke Ohne Antwort', 'Link deaktivieren');
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(row).toContainText('Deaktiviert');
  await portal.pool.query('update statistics set active = true, revision = revision + 1 where id = $1', [id]);

  const made = await page.request.post('/api/statistics/combined', {
    headers: { authorization: `Bearer ${await token(page)}` },
    data: { name: 'Ohne Antwort', members: [id, other.id, (await uploaded(page, portal, 'Dritte')).id] },
  });
  await page.goto(`/dashboard/${(await made.json()).directLinkId}?lang=de`);
  await page.getByRole('button', { name: 'aus 3 Statistiken' }).click();
  await dialog.getByRole('button', { name: /Dritte, .* herausnehmen$/ }).click();
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await expect(dialog.getByRole('alert')).toBeInViewport({ ratio: 1 });
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'aus 2 Statistiken' })).toBeVisible();
});
