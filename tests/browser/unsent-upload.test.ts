import { utimes, writeFile } from 'node:fs/promises';
import type { Page, Request } from '@playwright/test';
import { expect, type Portal, test } from '#tests/support/browser.ts';
import { countLockWaits } from '../support/database.ts';
import { pressEscape } from './dashboard.ts';
import { endSessions, fillLogin, signIn, signOut } from './sign-in.ts';
import { smallStatistic } from './small-statistic.ts';

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

test('an upload whose header image was deleted meanwhile says so, and is sent without', {
  tag: '@long',
}, async ({ page, portal }) => {
  await portal.pool.query(
    "insert into template_images (name, content_type, content) values ('Nebel', 'image/png', 'x')",
  );
  await signIn(page, portal, email);
  const { dialog, fileName } = await enterUpload(page);
  const image = dialog.getByLabel('Titelbild');
  await image.selectOption('Nebel');
  await portal.pool.query("delete from template_images where name = 'Nebel'");
  page.on('dialog', (question) => question.accept());
  // With the dialog open the reload leads back into it.
  await page.reload();
  await expect(image.locator('option:checked')).toHaveText('Gibt es nicht mehr');
  await image.selectOption('Keines');
  await dialog.getByRole('button', { name: 'Hochladen' }).click();
  await expect(page.getByRole('dialog', { name: 'Importbericht' }).getByRole('status')).toHaveText(
    `${fileName} wurde erfolgreich importiert.`,
  );
});

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

test('an upload whose session ends while it runs stores nothing, and is there as entered after signing in again', {
  tag: '@long',
}, async ({ page, portal }) => {
  await signIn(page, portal, email);
  const { dialog, fileName } = await enterUpload(page);
  const { rows: before } = await portal.pool.query('select count(*) from statistics');
  const blocker = await portal.pool.connect();
  await blocker.query('begin');
  await blocker.query('lock table statistics in access exclusive mode');
  await dialog.getByRole('button', { name: 'Hochladen' }).click();
  await expect
    .poll(() => countLockWaits(portal.pool, "l.relation = 'statistics'::regclass"))
    .toBeGreaterThan(0);
  await endSessions(portal, email);
  await blocker.query('commit');
  blocker.release();
  await expect(page.getByText('Ihre Sitzung ist abgelaufen.')).toBeVisible();
  await continueAs(page, portal, email);
  await expect(dialog.getByRole('list', { name: 'Dateien' })).toContainText(fileName);
  await expect(dialog.getByLabel('Kommentar')).toHaveValue('Vor der Pause');
  expect((await portal.pool.query('select count(*) from statistics')).rows).toEqual(before);
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

const answers = [
  ['cut off', '{"progress":{"stage":"saving","rows":1,"bytes":1,"totalBytes":1}}\n{"result":{"bezugsSt'],
  ['damaged on the way', '<html>\n{"progress":{"stage":"saving","rows":1,"bytes":1,"totalBytes":1}}\n'],
] as const;

for (const [how, lines] of answers) {
  test(`an upload whose answer is ${how} has failed, and is there as entered to be sent again`, {
    tag: '@long',
  }, async ({ page, portal }) => {
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    await signIn(page, portal, email);
    const { dialog, fileName } = await enterUpload(page);
    await page.route(
      '**/api/statistics',
      (route) => route.fulfill({ contentType: 'application/x-ndjson', body: lines }),
      { times: 1 },
    );
    await dialog.getByRole('button', { name: 'Hochladen' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Der Server ist nicht erreichbar');
    await expect(dialog.getByLabel('Kommentar')).toHaveValue('Vor der Pause');
    await dialog.getByRole('button', { name: 'Hochladen' }).click();
    const report = page.getByRole('dialog', { name: 'Importbericht' });
    await expect(report.getByRole('status')).toHaveText(`${fileName} wurde erfolgreich importiert.`);
    expect(errors).toEqual([]);
  });
}

test('why an upload was refused is said where the preview has failed of something else', {
  tag: '@long',
}, async ({ page, portal }) => {
  await signIn(page, portal, email);
  const { dialog } = await enterUpload(page);
  await page.route('**/api/statistics/preview', (route) => route.abort());
  await dialog.getByLabel('Monat bis').selectOption('Mai');
  await expect(dialog.getByRole('alert')).toContainText('Der Server ist nicht erreichbar', {
    timeout: 20_000,
  });
  const refusal = { code: 'refused', message: 'Das geht so nicht.', requestId: '1' };
  await page.route('**/api/statistics', (route) => route.fulfill({ status: 422, json: refusal }), {
    times: 1,
  });
  await dialog.getByRole('button', { name: 'Hochladen' }).click();
  await expect(dialog.getByRole('alert').filter({ hasText: 'Das geht so nicht.' })).toBeVisible();
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

test('Back from the dashboard of an upload leads to the list, without a dialog', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  await signIn(page, portal, email);
  const { dialog } = await enterUpload(page);
  await dialog.getByRole('button', { name: 'Hochladen' }).click();
  await page.getByRole('button', { name: 'Analyse öffnen' }).click();
  await expect(page).toHaveURL(/\/dashboard\//);
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Statistik hochladen' })).toBeVisible();
  await expect(page).not.toHaveURL(/upload/);
});

test('an upload that is sent twice at once is stored once', { tag: '@long' }, async ({ page, portal }) => {
  await signIn(page, portal, email);
  const stored = async () =>
    Number((await portal.pool.query('select count(*) from statistics')).rows[0].count);
  const before = await stored();
  const { dialog } = await enterUpload(page);
  await dialog.locator('form').evaluate((form: HTMLFormElement) => {
    form.requestSubmit();
    form.requestSubmit();
  });
  await expect(page.getByRole('dialog', { name: 'Importbericht' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await stored()).toBe(before + 1);
});
