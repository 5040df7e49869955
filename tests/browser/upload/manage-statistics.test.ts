import { readFile } from 'node:fs/promises';
import { expect, test } from '#tests/support/browser.ts';
import { choose, rowOf, token, uploaded } from '../listed-statistic.ts';
import { expectNoViolations, expectNoViolationsEither } from '../no-violations.ts';
import { startSession } from '../sign-in.ts';
import { smallStatistic } from '../small-statistic.ts';

test('an edit is led to what it lacks and saved once; when two people edit, both values are shown and one decides', async ({
  page,
  portal,
}) => {
  await startSession(page, portal, 'rep1@portal.example');
  const { id } = await uploaded(page, portal, 'Apotheke Doppelklick');
  await choose(page, 'Apotheke Doppelklick', 'Bearbeiten');
  const dialog = page.getByRole('dialog', { name: 'Statistik bearbeiten' });
  const representative = dialog.getByLabel('Aussendienst');
  await expect(representative).toBeVisible();
  await expectNoViolations(page, 'edit');
  await representative.fill('');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await expect(dialog.getByText('Bitte geben Sie den Aussendienst an.')).toBeVisible();
  await expect(representative).toBeFocused();
  await representative.fill('Petra Neu');
  const edits: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith(`/statistics/${id}`)) edits.push(request.url());
  });
  await dialog.getByRole('button', { name: 'Speichern' }).dblclick({ force: true });
  await expect(dialog).toHaveCount(0);
  await expect(rowOf(page, 'Apotheke Doppelklick')).toContainText('Petra Neu');
  expect(edits).toHaveLength(1);

  await choose(page, 'Apotheke Doppelklick', 'Bearbeiten');
  await dialog.getByLabel('Kommentar').fill('von mir');
  await dialog.getByLabel('Monat bis').selectOption('Juli');
  const other = await page.request.post(`/api/statistics/${id}`, {
    headers: { authorization: `Bearer ${await token(page)}` },
    data: { comment: 'von der Kollegin', timeMonthTo: 8, user: 'Kollegin' },
  });
  expect(other.status()).toBe(200);
  await dialog.getByRole('button', { name: 'Speichern' }).click();

  const conflict = page.getByRole('dialog', { name: 'Inzwischen geändert' });
  const comment = conflict.getByRole('radiogroup', { name: 'Kommentar' });
  const range = conflict.getByRole('radiogroup', { name: 'Zeitraum' });
  await expect(comment.getByRole('radio', { name: /von mir/ })).toBeChecked();
  await expect(comment.getByRole('radio', { name: /von der Kollegin/ })).not.toBeChecked();
  await expect(range.getByRole('radio', { name: /01\.2025 – 07\.2025/ })).toBeChecked();
  await range.getByText('01.2025 – 08.2025').click();
  await conflict.getByRole('button', { name: 'Auswahl speichern' }).click();

  const row = rowOf(page, 'Apotheke Doppelklick');
  await expect(row).toContainText('von mir');
  await expect(row).toContainText('01.2025 – 08.2025');
  await expect(row).toContainText('Kollegin');
});

test('a disabled link leads nowhere and has neither Edit nor Direct Link until it is enabled', {
  tag: '@long',
}, async ({ page, portal }) => {
  await startSession(page, portal, 'rep1@portal.example');
  const { link } = await uploaded(page, portal, 'Apotheke Abgestellt');
  const row = rowOf(page, 'Apotheke Abgestellt');
  await choose(page, 'Apotheke Abgestellt', 'Link deaktivieren');
  await expect(row).toContainText('Deaktiviert');
  expect((await page.request.get(`/api/statistics/${link}/summary`)).status()).toBe(404);
  await row.getByRole('button', { name: /Aktionen/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Link aktivieren' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Bearbeiten' })).toHaveCount(0);
  await expect(page.getByRole('menuitem', { name: 'Direktlink' })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Link aktivieren' }).click();
  await expect(row).not.toContainText('Deaktiviert');
  expect((await page.request.get(`/api/statistics/${link}/summary`)).status()).toBe(200);
});

