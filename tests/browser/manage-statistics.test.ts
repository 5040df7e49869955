import { readFile } from 'node:fs/promises';
import { expect, test } from '#tests/support/browser.ts';
import { addUser } from '#tests/support/portal.ts';
import { choose, rowOf, token, uploaded } from './listed-statistic.ts';
import { expectNoViolations, expectNoViolationsEither } from './no-violations.ts';
import { signIn, startSession, watchConsole } from './sign-in.ts';
import { smallStatistic } from './small-statistic.ts';

test('an edit changes the row, also where something was emptied', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const complaints = watchConsole(page);
  await startSession(page, portal, 'rep1@portal.example');
  await uploaded(page, portal, 'Apotheke Bearbeitet');
  await choose(page, 'Apotheke Bearbeitet', 'Bearbeiten');
  const dialog = page.getByRole('dialog', { name: 'Statistik bearbeiten' });
  await expect(dialog.getByLabel('Kommentar')).toHaveValue('vorher');
  await dialog.getByLabel('Monat bis').selectOption('Januar');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await expect(dialog.getByText('Ungültige Zeitdauer')).toBeVisible();
  await dialog.getByLabel('Monat bis').selectOption('September');
  await dialog.getByLabel('Kommentar').fill('');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  const row = rowOf(page, 'Apotheke Bearbeitet');
  await expect(row).toContainText('01.2025 – 09.2025');
  await expect(row).not.toContainText('vorher');
  await page.reload();
  await expect(row).toContainText('01.2025 – 09.2025');
  await expect(row).not.toContainText('vorher');
  expect(complaints).toEqual([]);
});

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

