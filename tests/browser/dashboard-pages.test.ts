import { expect, test } from '#tests/support/browser.ts';
import { layoutFaults } from '#tests/support/layout-faults.ts';
import { visitDashboard } from './dashboard.ts';
import { disabledStatistic } from './demo-statistics.ts';
import { holdBack } from './held-requests.ts';
import { endSessions, startSession, watchConsole } from './sign-in.ts';

test('all pages of a dashboard can be reached from each other; the current one is plain text', async ({
  page,
  portal,
}) => {
  const complaints = watchConsole(page);
  const { open } = await visitDashboard(page, portal);
  await open('');
  const pages = page.getByRole('navigation', { name: 'Dashboard' });
  await expect(pages.locator('[aria-current=page]')).toHaveText('Übersicht');
  // A section leads to its first page, and has the others below it.
  for (const [section, name] of [
    ['Sortiment', 'Hersteller'],
    ['Sortiment', 'ATC-Gruppen'],
    ['Sortiment', 'Wirkstoffe'],
    ['Angebot', 'Doppelte Produkte'],
    ['Angebot', 'Potenzial'],
    [null, 'Übersicht'],
  ] as const) {
    if (section) {
      await pages.getByRole('link', { name: section }).click();
      await expect(pages.locator('[aria-current=true]')).toHaveText(section);
    }
    if (name !== 'Potenzial') await pages.getByRole('link', { name }).click();
    await expect(pages.locator('[aria-current=page]')).toHaveText(name);
    await expect(pages.getByRole('link', { name })).toHaveCount(0);
    await expect(page).toHaveTitle(
      name === 'Übersicht' ? /^Sortimentsanalyse von/ : new RegExp(`^${name} – `),
    );
  }
  const cards = page.getByRole('navigation', { name: 'Seiten dieser Analyse' });
  await cards.getByRole('link', { name: 'Wirkstoffe' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wirkstoffe');
  expect(complaints).toEqual([]);
});

test('language and lite layout go along to the other pages', { tag: '@long' }, async ({ page, portal }) => {
  const { open } = await visitDashboard(page, portal);
  await open('atc?lang=it&layout=lite');
  await expect(page.getByRole('banner')).toHaveCount(0);
  await page.getByRole('link', { name: 'Panoramica' }).click();
  await expect(page).toHaveURL(/lang=it&layout=lite$/);
  await expect(page.getByRole('banner')).toHaveCount(0);
});

test('more statistics of the customer open from the top bar, at the page one is on', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { rows } = await portal.pool.query<{ directLinkId: string; other: string; label: string }>(
    `select a.direct_link_id as "directLinkId", b.direct_link_id as other,
       format('%s.%s - %s.%s', lpad(b.time_month_from::text, 2, '0'), b.time_year_from,
         lpad(b.time_month_to::text, 2, '0'), b.time_year_to) as label
     from statistics a join statistics b on a.customer_external_id = b.customer_external_id and a.id <> b.id
     where a.active and b.active limit 1`,
  );
  const { directLinkId, other, label } = rows[0]!;
  await page.goto(`/dashboard/${directLinkId}/atc`);
  await page.getByRole('searchbox', { name: 'In der Liste suchen' }).fill('herz');
  await expect(page).toHaveURL(/find=herz/);
  await page.getByRole('button', { name: 'Weitere Statistiken' }).click();
  await page.getByRole('menuitem', { name: label }).click();
  await expect(page).toHaveURL(
    ({ pathname, searchParams }) =>
      pathname === `/dashboard/${other}/atc` && searchParams.get('find') === 'herz',
  );
});

test('other statistics that did not come are said to be missing, and are there on trying again', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { rows } = await portal.pool.query<{ directLinkId: string }>(
    `select a.direct_link_id as "directLinkId"
     from statistics a join statistics b on a.customer_external_id = b.customer_external_id and a.id <> b.id
     where a.active and b.active limit 1`,
  );
  await page.route('**/links', (route) => route.abort());
  await startSession(page, portal, 'admin@portal.example');
  await page.goto(`/dashboard/${rows[0]!.directLinkId}/pack`);
  const more = page.getByRole('button', { name: 'Weitere Statistiken' });
  // After two more attempts of the client's own.
  await more.click({ timeout: 20_000 });
  const notices = page.getByRole('alert').filter({ hasText: 'Der Server ist nicht erreichbar' });
  await expect(notices).toHaveCount(2);
  await page.unroute('**/links');
  await page.locator('.pack__preview').getByRole('button', { name: 'Erneut versuchen' }).click();
  await expect(page.getByRole('list', { name: 'Vorschau' })).toBeVisible();
  await more.click();
  await expect(page.getByRole('menuitem', { name: /Upload vom/ }).first()).toBeVisible();
  await expect(notices).toHaveCount(0);

  // So is the choice of one to compare with.
  await page.route('**/links', (route) => route.abort());
  await page.goto(`/dashboard/${rows[0]!.directLinkId}/molecules`);
  const missing = page.getByRole('alert').filter({ hasText: 'Vergleich' });
  await expect(missing).toContainText('Der Server ist nicht erreichbar', { timeout: 20_000 });
  await page.unroute('**/links');
  await missing.getByRole('button', { name: 'Erneut versuchen' }).click();
  await expect(page.getByRole('combobox', { name: 'Vergleich' })).toBeVisible();
  await expect(missing).toHaveCount(0);
});

