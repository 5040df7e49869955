import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser.ts';
import { holdBack } from './held-requests.ts';
import { expectNoViolations } from './no-violations.ts';
import { signIn, startSession } from './sign-in.ts';

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

test('who goes on while an invitation is being sent is left where they are', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto(address);
  const invite = async (name: string, email: string) => {
    await page.getByRole('button', { name: 'Benutzer hinzufügen' }).click();
    await dialog(page).getByLabel('Name', { exact: true }).fill(name);
    await dialog(page).getByLabel('E-Mail', { exact: true }).fill(email);
    const release = await holdBack(page, /\/api\/users$/);
    const sent = page.waitForRequest(/\/api\/users$/);
    await dialog(page).getByRole('button', { name: 'Hinzufügen und einladen' }).click();
    await sent;
    await page.goBack();
    await expect(dialog(page)).toHaveCount(0);
    return async () => {
      release();
      await expect(page.getByText(`Ein Link, der 72 Stunden gilt, ist an ${email} gesandt.`)).toBeVisible();
    };
  };
  const inviteNora = await invite('Nora Nägeli', 'nora@portal.example');
  await choose(page, 'Beat Aeschlimann', 'Bearbeiten');
  await inviteNora();
  await expect(dialog(page).getByRole('heading')).toHaveText('Beat Aeschlimann bearbeiten');
  await dialog(page).getByRole('button', { name: 'Abbrechen' }).click();
  await page.unrouteAll();

  const inviteLeo = await invite('Leo Lauper', 'leo@portal.example');
  await page.getByRole('link', { name: 'Bezugsstatistiken' }).click();
  await page.getByText('Nach Kunde').click();
  await expect(page).toHaveURL(/by=customer/);
  await inviteLeo();
  await expect(page).toHaveURL(/by=customer/);
});

test('who changes their own name is called by it at once', { tag: '@long' }, async ({ page, portal }) => {
  await page.goto(address);
  try {
    await choose(page, 'Regula Zumbühl', 'Bearbeiten');
    await dialog(page).getByLabel('Name', { exact: true }).fill('Regula Zumbühl-Frei');
    await dialog(page).getByRole('button', { name: 'Speichern' }).click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(page.getByRole('button', { name: /Benutzermenü/ })).toContainText('Regula Zumbühl-Frei');
  } finally {
    await portal.pool.query("update users set name = 'Regula Zumbühl' where email = 'admin@portal.example'");
  }
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

test('users are found without accents, in the list and in the tree of who reports to whom', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(address);
  await expect(row(page, /Regula Zumbühl Sie/)).toBeVisible();
  await page.getByRole('searchbox', { name: 'Benutzer suchen' }).fill('JAQUIERY cedric');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page.getByText('1 von 4')).toBeVisible();
  await page.getByText('Wer an wen berichtet').click();
  const tree = page.getByRole('region', { name: 'Wer an wen berichtet' });
  await expect(tree.getByRole('listitem')).toHaveCount(2);
  await expect(
    tree.getByRole('listitem').filter({ hasText: 'Beat Aeschlimann' }).getByRole('listitem'),
  ).toContainText('Cédric Jaquiéry');
  await page.reload();
  await expect(tree.getByRole('listitem')).toHaveCount(2);
  await page.getByRole('searchbox').fill('niemand');
  await expect(page.getByText('Niemand passt zu dieser Suche.')).toBeVisible();
});

test('letters typed one after the other are all looked for', { tag: '@long' }, async ({ page }) => {
  await page.goto(address);
  const field = page.getByRole('searchbox', { name: 'Benutzer suchen' });
  await field.waitFor();
  // As fast as a hand is on a slow machine: before anything is drawn.
  await field.evaluate((input: HTMLInputElement) => {
    for (const letter of 'cedric') {
      input.focus();
      document.execCommand('insertText', false, letter);
    }
  });
  await expect(field).toHaveValue('cedric');
  await expect(page.getByText('1 von 4')).toBeVisible();
});

