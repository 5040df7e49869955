import { readFile } from 'node:fs/promises';
import { expect, test } from '#tests/support/browser.ts';
import { rowsBySheetJs } from '../../support/written-workbook.ts';
import { expectNoViolationsEither } from '../no-violations.ts';
import { startSession } from '../sign-in.ts';

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
