import { utimes, writeFile } from 'node:fs/promises';
import type { Page, Request } from '@playwright/test';
import { expect, type Portal, test } from '#tests/support/browser.ts';
import { pressEscape } from '../dashboard.ts';
import { endSessions, fillLogin, signIn, signOut } from '../sign-in.ts';
import { smallStatistic } from '../small-statistic.ts';

const email = 'rep1@portal.example';

/** Everything that a test upload needs, not sent yet; `path`: with that file. */
async function enterUpload(page: Page, path?: string) {
  const { fileName: name, file: buffer } = await smallStatistic();
  const dryRuns = new Set<Request>();
  let quietSince = Date.now();
  page.on('request', (request) => {
    quietSince = Date.now();
    if (request.url().endsWith('/preview')) dryRuns.add(request);
  });
  page.on('requestfinished', (request) => dryRuns.delete(request));
  page.on('requestfailed', (request) => dryRuns.delete(request));
  await page.getByRole('button', { name: 'Statistik hochladen' }).click();
  const guide = page.getByRole('dialog', { name: 'Statistik hochladen' });
  await guide.getByRole('button', { name: 'Daten hochladen' }).click();
  await guide.getByText('Test-Upload').click();
  await guide
    .getByLabel('Bezugsstatistik (Excel oder CSV)')
    .setInputFiles(path ?? { name, mimeType: '', buffer });
  const dialog = page.getByRole('dialog', { name: 'Angaben zur Statistik' });
  for (const [end, month] of [
    ['von', 'Januar'],
    ['bis', 'Juni'],
  ] as const) {
    await dialog.getByLabel(`Monat ${end}`).selectOption(month);
    await dialog.getByLabel(`Jahr ${end}`).selectOption('2025');
  }
  await dialog.getByLabel('Kommentar').fill('Vor der Pause');
  await dialog.locator('.file-preview__figures').waitFor();
  // One under way, or about to be asked for the last entry, would hear of the session's end before the upload does.
  quietSince = Date.now();
  await expect.poll(() => dryRuns.size === 0 && Date.now() - quietSince > 1000).toBe(true);
  return { dialog, fileName: name };
}

/** Signs in where the page has led to the login. */
async function continueAs(page: Page, portal: Portal, user: string): Promise<void> {
  await fillLogin(page, portal, user);
  await page.getByRole('button', { name: 'Statistik hochladen' }).waitFor();
}

test('an upload that meets an ended session is there as entered after signing in again, and is sent', {
  tag: '@long',
}, async ({ page, portal }) => {
  await signIn(page, portal, email);
  const { dialog, fileName } = await enterUpload(page);
  await endSessions(portal, email);
  await dialog.getByRole('button', { name: 'Hochladen' }).click();
  await expect(page.getByText('Ihre Sitzung ist abgelaufen.')).toBeVisible();
  await continueAs(page, portal, email);

  await expect(dialog.getByRole('list', { name: 'Dateien' })).toContainText(fileName);
  await expect(dialog.getByLabel('Kommentar')).toHaveValue('Vor der Pause');
  await expect(dialog.getByLabel('Monat bis').locator('option:checked')).toHaveText('Juni');
  await dialog.getByRole('button', { name: 'Hochladen' }).click();
  const report = page.getByRole('dialog', { name: 'Importbericht' });
  await expect(report.getByRole('status')).toHaveText(`${fileName} wurde erfolgreich importiert.`);

  await report.getByRole('button', { name: 'Schliessen' }).last().click();
  await page.getByRole('button', { name: 'Statistik hochladen' }).click();
  const guide = page.getByRole('dialog', { name: 'Statistik hochladen' });
  await expect(guide.getByLabel('Bezugsstatistik (Excel oder CSV)')).toBeDisabled();
});