test('a direct link is copied and shown as a QR code; what is deleted comes back by Undo, and from the recently deleted ones', async ({
  page,
  portal,
  context,
}) => {
  await startSession(page, portal, 'rep1@portal.example');
  const { link } = await uploaded(page, portal, 'Apotheke Gelöscht');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await choose(page, 'Apotheke Gelöscht', 'Direktlink');
  const dialog = page.getByRole('dialog', { name: 'Direktlink' });
  const address = `${portal.url}/dashboard/${link}`;
  await expect(dialog.getByLabel('Adresse')).toHaveValue(address);
  await expect(dialog.getByRole('link', { name: 'Öffnen' })).toHaveAttribute('href', address);
  await expect(dialog.getByRole('img', { name: 'QR-Code des Direktlinks' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Kopieren' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  // A page that came without TLS may not copy by itself.
  const plain = 'http://portal.example';
  await context.addCookies([{ name: 'token', value: await token(page), url: plain }]);
  await page.route(`${plain}/**`, async (route) => {
    const response = await route.fetch({ url: route.request().url().replace(plain, portal.url) });
    await route.fulfill({ response });
  });
  await page.goto(plain);
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await choose(page, 'Apotheke Gelöscht', 'Direktlink');
  await dialog.getByRole('button', { name: 'Kopieren' }).click();
  await expect(page.getByText('Ihr Browser kopiert hier nicht.')).toBeVisible();
  await page.keyboard.press('Control+c');
  await page.goto(portal.url);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${plain}/dashboard/${link}`);

  const row = rowOf(page, 'Apotheke Gelöscht');
  const remove = async () => {
    await choose(page, 'Apotheke Gelöscht', 'Löschen');
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('Sind Sie sicher?');
    await expectNoViolationsEither(page, 'question before deleting');
    await question.getByRole('button', { name: 'Löschen' }).click();
    await expect(row).toHaveCount(0);
  };
  await remove();
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await expect(row).toBeVisible();

  await remove();
  await page.getByRole('button', { name: 'Ansicht' }).click();
  await expectNoViolations(page, 'view options');
  await page.getByText('Kürzlich Gelöschte anzeigen').click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Kürzlich gelöscht' })).toBeVisible();
  await page.getByRole('button', { name: 'Apotheke Gelöscht wiederherstellen' }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole('button', { name: 'Zurück zu den Uploads' }).click();
  await expect(row.getByRole('link', { name: 'Apotheke Gelöscht' })).toBeVisible();
});

test('the consent is uploaded and comes back as it was, and so does the Excel file', {
  tag: '@long',
}, async ({ page, portal }) => {
  await startSession(page, portal, 'rep1@portal.example');
  const { fileName, file } = await smallStatistic();
  await uploaded(page, portal, 'Apotheke Einwilligung');
  await choose(page, 'Apotheke Einwilligung', 'Einwilligung hochladen');
  const dialog = page.getByRole('dialog', { name: 'Einwilligung hochladen' });
  await dialog.getByRole('button', { name: 'Hochladen' }).click();
  await expect(dialog.getByText('Bitte wählen Sie die Einwilligung.')).toBeVisible();
  await expectNoViolations(page, 'consent missing');
  const consent = Buffer.from('%PDF-1.4 ja, ich will');
  await dialog
    .getByLabel('Einwilligung', { exact: true })
    .setInputFiles({ name: 'Einverständnis Müller.pdf', mimeType: 'application/pdf', buffer: consent });
  await expect(dialog.getByText('Einverständnis Müller.pdf')).toBeVisible();
  // What was chosen goes by no slip of the hand.
  await dialog.getByRole('button', { name: 'Schliessen' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Weiter bearbeiten' }).click();
  await dialog.getByRole('button', { name: 'Hochladen' }).click();
  await expect(page.getByText('Einverständnis Müller.pdf ist hinterlegt.')).toBeVisible();

  const saved = async (item: string) => {
    const begun = page.waitForEvent('download');
    await choose(page, 'Apotheke Einwilligung', item);
    const download = await begun;
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  };
  expect(await saved('Einwilligung herunterladen')).toEqual({
    name: 'Einverständnis Müller.pdf',
    bytes: consent,
  });
  const excel = await saved('Hochgeladene Datei herunterladen');
  expect(excel.name).toBe(fileName);
  expect(excel.bytes.equals(file)).toBe(true);
});

test('the menu of an imported statistic says where its consent lies on paper', async ({ page, portal }) => {
  await startSession(page, portal, 'rep1@portal.example');
  const { id } = await uploaded(page, portal, 'Apotheke Papier');
  await portal.pool.query("update statistics set consent_place = 'Ordner 3, Zug' where id = $1", [id]);
  await page.reload();
  await rowOf(page, 'Apotheke Papier')
    .getByRole('button', { name: /Aktionen/ })
    .click();
  await expect(page.getByRole('menuitem', { name: 'Einwilligung auf Papier: Ordner 3, Zug' })).toBeVisible();
  await expectNoViolations(page, 'consent on paper');
});
