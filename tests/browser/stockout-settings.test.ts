import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser.ts';
import { token } from './listed-statistic.ts';
import { expectNoViolations } from './no-violations.ts';
import { startSession } from './sign-in.ts';

const address = '/admin/stockout-analyser?lang=de';
const dialog = (page: Page) => page.getByRole('dialog');

test.beforeEach(async ({ page, portal }) => {
  await portal.pool.query("delete from config where key = 'STOCKOUT_BEZUGS_STATISTIK_ID'");
  await startSession(page, portal, 'admin@portal.example');
});

test('an administrator chooses by keyboard what feeds the analyser, having seen what it changes', async ({
  page,
}) => {
  await page.goto(address);
  await expect(page.getByText('Es ist keine Statistik gewählt.')).toBeVisible();
  await page.getByRole('button', { name: 'Statistik wählen' }).press('Enter');
  await dialog(page).getByRole('textbox', { name: 'Nach Kunde suchen' }).fill('Oberdorf');
  const select = dialog(page).getByRole('button', { name: /Oberdorf 2024\.xlsx auswählen/ });
  await expect(dialog(page).getByRole('listitem')).toHaveCount(2);
  await select.press('Enter');
  const heading = dialog(page).getByRole('heading', { level: 3 });
  await expect(heading).toHaveText('Bezugsstatistik Apotheke Oberdorf 2024.xlsx (01.2024 – 12.2024)');
  await expect(heading).toBeFocused();
  const packs = dialog(page)
    .getByRole('row', { name: /^Packungen/ })
    .getByRole('cell');
  await expect(packs.first()).toHaveText('–');
  await expect(packs.nth(1)).not.toHaveText('–');
  await dialog(page).getByRole('button', { name: 'Diese Statistik verwenden' }).press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Andere Statistik wählen' })).toBeFocused();
  await expect(page.getByRole('definition').nth(1)).toHaveText('Bezugsstatistik Apotheke Oberdorf 2024.xlsx');
  await expect(page.getByText('von Regula Zumbühl am')).toBeVisible();
  expect(new URL(page.url()).searchParams.has('dialog')).toBe(false);

  await page.getByRole('button', { name: 'Andere Statistik wählen' }).click();
  await expect(dialog(page).getByText('In Gebrauch')).toHaveCount(1);
  await dialog(page)
    .getByRole('button', { name: /Oberdorf 2025\.xlsx auswählen/ })
    .click();
  await expect(packs.first()).not.toHaveText('–');
  await expect(packs.nth(2)).toHaveText(/^[+−]/);
});

test('pages that were looked at before show the figures of another statistic as soon as it is chosen', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/stockout-analyser?lang=de');
  const notice = page.getByText('Keine Statistik steht für den Markt');
  await expect(notice).toBeVisible();
  await page.getByRole('button', { name: 'Administration' }).click();
  await page.getByRole('menuitem', { name: 'Einstellungen des Stockout Analyser' }).click();
  await page.getByRole('button', { name: 'Statistik wählen' }).click();
  const select = dialog(page)
    .getByRole('button', { name: /auswählen/ })
    .first();
  await expect(select).toBeVisible();
  await select.click();
  await dialog(page).getByRole('button', { name: 'Diese Statistik verwenden' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Stockout Analyser' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lieferengpässe im Markt');
  // What was known before would be there at once.
  expect(await notice.count()).toBe(0);
  await expect(page.locator('tfoot [data-label="Umsatzpotenzial CHF"]')).toHaveText(/\d/);
});

test('nothing is chosen before what it changes was seen', { tag: '@long' }, async ({ page, portal }) => {
  const { rows } = await portal.pool.query(
    'select id from statistics where active and deleted_at is null order by id limit 1',
  );
  await page.route('**/preview?*', (route) => route.fulfill({ status: 503, json: { message: 'Später' } }));
  await page.goto(`${address}&dialog=choose.${rows[0].id}`);
  const use = dialog(page).getByRole('button', { name: 'Diese Statistik verwenden' });
  await expect(use).toBeDisabled();
  await expect(dialog(page).getByRole('alert')).toContainText('Später', { timeout: 15_000 });
  await expect(use).toBeDisabled();
  await page.unroute('**/preview?*');
  await dialog(page).getByRole('button', { name: 'Erneut versuchen' }).click();
  await expect(dialog(page).getByRole('table')).toBeVisible();
  await expect(use).toBeEnabled();
});

test('Back goes from the effect to the list and out of the dialog; a reload stays where one was', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(address);
  const button = page.getByRole('button', { name: 'Statistik wählen' });
  await button.click();
  await dialog(page)
    .getByRole('button', { name: /auswählen/ })
    .first()
    .click();
  const effect = dialog(page).getByRole('heading', { name: 'Was sich ändern würde' });
  await expect(effect).toBeVisible();
  await page.reload();
  await expect(effect).toBeVisible();
  await expect(dialog(page).getByRole('table')).toBeVisible();
  await page.goBack();
  await expect(dialog(page).getByRole('heading', { name: 'Statistik wählen' })).toBeVisible();
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText('Es ist keine Statistik gewählt.')).toBeVisible();
});