test('what somebody entered for an upload is theirs: not shown to the next user, and there when they are back', {
  tag: '@long',
}, async ({ page, portal }) => {
  await signIn(page, portal, email);
  await page.getByRole('searchbox', { name: 'Bezugsstatistiken suchen' }).fill('Nur für mich');
  await expect(page.locator('.page-message')).toBeVisible();
  const { dialog } = await enterUpload(page);
  await endSessions(portal, email);
  await dialog.getByRole('button', { name: 'Hochladen' }).click();
  await continueAs(page, portal, 'rep2@portal.example');
  const guide = page.getByRole('dialog', { name: 'Statistik hochladen' });
  await expect(guide).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await guide.getByRole('button', { name: 'Schliessen' }).click();
  await expect(page.getByRole('searchbox', { name: 'Bezugsstatistiken suchen' })).toHaveValue('');

  await signOut(page);
  await continueAs(page, portal, email);
  await page.getByRole('button', { name: 'Statistik hochladen' }).click();
  await expect(dialog.getByLabel('Kommentar')).toHaveValue('Vor der Pause');
});

test('Back during an upload stops it, and nothing is stored twice', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  await signIn(page, portal, email);
  const { dialog } = await enterUpload(page);
  const count = async () =>
    (await portal.pool.query<{ count: number }>('select count(*)::integer as count from statistics')).rows[0]!
      .count;
  const before = await count();
  await page.route('**/api/statistics', () => undefined, { times: 1 });
  const stopped = page.waitForEvent('requestfailed', (request) => request.method() === 'POST');
  await dialog.getByRole('button', { name: 'Hochladen' }).click();
  await page.getByRole('button', { name: 'Upload abbrechen' }).waitFor();
  await page.goBack();
  await stopped;
  await page.getByRole('button', { name: 'Statistik hochladen' }).click();
  await dialog.getByRole('button', { name: 'Hochladen' }).click();
  await expect(page.getByRole('dialog', { name: 'Importbericht' }).getByRole('status')).toBeVisible();
  expect(await count()).toBe(before + 1);
});

test('Back and Escape leave an upload as entered, Cancel drops it, and closing the tab asks first', {
  tag: '@long',
}, async ({ page, portal }) => {
  await signIn(page, portal, email);
  const { dialog } = await enterUpload(page);
  for (const leave of [() => page.goBack(), () => pressEscape(page)]) {
    await leave();
    await expect(dialog).toHaveCount(0);
    await page.getByRole('button', { name: 'Statistik hochladen' }).click();
    await expect(dialog.getByLabel('Kommentar')).toHaveValue('Vor der Pause');
  }
  await dialog.getByLabel('Kundensuche').pressSequentially('apotheke');
  await page
    .getByRole('option', { name: /Apotheke/ })
    .first()
    .waitFor();
  await dialog.getByLabel('Kundensuche').press('Escape');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await dialog.getByLabel('Kundenschlüssel').fill('gibt es nicht');
  await dialog.getByLabel('Kundenschlüssel').press('Enter');
  await expect(dialog.getByText('Keine externe ID gefunden.')).toBeVisible();

  const question = page.waitForEvent('dialog');
  const closed = page.close({ runBeforeUnload: true });
  expect((await question).type()).toBe('beforeunload');
  await (await question).dismiss();
  await closed;

  await dialog.getByRole('button', { name: 'Abbrechen' }).click();
  await page.getByRole('button', { name: 'Statistik hochladen' }).click();
  await expect(page.getByRole('dialog', { name: 'Statistik hochladen' })).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

test(
  'a file that was changed since it was chosen is said to be, and is sent once it is chosen again',
  {
    tag: '@long',
  },
  async ({ page, portal }, testInfo) => {
    const path = testInfo.outputPath('Bezug.xlsx');
    await writeFile(path, (await smallStatistic()).file);
    await signIn(page, portal, email);
    const { dialog } = await enterUpload(page, path);
    const later = new Date(Date.now() + 60_000);
    await utimes(path, later, later);
    await dialog.getByRole('button', { name: 'Hochladen' }).click();
    await expect(dialog.getByRole('alert')).toContainText('seit Sie sie gewählt haben');
    await expect(page.getByText('Keine Verbindung')).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Dateien ändern' }).click();
    await page.getByLabel('Bezugsstatistik (Excel oder CSV)').setInputFiles(path);
    await dialog.getByRole('button', { name: 'Hochladen' }).click();
    await expect(page.getByRole('dialog', { name: 'Importbericht' }).getByRole('status')).toBeVisible();
  },
);