test('an uploader who is inactive or deleted is shown as such and kept, and no inactive one is offered', {
  tag: '@long',
}, async ({ page, portal }) => {
  await startSession(page, portal, 'rep1@portal.example');
  const { id } = await uploaded(page, portal, 'Apotheke Verwaist');
  const former = await addUser(portal.pool, { email: 'ehemals@portal.example', name: 'Erna Ehemals' });
  await portal.pool.query('update users set active = false where id = $1', [former]);
  await startSession(page, portal, 'admin@portal.example');
  const dialog = page.getByRole('dialog', { name: 'Statistik bearbeiten' });
  const uploader = dialog.getByLabel('Hochgeladen von');
  const shown = () => uploader.locator('option:checked').textContent();
  for (const [owner, text, comment] of [
    [former, 'Erna Ehemals (inaktiv)', 'erster'],
    [null, 'gelöscht', 'zweiter'],
  ] as const) {
    await portal.pool.query('update statistics set uploader_id = $2 where id = $1', [id, owner]);
    await page.goto('/');
    await choose(page, 'Apotheke Verwaist', 'Bearbeiten');
    await expect.poll(shown).toBe(text);
    await expect(uploader.locator('option', { hasText: 'Corinne Lüscher' })).toHaveCount(1);
    await expect(uploader.locator('option', { hasText: 'Erna' })).toHaveCount(owner === null ? 0 : 1);
    await dialog.getByLabel('Kommentar').fill(comment);
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await expect(dialog).toHaveCount(0);
    const { rows } = await portal.pool.query('select uploader_id, comment from statistics where id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ uploader_id: owner, comment }]);
  }
});

test('a line manager hands a statistic over from one of their people to another', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  await startSession(page, portal, 'rep1@portal.example');
  const { id } = await uploaded(page, portal, 'Apotheke Weitergereicht');
  await startSession(page, portal, 'manager@portal.example');
  await page.goto('/');
  await choose(page, 'Apotheke Weitergereicht', 'Bearbeiten');
  const dialog = page.getByRole('dialog', { name: 'Statistik bearbeiten' });
  const uploader = dialog.getByLabel('Hochgeladen von');
  await expect(uploader.locator('option')).toHaveText([
    'Beat Aeschlimann',
    'Cédric Jaquiéry',
    'Corinne Lüscher',
  ]);
  await expect(dialog.getByLabel(/Warenkorb/)).toHaveCount(0);
  await uploader.selectOption('Cédric Jaquiéry');
  await expect(dialog.getByLabel('Aussendienst')).toHaveValue('Cédric Jaquiéry');
  await expect(dialog.getByLabel(/^Warenkorb und Bestellungen von Corinne Lüscher/)).toBeChecked();
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await expect(rowOf(page, 'Apotheke Weitergereicht')).toContainText('Cédric Jaquiéry');
  const { rows } = await portal.pool.query(
    'select u.email from statistics s join users u on u.id = s.uploader_id where s.id = $1',
    [id],
  );
  expect(rows).toEqual([{ email: 'rep2@portal.example' }]);
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

test('who may only read an upload is offered its link and files, and nothing that would be refused', {
  tag: '@long',
}, async ({ page, portal }) => {
  await startSession(page, portal, 'rep1@portal.example');
  await uploaded(page, portal, 'Apotheke Nur Lesen');
  const gone = await uploaded(page, portal, 'Apotheke Weg');
  const removed = await page.request.delete(`/api/statistics/${gone.id}`, {
    headers: { authorization: `Bearer ${await token(page)}` },
  });
  expect(removed.status()).toBe(204);
  await page.context().clearCookies();
  await portal.pool.query(
    `insert into users (email, name, role, full_data_access, language, password_hash)
     select 'reader@portal.example', 'Nadja Leserin', role, true, 'de', password_hash
     from users where email = 'rep1@portal.example'`,
  );
  await signIn(page, portal, 'reader@portal.example');
  await rowOf(page, 'Apotheke Nur Lesen')
    .getByRole('button', { name: /Aktionen/ })
    .click();
  await expect(page.getByRole('menuitem')).toHaveText([
    'Direktlink',
    'Mit anderen zusammenfassen',
    'Excel-Auswertung herunterladen',
    'Hochgeladene Datei herunterladen',
  ]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Ansicht' }).click();
  await page.getByText('Kürzlich Gelöschte anzeigen').click();
  await page.keyboard.press('Escape');
  await expect(rowOf(page, 'Apotheke Weg')).toBeVisible();
  await expect(page.getByRole('button', { name: /wiederherstellen/ })).toHaveCount(0);
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

test('what could not be taken back is told on the page that one has gone on to', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  await startSession(page, portal, 'rep1@portal.example');
  await uploaded(page, portal, 'Apotheke Bleibt weg');
  await choose(page, 'Apotheke Bleibt weg', 'Löschen');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click();
  const undo = page.getByRole('button', { name: 'Rückgängig' });
  await undo.waitFor();
  await page.getByRole('link', { name: 'Heute' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Heute');
  await page.route('**/restore', (route) => route.abort());
  await undo.click();
  await expect(
    page.locator('.bp6-toast').filter({ hasText: 'Der Server ist nicht erreichbar' }),
  ).toBeVisible();
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

test('what a download fails of stands in red above the list', { tag: '@long' }, async ({ page, portal }) => {
  await startSession(page, portal, 'rep1@portal.example');
  const { link } = await uploaded(page, portal, 'Apotheke Fehler');
  await page.route(`**/api/statistics/${link}/file`, (route) =>
    route.fulfill({ status: 404, json: { message: 'Nicht gefunden.', code: 'not_found', requestId: 'r-1' } }),
  );
  await choose(page, 'Apotheke Fehler', 'Hochgeladene Datei herunterladen');
  await expect(page.getByRole('alert')).toContainText('Nicht gefunden.');
  await expect(page.getByRole('alert')).toContainText('r-1');
  // Also in sight of who did it far below.
  await page.setViewportSize({ width: 1280, height: 400 });
  await page.locator('.past-uploads tr').last().scrollIntoViewIfNeeded();
  await expect(page.getByRole('heading', { name: 'Bezugsstatistiken', level: 1 })).not.toBeInViewport();
  await expect(page.getByRole('alert')).toBeInViewport();
});

test('a dialog opens where it stays, so that no button moves away under a press', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  await signIn(page, portal, 'rep1@portal.example');
  const customer = 'Apotheke am Ort';
  await uploaded(page, portal, customer);
  await expect(rowOf(page, customer)).toBeVisible();
  await page.evaluate(() => {
    const places: string[] = [];
    Object.assign(window, { places });
    const look = () => {
      const button = document.querySelector('[role=dialog] button[type=submit]');
      if (button) {
        const { x, y, width } = button.getBoundingClientRect();
        places.push([x, y, width].map(Math.round).join());
      }
      requestAnimationFrame(look);
    };
    look();
  });
  await choose(page, customer, 'Bearbeiten');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Speichern' })).toBeVisible();
  const places = () => page.evaluate(() => (window as unknown as { places: string[] }).places);
  await expect.poll(async () => (await places()).length).toBeGreaterThan(30);
  expect(new Set(await places()).size).toBe(1);
});

test('names that are one long word leave the actions of each row in reach', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const word = 'Bezugsstatistik_Apotheke_Oberdorf_2025_alle_Grossisten_bereinigt_final_v2_Kopie';
  await portal.pool.query(
    `update statistics set customer_name = $1, customer_external_id = $1, sales_representative = $1
     where id = (select max(id) from statistics)`,
    [word],
  );
  await signIn(page, portal, 'admin@portal.example');
  await expect(page.getByText(word).first()).toBeVisible();
  for (const width of [1024, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const right = () =>
      page
        .locator('.past-uploads td[data-column="actions"] button')
        .first()
        .evaluate((button) => button.getBoundingClientRect().right);
    expect(await right(), `at ${width} px`).toBeLessThan(width);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});

test('whose uploads there are to filter by is said to be missing, and is there on trying again', {
  tag: '@long',
}, async ({ page, portal }) => {
  await page.route('**/api/users/list', (route) => route.abort());
  await signIn(page, portal, 'admin@portal.example');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'Die Auswahl ist unvollständig' });
  // After two more attempts of the client's own.
  await expect(notice).toBeVisible({ timeout: 20_000 });
  await page.unroute('**/api/users/list');
  await notice.getByRole('button', { name: 'Erneut versuchen' }).click();
  await page.getByLabel('Person').selectOption('Corinne Lüscher');
  await expect(notice).toHaveCount(0);
});
