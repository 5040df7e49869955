import { expect, test } from '#tests/support/browser.ts';
import { visitDashboard } from '../dashboard.ts';
import { watchConsole } from '../sign-in.ts';

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
