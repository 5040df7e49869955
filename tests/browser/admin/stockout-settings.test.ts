import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser.ts';
import { startSession } from '../sign-in.ts';

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

async function authorization(page: Page): Promise<{ authorization: string }> {
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? '';
  return { authorization: `Bearer ${token}` };
}