test('more than fifty statistics come page by page', { tag: '@long' }, async ({ page, portal }) => {
  const { rows } = await portal.pool.query(
    'select count(*)::integer as n from statistics where deleted_at is null',
  );
  const some = (number: number) => `[${Array.from({ length: number }, () => statistic).join()}]`;
  const real = await page.request.get('/api/statistics?PageSize=1', { headers: await authorization(page) });
  const [first] = (await real.json()) as object[];
  const statistic = JSON.stringify(first);
  expect(rows[0].n).toBeGreaterThan(0);
  await page.route('**/api/statistics?*', (route) => {
    const next = !route.request().url().includes('PageNumber=2');
    expect(route.request().url()).toContain('PageSize=50');
    const numbered = (JSON.parse(some(next ? 50 : 3)) as object[]).map((each, index) => ({
      ...each,
      bezugsStatistikID: index + (next ? 1000 : 2000),
    }));
    return route.fulfill({ json: numbered, headers: { 'x-has-next-page': String(next) } });
  });
  await page.goto(`${address}&dialog=choose`);
  await expect(dialog(page).getByRole('listitem')).toHaveCount(50);
  await dialog(page).getByRole('button', { name: 'Mehr laden' }).click();
  await expect(dialog(page).getByRole('listitem')).toHaveCount(53);
  await expect(dialog(page).getByRole('button', { name: 'Mehr laden' })).toHaveCount(0);
});

test('who is slower than another administrator is told, and shown anew what it changes', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { rows } = await portal.pool.query(
    'select id from statistics where active and deleted_at is null order by id limit 2',
  );
  const [first, second] = rows.map(({ id }) => id as number);
  await page.goto(`${address}&dialog=choose.${first}`);
  const packs = dialog(page)
    .getByRole('row', { name: /^Packungen/ })
    .getByRole('cell');
  await expect(packs.nth(1)).not.toHaveText('–');
  const choose = (id: number) =>
    page.evaluate(async (value) => {
      const token = document.cookie.match(/token=([^;]+)/)?.[1];
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify({ value }) };
      return (await fetch('/api/config/STOCKOUT_BEZUGS_STATISTIK_ID', init)).status;
    }, id);
  expect(await choose(second!)).toBe(200);
  const before = await packs.first().textContent();
  const use = dialog(page).getByRole('button', { name: 'Diese Statistik verwenden' });
  await use.click();
  await expect(dialog(page).getByText('Jemand anderes hat das inzwischen geändert.')).toBeVisible();
  await expect(packs.first()).not.toHaveText(before!);
  await use.click();
  await expect(dialog(page)).toHaveCount(0);
});

test('a statistic that can’t be chosen says why, and one that feeds and is disabled or deleted is told', {
  tag: '@long',
}, async ({ page, portal }) => {
  await page.goto(`${address}&dialog=choose.999999`);
  await expect(dialog(page).getByRole('alert')).toContainText(
    'Es gibt keine Statistik mit der Nummer 999999.',
  );
  const { rows } = await portal.pool.query(
    'select id from statistics where active and deleted_at is null order by id limit 1',
  );
  const { id } = rows[0];
  const set = (change: string) => portal.pool.query(`update statistics set ${change} where id = $1`, [id]);
  await portal.pool.query("insert into config values ('STOCKOUT_BEZUGS_STATISTIK_ID', $1)", [id]);
  try {
    await set('active = false');
    await page.goto(address);
    await expect(page.getByText('Diese Statistik ist deaktiviert.')).toBeVisible();
    await page.goto(`${address}&dialog=choose`);
    await expect(dialog(page).getByRole('listitem').first()).toBeVisible();
    await expect(dialog(page).getByText('In Gebrauch')).toHaveCount(0);
    await page.goto(address);
    await expect(page.getByText('Diese Statistik ist deaktiviert.')).toBeVisible();
    const other = await page.context().newPage();
    await other.goto('/stockout-analyser-full?lang=de');
    await expect(other.getByText('Die Statistik, die für den Markt steht, ist deaktiviert')).toBeVisible();
    await other.close();
    await set('active = true, deleted_at = now()');
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    // Where a look was under way, the next one follows in a quarter of a minute.
    await expect(page.getByText('Die gewählte Statistik wurde gelöscht.')).toBeVisible({ timeout: 30_000 });
  } finally {
    await set('active = true, deleted_at = null');
  }
});

test('test uploads are marked among the statistics', { tag: '@long' }, async ({ page }) => {
  await page.goto(`${address}&dialog=choose`);
  // The demo has one.
  await expect(dialog(page).getByRole('listitem').filter({ hasText: 'Test-Upload' })).toHaveCount(1);
});

test('a combined statistic is called by its name and is none that can be chosen', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  const { rows } = await portal.pool.query(
    'select id from statistics where active and deleted_at is null and not combined order by id limit 2',
  );
  await page.request.post('/api/statistics/combined', {
    headers: { authorization: `Bearer ${await token(page)}` },
    data: { name: 'Gruppe ohne Datei', members: rows.map(({ id }) => id) },
  });
  await page.goto(`${address}&dialog=choose`);
  const group = dialog(page).getByRole('listitem').filter({ hasText: 'Gruppe ohne Datei' });
  await expect(group.locator('strong')).toHaveText('Gruppe ohne Datei');
  await expect(group).toContainText('2 Statistiken');
  await expect(group.getByRole('button')).toHaveCount(0);
});

test('the dialog is accessible in every language, and no wider than a phone', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${address}&dialog=choose`);
  await dialog(page).getByRole('listitem').first().waitFor();
  await expectNoViolations(page, 'list of statistics');
  const { rows } = await portal.pool.query(
    'select id from statistics where active and deleted_at is null order by id limit 1',
  );
  await page.goto(`${address}&dialog=choose.${rows[0].id}`);
  await dialog(page).getByRole('table').waitFor();
  await expectNoViolations(page, 'effect of a statistic');
  const wider = await dialog(page).evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(wider).toBe(0);
});

async function authorization(page: Page): Promise<{ authorization: string }> {
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? '';
  return { authorization: `Bearer ${token}` };
}
