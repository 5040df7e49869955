import { catalogueFiles } from '#tests/support/catalogue-files.ts';
import { emptyTables } from '#tests/support/empty-tables.ts';
import { expect, test } from '#tests/support/new-portal.ts';
import {
  commandOf,
  followPasswordLink,
  itemOf,
  makeAdmin,
  password,
  passwordLink,
  publish,
  statesOf,
  uploadTestStatistic,
} from '../new-portal-steps.ts';
import { expectNoViolations } from '../no-violations.ts';
import { watchConsole } from '../sign-in.ts';

// Each has a portal of its own.
test.describe.configure({ mode: 'parallel' });

// docs/configuration.md, "A real installation", is this test in words.
test('an empty PostgreSQL becomes a portal with a dashboard by the printed link and the commands it shows', async ({
  page,
  newPortal,
  browser,
}) => {
  test.setTimeout(180_000);
  const complaints = watchConsole(page);
  await page.goto('/');
  await expect(page.getByRole('status')).toContainText('Noch kann sich niemand anmelden.');

  await page.goto(newPortal.setupLink);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Portal einrichten');
  await expect(page.getByRole('combobox', { name: 'Sprache' }).last()).toHaveValue('de');
  const submit = page.getByRole('button', { name: 'Konto eröffnen und weiter' });
  await submit.click();
  await expect(page.getByText('Bitte geben Sie Ihren Namen ein.')).toBeVisible();
  await expectNoViolations(page, 'link, nothing filled in');
  await page.getByLabel('Vorname und Name').fill('Erika Muster');
  await page.getByLabel('E-Mail').fill('erika@portal.example');
  const field = page.getByLabel('Passwort', { exact: true });
  await field.fill('erika@portal.example');
  // Until the dictionaries are there the server alone decides.
  await expect(page.locator('.strength-meter')).toHaveAttribute('data-score', /^[0-3]$/);
  await submit.click();
  await expect(page.getByRole('alert')).toHaveText('Passwort nicht komplex genug');
  await field.fill(password);
  await expect(page.getByText('Stark', { exact: true })).toBeVisible();
  await submit.click();

  await expect(page).toHaveURL(`${newPortal.url}/admin/setup`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Einrichtung');
  expect(await statesOf(page)).toEqual({
    provider: 'done',
    referenceData: 'open',
    mail: 'open',
    contact: 'open',
    documents: 'open',
    wholesalers: 'open',
    customers: 'open',
    colleagues: 'open',
  });
  await page.getByRole('button', { name: 'Test-Mail an mich senden' }).click();
  await expect(
    page.getByText('Der Mailserver hat die Test-Mail an erika@portal.example angenommen.'),
  ).toBeVisible();
  expect((await newPortal.mailbox.next('erika@portal.example')).text).toContain('Guten Tag Erika Muster');
  await expect(itemOf(page, 'mail')).toHaveAttribute('data-state', 'done');
  await expectNoViolations(page, 'checklist, partly done');

  // What an administrator can do without a command line.
  for (const [item, path] of [
    ['referenceData', '/admin/template-files'],
    ['contact', '/config'],
    ['wholesalers', '/admin/wholesalers'],
    ['customers', '/admin/template-files'],
    ['colleagues', '/admin/users'],
  ] as const)
    await expect(itemOf(page, item).getByRole('link')).toHaveAttribute('href', new RegExp(`^${path}`));
  await expect(page.getByText('psql')).toHaveCount(0);

  await publish(page, newPortal);
  // Published, and months old by now.
  await expect(itemOf(page, 'referenceData')).toHaveAttribute('data-state', 'late', { timeout: 15_000 });
  await expect(itemOf(page, 'referenceData')).toContainText('01.01.2026');

  const add = (await commandOf(page, 'colleagues'))
    .replace('first.last@example.ch', 'rita@portal.example')
    .replace('First Last', 'Rita Meier');
  const link = passwordLink(await newPortal.shell(add));
  await expect(itemOf(page, 'colleagues')).toHaveAttribute('data-state', 'done', { timeout: 15_000 });
  for (const name of ['Kontaktangaben', 'Dokumente', 'Grossisten', 'Kunden'])
    await page.getByRole('button', { name: `Nicht nötig: ${name}` }).click();
  await expect(page.getByText('Stammdaten sind älter als erwartet.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Einrichtung' })).toHaveCount(0);

  const colleague = await (await browser.newContext()).newPage();
  await followPasswordLink(colleague, link, 'rita@portal.example');
  await uploadTestStatistic(colleague);
  // 3 packs of the original for 20 francs, 2 of the generic for 12.
  await expect(colleague.getByRole('region', { name: 'Umsatz' })).toContainText('Umsatz total84.00');
  expect(complaints).toEqual([]);
});

test('before reference data is published, the pages say what to do, to administrators and to users', {
  tag: '@long',
}, async ({ page, newPortal }) => {
  test.setTimeout(180_000);
  await makeAdmin(page, newPortal);
  const notice = page.getByText('Es sind noch keine Stammdaten veröffentlicht');
  await page.goto('/?dialog=upload');
  await expect(notice).toBeVisible();
  await expect(page.getByText('npm run catalogue -- --products')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Statistik hochladen' })).toBeDisabled();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('Das Portal ist noch nicht fertig eingerichtet.')).toBeVisible();
  await page.getByRole('link', { name: 'Zur Einrichtung' }).first().click();
  await expect(page).toHaveURL(/\/admin\/setup$/);

  await publish(page, newPortal);
  await page.goto('/');
  await uploadTestStatistic(page);
  const dashboard = page.url();
  await emptyTables(newPortal.pool, 'all_catalogue_revisions');
  // The number that comes next is one that no process has seen.
  await newPortal.pool.query("select pg_notify('changes', 'catalogue:')");
  const add = 'npm run user -- add rita@portal.example --name Rita';
  const link = passwordLink(await newPortal.shell(add));
  await page.goto(dashboard);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Es sind noch keine Stammdaten veröffentlicht',
  );
  await expect(page.getByText('npm run catalogue -- --products')).toBeVisible();

  await page.context().clearCookies();
  await followPasswordLink(page, link, 'rita@portal.example');
  await expect(notice).toBeVisible();
  await expect(page.getByText('Bitte wenden Sie sich an Ihre Administration.')).toBeVisible();
  await expect(page.getByText('npm run')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Einrichtung' })).toHaveCount(0);
  await page.goto('/admin/setup');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Seite nicht gefunden');
  await page.goto(`${dashboard}/molecules`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Es sind noch keine Stammdaten veröffentlicht',
  );
  await expect(page.getByRole('alert')).toHaveCount(0);
  const calls = await page.context().newPage();
  await calls.goto('/call-list');
  await expect(calls.getByText('Es sind noch keine Stammdaten veröffentlicht')).toBeVisible();

  const { folder, remove } = await catalogueFiles();
  await newPortal.shell(
    `npm run catalogue -- ${['products', 'portfolio', 'exclusive']
      .map((name) => `--${name} ${folder}/${name === 'products' ? 'catalogue' : name}.csv`)
      .join(' ')}`,
  );
  await remove();
  // They look every 10 seconds.
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Wirkstoffe', { timeout: 25_000 });
  await expect(calls.getByRole('heading', { name: /^Zurzeit fehlt keinem/ })).toBeVisible({
    timeout: 25_000,
  });
});