test('a circle of who reports to whom is refused, naming it', { tag: '@long' }, async ({ page }) => {
  await page.goto(address);
  await choose(page, 'Beat Aeschlimann', 'Bearbeiten');
  await dialog(page).getByLabel('Berichtet an').selectOption('Corinne Lüscher');
  await dialog(page).getByRole('button', { name: 'Speichern' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText(
    'Beim Bearbeiten dieses Benutzers ist etwas schiefgelaufen.',
  );
  await expect(dialog(page).getByRole('alert')).toContainText(
    'Beat Aeschlimann → Corinne Lüscher → Beat Aeschlimann',
  );
  await expect(dialog(page).getByLabel('Berichtet an')).toHaveAttribute('aria-invalid', 'true');
  await dialog(page).getByRole('button', { name: 'Abbrechen' }).click();
  await expect(page.getByRole('button', { name: 'Aktionen für Beat Aeschlimann' })).toBeFocused();
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

test('who is no administrator any more finds no page of users in the session that is open', {
  tag: '@long',
}, async ({ page, portal }) => {
  await page.goto(address);
  await expect(row(page, /Regula Zumbühl/)).toBeVisible();
  const set = (role: string) =>
    portal.pool.query('update users set role = $1 where email = $2', [role, 'admin@portal.example']);
  await set('User');
  try {
    await choose(page, 'Cédric Jaquiéry', 'Link für neues Passwort senden');
    await expect(page.getByRole('heading', { name: 'Seite nicht gefunden' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Administration' })).toHaveCount(0);
  } finally {
    await set('Admin');
  }
});

test('the language that is chosen is saved with the user', { tag: '@long' }, async ({ page, portal }) => {
  const saved = () =>
    portal.pool
      .query("select language from users where email = 'admin@portal.example'")
      .then(({ rows }) => rows[0].language);
  await page.goto('/');
  await page.getByRole('button', { name: /Benutzermenü/ }).click();
  await page.getByRole('menuitem', { name: 'Italiano' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Statistiche d’acquisto');
  await expect.poll(saved).toBe('it');
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

test('names and addresses of usual length take two lines at most, however wide the window', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(`${address}&lang=fr`);
  const words = page.getByText(/^((manager|rep1)@portal\.example|Beat Aeschlimann)$/);
  for (const width of [641, 780, 1100, 1101, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    // The cards give way to the table a moment after the window has got wider.
    await expect(page.locator(width > 1100 ? '.users__table' : '.users__cards')).toHaveCount(1);
    const heights = await words.evaluateAll((all) =>
      all.map((each) => {
        const range = document.createRange();
        range.selectNodeContents(each);
        return range.getBoundingClientRect().height;
      }),
    );
    // Two addresses, and Beat for each of the two who report to him.
    expect(heights.length, `${width} px`).toBeGreaterThan(3);
    for (const height of heights) expect(height, `${width} px`).toBeLessThan(45);
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wider, `${width} px`).toBeLessThanOrEqual(0);
  }
});

test('list, tree and dialogs are accessible in every language, and no wider than a phone', {
  tag: '@long',
}, async ({ page, portal }) => {
  const names = (await portal.pool.query<{ name: string }>('select name from users')).rows.map(
    ({ name }) => name,
  );
  const { rows } = await portal.pool.query("select id from users where email = 'manager@portal.example'");
  const states = [
    '',
    '&view=tree',
    '&dialog=edit.new',
    `&dialog=edit.${rows[0].id}`,
    `&dialog=delete.${rows[0].id}`,
  ];
  for (const state of states) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await open(state);
    await expectNoViolations(page, `users${state}`, names);
    await page.setViewportSize({ width: 360, height: 740 });
    await open(state);
    await expectNoViolations(page, `users${state} on a phone`, names);
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wider, state).toBeLessThanOrEqual(0);
  }

  async function open(state: string): Promise<void> {
    await page.goto(address + state);
    await page.getByText('Beat Aeschlimann').first().waitFor({ state: 'attached' });
    if (/user|delete/.test(state)) await dialog(page).getByRole('combobox').first().waitFor();
    if (state === '&dialog=edit.new') await dialog(page).getByText('Passwort hier setzen').click();
    if (state.startsWith('&dialog=delete')) await page.getByText('Was das Löschen bewirkt').waitFor();
    // Colours are not what they will be while a dialog comes in.
    await expect(page.locator('.bp6-overlay-appear, .bp6-overlay-enter')).toHaveCount(0);
  }
});
