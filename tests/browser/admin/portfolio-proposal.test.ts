import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import type { RowsOf } from '#server/reference-data/sources/rows.ts';
import { parseJsonLines } from '#shared/json-lines.ts';
import { callsOf } from '#tests/support/admin-calls.ts';
import { expect, type Portal, test } from '#tests/support/browser.ts';
import { putTemplateRows } from '#tests/support/template-rows.ts';
import { loseAnswers } from '../lost-answers.ts';
import { expectNoViolations } from '../no-violations.ts';
import { startSession } from '../sign-in.ts';

const address = '/product?lang=de';
/** What the demo has, which is put back afterwards. */
let before: { portfolio: number; revision: number };

test.beforeAll(async ({ portal }) => {
  const { pool } = portal;
  const { rows } = await pool.query(
    `select f.version_id as portfolio, v.rows, c.revision
     from template_files f join template_file_versions v on v.id = f.version_id, current_catalogue c
     where f.key = 'portfolio'`,
  );
  before = rows[0];
  // The demo's portfolio has all that the rule proposes: without a part of it, that part is proposed.
  const kept = parseJsonLines<RowsOf['portfolio']>(gunzipSync(rows[0].rows).toString()).slice(60);
  await putTemplateRows(pool, 'portfolio', kept, { fileName: 'portfolio.csv' });
  const call = callsOf(portal.url, await tokenOf(portal));
  const built = await call('POST', 'merged-products/proposals', {});
  const { id } = built.body as { id: number };
  expect((await call('POST', `merged-products/proposals/${id}/publish`, {})).status).toBe(200);
});
test.beforeEach(async ({ page, portal }) => {
  await portal.pool.query('delete from portfolio_decisions');
  await portal.pool.query('delete from portfolio_bulk_decision');
  await startSession(page, portal, 'admin@portal.example');
});
test.afterAll(async ({ portal: { pool } }) => {
  await pool.query('delete from portfolio_decisions');
  await pool.query('delete from portfolio_bulk_decision');
  await pool.query("update template_files set version_id = $1 where key = 'portfolio'", [before.portfolio]);
  await pool.query('update current_catalogue set revision = $1', [before.revision]);
});

async function tokenOf({ url, password }: Portal): Promise<string> {
  const response = await fetch(`${url}/api/users/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@portal.example', password }),
  });
  return ((await response.json()) as { token: string }).token;
}

const table = (page: Page) => page.getByRole('table', { name: 'Portfolio-Vorschlag' });
const rowAt = (page: Page, place: number) =>
  table(page)
    .getByRole('row')
    .nth(place + 1);
const state = (page: Page) => page.getByLabel('Stand');
const act = (page: Page, place: number, name: string) =>
  rowAt(page, place).getByRole('button', { name: new RegExp(`^${name}: `) });

/** GTINs of a row: of the product, and of what is proposed. */
async function gtinsAt(page: Page, place: number): Promise<[string, string]> {
  const [product, alternative] = (await rowAt(page, place).textContent())!.match(/7680\d{9}/g)!;
  return [product!, alternative!];
}

test('proposals are accepted, changed and refused row by row, saved as a file and taken over, by keyboard', async ({
  page,
  portal,
}) => {
  await page.goto(address);
  await page.getByRole('button', { name: 'Vorschläge ansehen' }).press('Enter');
  await expect(rowAt(page, 3)).toBeVisible();
  const open = Number((await state(page).locator('option:checked').textContent())!.match(/\d+/)![0]);
  await expectNoViolations(page, 'proposals');

  const accepted = await gtinsAt(page, 0);
  await act(page, 0, 'Annehmen').press('Enter');
  await expect.poll(() => gtinsAt(page, 0)).not.toEqual(accepted);
  await expect(state(page)).toContainText(`Angenommen (1)`);

  const changed = await gtinsAt(page, 0);
  await act(page, 0, 'Ändern').press('Enter');
  const instead = page.getByLabel('GTIN der Alternative');
  await instead.fill('768');
  await expect(page.getByRole('button', { name: 'Geändert annehmen' })).toBeDisabled();
  // A competitor's product is not offered instead of another one, and what was typed is still there.
  await instead.fill(changed[0]);
  await page.getByRole('button', { name: 'Geändert annehmen' }).press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(state(page)).toContainText(`Offen (${open - 1})`);
  // Beside something else that succeeds it stands no more.
  await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Als Portfolio-Datei herunterladen' }).press('Enter'),
  ]);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await act(page, 0, 'Ändern').press('Enter');
  await expect(instead).toHaveValue(changed[0]);
  await instead.fill(accepted[1]);
  await page.getByLabel('Rang').fill('7');
  await page.getByRole('button', { name: 'Geändert annehmen' }).press('Enter');
  await expect(state(page)).toContainText(`Angenommen (2)`);
  await expect(page.getByRole('alert')).toHaveCount(0);

  const refused = await gtinsAt(page, 0);
  await act(page, 0, 'Ablehnen').press('Enter');
  await expect(state(page)).toContainText(`Abgelehnt (1)`);
  await expect(state(page)).toContainText(`Offen (${open - 3})`);

  // What is refused can be opened again; the address keeps what is looked at.
  await state(page).selectOption('refused');
  await page.reload();
  await expect(state(page)).toHaveValue('refused');
  expect(await gtinsAt(page, 0)).toEqual(refused);
  await act(page, 0, 'Wieder öffnen').press('Enter');
  await expect(state(page)).toContainText(`Offen (${open - 2})`);

  await state(page).selectOption('accepted');
  await expect(table(page).getByRole('row')).toHaveCount(3);
  const decided = table(page).getByRole('row', { name: new RegExp(changed[0]) });
  await expect(decided).toContainText(`Stattdessen: ${accepted[1]}`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Als Portfolio-Datei herunterladen' }).press('Enter'),
  ]);
  const [heading, ...lines] = (await readFile(await download.path(), 'utf8')).trim().split('\n');
  expect(heading).toBe('gtin,alternativeGTIN,rank');
  const rank = (await table(page)
    .getByRole('row', { name: new RegExp(accepted[0]) })
    .getByRole('cell')
    .nth(1)
    .textContent())!;
  expect(lines.toSorted()).toEqual(
    [`${accepted.join()},${rank}`, `${changed[0]},${accepted[1]},7`].toSorted(),
  );

  await page.getByRole('button', { name: 'Angenommene übernehmen (2)' }).press('Enter');
  await expect(page.getByText('2 Zeilen sind im Portfolio.')).toBeVisible();
  const { rows } = await portal.pool.query("select version_id from template_files where key = 'portfolio'");
  expect(rows[0].version_id).toBeGreaterThan(before.portfolio);
});

test('a decision whose answer was lost shows, and so does what is taken over', {
  tag: '@long',
}, async ({ page }) => {
  await loseAnswers(page, /\/(decisions|decisions\/undo|take-over)$/);
  await page.goto(address);
  await page.getByRole('button', { name: 'Vorschläge ansehen' }).click();
  await act(page, 0, 'Annehmen').click();
  await expect(state(page)).toContainText('Angenommen (1)');
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByRole('button', { name: 'Angenommene übernehmen (1)' }).click();
  await expect(state(page)).toContainText('Angenommen (0)');
  await expect(page.getByRole('alert')).toBeVisible();
});
