import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser.ts';
import { signIn, startSession } from '../sign-in.ts';

const address = '/admin/users?lang=de';
const dialog = (page: Page) => page.getByRole('dialog');
const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name });
const newcomers = ['nora@portal.example', 'leo@portal.example'];

async function choose(page: Page, name: string, item: string) {
  await page.getByRole('button', { name: `Aktionen für ${name}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test.beforeEach(async ({ page, portal }) => {
  await portal.pool.query('delete from users where email = any ($1)', [newcomers]);
  await startSession(page, portal, 'admin@portal.example');
});

test('an administrator invites somebody by keyboard; what is refused is said at its field, what was typed is kept', async ({
  page,
  portal,
}) => {
  await page.goto(address);
  const add = page.getByRole('button', { name: 'Benutzer hinzufügen' });
  await add.press('Enter');
  await dialog(page).getByRole('button', { name: 'Hinzufügen und einladen' }).press('Enter');
  await expect(dialog(page).getByLabel('Name', { exact: true })).toBeFocused();
  await expect(dialog(page).getByText('Bitte geben Sie einen Namen ein.')).toBeVisible();
  await dialog(page).getByLabel('Name', { exact: true }).fill('Nora Nägeli');
  await dialog(page).getByLabel('E-Mail', { exact: true }).fill('REP1@portal.example');
  await dialog(page).getByLabel('Berichtet an').selectOption('Beat Aeschlimann');
  await page.reload();
  await expect(dialog(page).getByLabel('Name', { exact: true })).toHaveValue('Nora Nägeli');
  await dialog(page).getByRole('button', { name: 'Hinzufügen und einladen' }).press('Enter');
  await expect(dialog(page).getByRole('alert')).toHaveText(
    'Diese E-Mail-Adresse hat bereits das Konto von Corinne Lüscher.',
  );
  await expect(dialog(page).getByLabel('E-Mail', { exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Weiter bearbeiten' }).click();
  await dialog(page).getByLabel('E-Mail', { exact: true }).fill('nora@portal.example');
  await dialog(page).getByRole('button', { name: 'Hinzufügen und einladen' }).press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  expect((await portal.mailbox.next('nora@portal.example')).subject).toBe('Ihr Zugang zum Sortimentsportal');
  await expect(row(page, /Nora Nägeli Noch kein Passwort.*Beat Aeschlimann.*nie/)).toBeVisible();
  await add.click();
  await expect(dialog(page).getByLabel('Name', { exact: true })).toHaveValue('');
});

test('a password that is set here must be strong', { tag: '@long' }, async ({ page }) => {
  await page.goto(`${address}&dialog=edit.new`);
  await dialog(page).getByLabel('Name', { exact: true }).fill('Leo Lauper');
  await dialog(page).getByLabel('E-Mail', { exact: true }).fill('leo@portal.example');
  await dialog(page).getByText('Passwort hier setzen').click();
  await dialog(page).getByLabel('Passwort', { exact: true }).fill('leo.lauper');
  await expect(dialog(page).locator('[data-score]:not([data-score="4"])')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Hinzufügen', exact: true }).click();
  await expect(dialog(page).getByText('Passwort nicht komplex genug')).toBeVisible();
  await dialog(page).getByLabel('Passwort', { exact: true }).fill('vier Enten tanzen Polka 42');
  await expect(dialog(page).locator('[data-score="4"]')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Hinzufügen', exact: true }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(row(page, /^Leo Lauper leo@portal\.example/)).toBeVisible();
});

test('who is deactivated is shaded and told as inactive, until it is taken back', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto(address);
  await choose(page, 'Cédric Jaquiéry', 'Deaktivieren');
  await expect(dialog(page).getByText(/Uploads bleiben, wie sie sind/)).toBeVisible();
  await expect(
    dialog(page).getByText('Beat Aeschlimann und alle darüber sehen sie weiterhin.'),
  ).toBeVisible();
  await expect(dialog(page).getByText(/sehen danach nicht mehr/)).toHaveCount(0);
  await dialog(page).getByRole('button', { name: 'Deaktivieren' }).click();
  const shaded = row(page, /Cédric Jaquiéry Inaktiv/);
  await expect(shaded).toHaveAttribute('data-inactive', 'true');
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await expect(row(page, /Cédric Jaquiéry Inaktiv/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Aktionen für Regula Zumbühl' }).click();
  await expect(page.getByRole('menuitem', { name: 'Bearbeiten' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: /Deaktivieren|Löschen/ })).toHaveCount(0);
});

test('deleting says what it does, and hands everything over where somebody is chosen', {
  tag: '@long',
}, async ({ page, portal, browser }) => {
  const { rows } = await portal.pool.query<{ id: number }>(
    `insert into users (email, name, role, parent_user_id)
     select 'leo@portal.example', 'Leo Lauper', 'User', id from users where email = 'manager@portal.example'
     returning id`,
  );
  const leo = rows[0]!.id;
  const taken = await portal.pool.query<{ id: number }>(
    `update statistics set uploader_id = $1 where id in (
       select s.id from statistics s join users u on u.id = s.uploader_id
       where u.email = 'rep2@portal.example' and s.deleted_at is null order by s.id limit 2
     ) returning id`,
    [leo],
  );
  const of = (id: number) =>
    portal.pool
      .query('select u.email from statistics s left join users u on u.id = s.uploader_id where s.id = $1', [
        id,
      ])
      .then((found) => found.rows[0].email);
  expect(taken.rows).toHaveLength(2);
  await page.goto(address);
  await choose(page, 'Leo Lauper', 'Löschen');
  await expect(dialog(page).getByText('2 Uploads gehen an Beat Aeschlimann.')).toBeVisible();
  const heir = dialog(page).getByLabel('Uploads, Warenkörbe und Bestellungen übergeben an');
  await heir.selectOption('Niemanden');
  await expect(dialog(page).getByText('2 Uploads bleiben; als Uploader steht «gelöscht».')).toBeVisible();
  await expect(
    dialog(page).getByText('Diese Uploads sehen danach nicht mehr: Beat Aeschlimann.'),
  ).toBeVisible();
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await choose(page, 'Leo Lauper', 'Löschen');
  await heir.selectOption('Cédric Jaquiéry');
  await expect(dialog(page).getByText('2 Uploads gehen an Cédric Jaquiéry.')).toBeVisible();
  await page.reload();
  await expect(dialog(page).getByText('2 Uploads gehen an Cédric Jaquiéry.')).toBeVisible();
  await page.goBack();
  const uploads = page.getByRole('link', { name: 'Bezugsstatistiken' }).first();
  const ofLeo = page.locator('.past-uploads').getByRole('cell', { name: 'Leo Lauper', exact: true });
  await uploads.click();
  await expect(ofLeo).toHaveCount(2);
  await page.goBack();
  await choose(page, 'Leo Lauper', 'Löschen');
  await expect(dialog(page).getByText('2 Uploads gehen an Cédric Jaquiéry.')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Übergeben und löschen' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(row(page, /Leo Lauper/)).toHaveCount(0);
  expect(await of(taken.rows[0]!.id)).toBe('rep2@portal.example');
  // The list that was seen a moment ago is asked again.
  await uploads.click();
  await expect(page.locator('.past-uploads')).toBeVisible();
  await expect(ofLeo).toHaveCount(0);
  await page.goBack();

  // Where somebody is signed in is seen, and ended.
  const other = await browser.newContext({ baseURL: portal.url });
  const theirs = await other.newPage();
  await startSession(theirs, portal, 'rep1@portal.example');
  await choose(page, 'Corinne Lüscher', 'Anmeldungen');
  await expect(dialog(page).getByRole('heading')).toHaveText('Wo Corinne Lüscher angemeldet ist');
  await dialog(page).getByRole('button', { name: 'Überall abmelden' }).click();
  await expect(dialog(page).getByText('Nirgends angemeldet.')).toBeVisible();
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await theirs.goto('/');
  await expect(theirs).toHaveURL(/\/login/);
  await other.close();
});

test('the list of uploads offers one’s people beside the free text', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  await signIn(page, portal, 'manager@portal.example');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const people = page.getByLabel('Person', { exact: true });
  await expect(people.getByRole('option')).toHaveText([
    'Alle',
    'Beat Aeschlimann',
    'Cédric Jaquiéry',
    'Corinne Lüscher',
  ]);
  const filtered = page.waitForRequest((request) => /statistics\?.*user=\d+/.test(request.url()));
  await people.selectOption('Corinne Lüscher');
  await filtered;
  const representative = page.getByLabel('Aussendienst');
  await expect(representative).toHaveValue('');
  await representative.fill('jaqui');
  await expect(people).toHaveValue('');
  await page.getByRole('button', { name: 'Filter zurücksetzen' }).click();
  await signIn(page, portal, 'rep2@portal.example');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await expect(page.getByLabel('Kundenname')).toBeVisible();
  await expect(people).toHaveCount(0);
});
