import { readFile } from 'node:fs/promises';
import { expect, test } from '#tests/support/browser.ts';
import { rowsBySheetJs } from '../support/written-workbook.ts';
import { openStatistic } from './demo-statistics.ts';
import { expectNoViolationsEither } from './no-violations.ts';
import { startSession } from './sign-in.ts';

test('a line manager sees what their people did, by month, and from there the uploads of one of them', async ({
  page,
  portal,
}) => {
  await startSession(page, portal, 'manager@portal.example');
  await page.goto('/');
  await page.getByRole('link', { name: 'Team' }).click();
  const table = page.getByRole('table', { name: 'Team' });
  const names = table.getByRole('rowheader').getByRole('link');
  await expect(names).toHaveText(['Beat Aeschlimann', 'Cédric Jaquiéry', 'Corinne Lüscher']);
  await table.getByRole('button', { name: 'Uploads' }).click();
  await expect(table.getByRole('columnheader', { name: 'Uploads' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  const uploads = await table.locator('tbody tr td:nth-child(2)').allTextContents();
  expect(uploads).toEqual(uploads.toSorted((one, other) => Number(other) - Number(one)));
  await table.getByRole('button', { name: 'Monate von Corinne Lüscher anzeigen' }).click();
  await expect(table.getByRole('rowheader', { name: /^\d\d\.\d{4}$/ }).first()).toBeVisible();
  await page.getByText('Was die Spalten sagen').click();
  await expectNoViolationsEither(page, 'team');

  const begun = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Herunterladen: Excel' }).click();
  const sheets = rowsBySheetJs(await readFile(await (await begun).path()));
  const total = sheets.Vertretungen!.at(-1)!;
  await expect(table.locator('tfoot td').first()).toHaveText(String(total[1]));

  const tracking = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Tracking herunterladen' }).click();
  const tracked = rowsBySheetJs(await readFile(await (await tracking).path()));
  expect(new Set(tracked.Vertretungen!.slice(1).map(([, name]) => name))).toEqual(
    new Set(['Corinne Lüscher', 'Cédric Jaquiéry']),
  );

  await names.filter({ hasText: 'Corinne' }).click();
  await expect(page.getByRole('button', { name: 'Filter (1)' })).toBeVisible();
  await expect(page.getByLabel('Person', { exact: true }).locator('option:checked')).toHaveText(
    'Corinne Lüscher',
  );
  await expect(page.getByRole('cell', { name: /Cédric/ })).toHaveCount(0);
  expect(new URL(page.url()).searchParams.has('user')).toBe(false);
  // The fields have it from now on.
  await page.getByRole('button', { name: 'Zurücksetzen' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeVisible();
  await page.goBack();
  await expect(table.getByRole('columnheader', { name: 'Uploads' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
});

test('the uploads of any year are chosen, also of one that was imported', async ({ page, portal }) => {
  await startSession(page, portal, 'manager@portal.example');
  await page.goto('/team');
  const asked = page.waitForRequest(/\/api\/team\?from=2019-01&to=2019-12$/);
  await page.getByRole('combobox', { name: 'Zeitraum' }).selectOption('2019');
  await asked;
  await expect(page).toHaveURL(/\/team\?period=2019$/);
});

test('figures that are being reckoned anew come by themselves', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  await startSession(page, portal, 'manager@portal.example');
  let current = false;
  await page.route('**/api/team?*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), current } });
  });
  await page.clock.install();
  await page.goto('/team');
  const told = page.getByText('Die Zahlen einiger Kunden werden neu berechnet.');
  await expect(told).toBeVisible();
  current = true;
  await page.clock.fastForward(31_000);
  await expect(told).toBeHidden();
});

test('what the last scenarios of customers brought stands beside what their last orders did', {
  tag: '@long',
}, async ({ page, portal }) => {
  await startSession(page, portal, 'manager@portal.example');
  const { directLinkId } = await openStatistic(portal.pool);
  const { rows } = await portal.pool.query<{ year: number }>(
    `insert into scenarios (statistic_id, owner_id, name, choice, visible, statistic_revision, catalogue_revision, made_at,
       proposed)
     select id, uploader_id, 'Frühling', '{"chosen":[],"share":"1","benchmark":null}', true, 1, 1,
       make_date(time_year_to, 3, 4), '[{"gtin":"7680999999993","productDescription":"Vorschlag","packs":2.5}]'
     from statistics where direct_link_id = $1
     returning extract(year from made_at)::integer as year`,
    [directLinkId],
  );
  const { year } = rows[0]!;
  await page.goto(`/team?period=${year}`);
  await page.getByText('Letzte Bestellung oder letztes Szenario je Kunde').click();
  await expect(page.getByText('Noch von keiner Bestellung erzählt eine Statistik.')).toBeVisible();
  await page.getByRole('radio', { name: 'Vorgeschlagen' }).press('Space');
  const row = page.getByRole('table', { name: 'Letztes Szenario je Kunde' }).locator('tbody tr');
  await expect(row).toContainText([`Frühling, 03.${year}`]);
  await expectNoViolationsEither(page, 'what last scenarios brought', ['Frühling']);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.reload();
  await expect(row).toHaveCount(1);
  await expectNoViolationsEither(page, 'what last scenarios brought on a phone', ['Frühling']);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await row.getByRole('link').click();
  await expect(page).toHaveURL(/\/brought\?of=scenarios$/);
  await expect(page.getByRole('cell', { name: 'Frühling, 04.03.' })).toBeVisible();

  // Whoever comes back sees what has become of it.
  await portal.pool.query("update scenarios set name = 'Sommer' where name = 'Frühling'");
  const asked = page.waitForRequest(/\/api\/team\?/);
  await page.goBack();
  await expect(row).toContainText(`Sommer, 03.${year}`);
  await asked;
  // As another tab tells which statistic it has changed.
  const again = [/\/api\/team\?/, /\/api\/team\/brought\?/].map((url) => page.waitForRequest(url));
  await page.evaluate(() => new BroadcastChannel('statistics').postMessage('of another tab'));
  await Promise.all(again);
});

test('who has nobody has no way to the page, and it does not exist for them', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  await startSession(page, portal, 'rep2@portal.example');
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Anrufliste' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Team' })).toHaveCount(0);
  await page.goto('/team');
  await expect(page.getByRole('heading', { name: 'Seite nicht gefunden' })).toBeVisible();
});