test('an administrator’s links and other statistics have room in French, too', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const { rows } = await portal.pool.query<{ directLinkId: string }>(
    `select a.direct_link_id as "directLinkId"
     from statistics a join statistics b on a.customer_external_id = b.customer_external_id and a.id <> b.id
     where a.active and b.active limit 1`,
  );
  await startSession(page, portal, 'admin@portal.example');
  for (const width of [1110, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/dashboard/${rows[0]!.directLinkId}/atc?lang=fr`);
    await page.getByRole('button', { name: 'Autres statistiques' }).click();
    await expect(page.getByRole('menuitem', { name: /Chargé le/ }).first()).toBeVisible();
    await page.keyboard.press('Escape');
    expect(await page.evaluate(layoutFaults)).toEqual([]);
  }
});

test('help speaks the user’s language, explains the glossary, and leads back', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const { directLinkId, open } = await visitDashboard(page, portal);
  await open('atc?lang=en');
  await page.getByRole('link', { name: 'Help' }).click();
  await expect(page.getByRole('heading', { name: 'Basis of calculation' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Glossary' })).toBeVisible();
  await expect(page.getByText('Generic penetration').last()).toBeVisible();
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/${directLinkId}/atc`));
});

test('every page of a disabled or unknown statistic says that there is no such page', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { directLinkId } = await disabledStatistic(portal.pool);
  for (const path of ['top_manufacturers', 'atc', 'molecules', 'duplicate_products', 'potential']) {
    await page.goto(`/dashboard/${directLinkId}/${path}`);
    await expect(page.getByRole('heading', { name: 'Seite nicht gefunden' })).toBeVisible();
  }
});

test('a failure says why, and trying again helps', { tag: '@long' }, async ({ page, portal, context }) => {
  const { open } = await visitDashboard(page, portal);
  await open('top_manufacturers');
  const table = page.getByRole('table', { name: 'Hersteller', exact: true });
  await expect(table.locator('tbody a').first()).toBeVisible();
  await page.locator('.plot-figure svg').waitFor();
  const offline = page.locator('.session-notice');
  await context.setOffline(true);
  await expect(offline).toBeVisible();
  await page.getByRole('button', { name: 'Publikumspreis total CHF', exact: true }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Der Server ist nicht erreichbar' });
  await expect(alert).toBeVisible({ timeout: 20_000 });
  await context.setOffline(false);
  await expect(offline).toHaveCount(0);
  await alert.getByRole('button', { name: 'Erneut versuchen' }).click();
  await expect(table.locator('tbody a').first()).toBeVisible();
});

test('an empty list tells of the filters it was empty for until the answer without them is there', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { open } = await visitDashboard(page, portal);
  for (const [path, view] of [
    ['not_deliverable', 'not_deliverable'],
    ['molecules', 'molecule'],
    ['products', 'product'],
  ]) {
    await open(`${path}?manufacturer=Nobody`);
    const nothing = page.getByText('Zu dieser Auswahl gibt es in der Statistik keine Artikel.');
    await expect(nothing).toBeVisible();
    const release = await holdBack(page, new RegExp(`/${view}\\b(?!.*Nobody)`));
    await page.getByRole('search').getByRole('button', { name: 'Zurücksetzen' }).press('Enter');
    await expect(page).not.toHaveURL(/Nobody/);
    await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeFocused();
    await expect(nothing).toBeVisible();
    release();
    await expect(page.locator('tbody').getByRole('rowheader').first()).toBeVisible();
  }
});

test('a session that ends in the middle of a dashboard leaves what visitors see with the choices made, and says so', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { open } = await visitDashboard(page, portal);
  await startSession(page, portal, 'manager@portal.example');
  await open('molecules?general=match');
  const rows = page.getByRole('table', { name: 'Wirkstoffe', exact: true }).locator('tbody a');
  await expect(rows.first()).toBeVisible();
  await endSessions(portal, 'manager@portal.example');
  await page.getByRole('button', { name: 'Artikel', exact: true }).click();
  await expect(page).toHaveURL(/sortBy=count/);
  await expect(rows.first()).toBeVisible();
  await expect(page).toHaveURL(/general=match/);
  await expect(page.getByRole('alert')).toContainText('Ihre Sitzung ist abgelaufen.');
});

test('on paper a page has its header, period and figures, and no controls', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const { open } = await visitDashboard(page, portal);
  await open('molecules?general=match');
  await expect(page.locator('.plot-figure [aria-label=bar] a')).toHaveCount(5);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(/^Zeitraum \d\d\.\d{4} – \d\d\.\d{4}$/)).toBeVisible();
  await expect(page.getByText('mit Alternative von')).toBeVisible();
  for (const name of [/^Filter \(/, /^Sortierung/, 'Zurücksetzen']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  }
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: 'Dashboard' })).toHaveCount(0);
});
