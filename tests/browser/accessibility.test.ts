import { test } from '#tests/support/browser.ts';
import { addUser } from '#tests/support/portal.ts';
import { openStatistic } from './demo-statistics.ts';
import { expectNoViolations } from './no-violations.ts';
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
  await expectNoViolations(page, 'complaints');
});

test('the upload page has no accessibility violations in any language', async ({ page, portal }) => {
  await startSession(page, portal, 'admin@portal.example');
  await page.goto('/');
  await page.getByRole('table').waitFor();
  await expectNoViolations(page, 'list');
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

test('uploading has no accessibility violations in any language', async ({ page, portal }) => {
  const { fileName: name, file: buffer } = await smallStatistic();
  await startSession(page, portal, 'admin@portal.example');
  await page.goto(`/?upload`);
  const dialog = page.getByRole('dialog');
  for (const step of [0, 1, 2]) {
    await dialog.locator('.guide-steps button').nth(step).click();
    // A heading of the example file.
    await expectNoViolations(page, `instructions, step ${step + 1}`, ['Menge']);
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
test('the import report and the direct link have no accessibility violations', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const { fileName: name, file: buffer } = await smallStatistic();
  await signIn(page, portal, 'rep2@portal.example');
  await page.getByRole('button', { name: 'Statistik hochladen' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Daten hochladen' }).click();
  await dialog.getByText('Test-Upload').click();
  await dialog.getByLabel('Excel-Datei (.xlsx)').setInputFiles({ name, mimeType: '', buffer });
  await dialog.getByLabel('Monat von').selectOption('Januar');
  await dialog.getByLabel('Jahr von').selectOption('2025');
  await dialog.getByLabel('Monat bis').selectOption('Juni');
  await dialog.getByLabel('Jahr bis').selectOption('2025');
  await dialog.getByRole('button', { name: 'Hochladen' }).click();
  await dialog.getByText('Zeilen ohne Treffer im Katalog').click();
  await dialog.getByText('Nicht importierte Zeilen').click();
  await expectNoViolations(page, 'report', inFile);
  await dialog.getByRole('button', { name: 'Schliessen' }).last().click();
  await page
    .getByRole('button', { name: /Aktionen/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Direktlink' }).click();
  await page.getByRole('img', { name: 'QR-Code des Direktlinks' }).waitFor();
  await page.getByRole('dialog', { name: 'Direktlink' }).waitFor();
  await expectNoViolations(page, 'direct link');
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
  await expectNoViolations(page, 'list');
});

test('choosing a password has no accessibility violations', { tag: '@long' }, async ({ page, portal }) => {
  const email = 'careful@portal.example';
  await addUser(portal.pool, { email });
  await page.request.post('/api/users/send-reset-link', { data: { email } });
  const mail = await portal.mailbox.next(email);
  await page.goto(/http:\S+\/reset-password\/[\w-]+/.exec(mail.text ?? '')![0]);
  const field = page.getByLabel('Neues Passwort', { exact: true });
  for (const [password, word] of [
    ['apotheke', /erraten/],
    ['Nebelhorn-Quitte-Sattel-91', 'Stark'],
  ] as const) {
    await field.fill(password);
    await page.locator('.strength-meter__word', { hasText: word }).waitFor();
    await page.getByRole('button', { name: 'Passwort setzen' }).focus();
    await expectNoViolations(page, `password ${password}`);
  }
});
