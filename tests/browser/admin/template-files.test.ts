import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser.ts';
import { emptyTables } from '#tests/support/empty-tables.ts';
import { loseAnswers } from '../lost-answers.ts';
import { expectNoViolations, expectNoViolationsEither } from '../no-violations.ts';
import { startSession } from '../sign-in.ts';

const address = '/admin/template-files?lang=de';
const dialog = (page: Page) => page.getByRole('dialog');
const gtins = ['7680536620137', '7680670640015', '7680666870013', '7680494930101', '7680499231128'];

const pharmacodes = (rows: string[]) => ({
  name: 'pharmacodes.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`GTIN;Pharmacode\n${rows.join('\n')}\n`),
});
const whole = pharmacodes(gtins.map((gtin, at) => `${gtin};${at + 1}`));

test.beforeEach(async ({ page, portal }) => {
  await emptyTables(
    portal.pool,
    'template_files',
    'template_file_parts',
    'template_file_versions',
    'named_stockout_sources',
  );
  await startSession(page, portal, 'admin@portal.example');
});

test('an administrator replaces a file by keyboard, having seen what it changes, and goes back again', async ({
  page,
}) => {
  await page.goto(address);
  const row = page.getByRole('row', { name: /^Pharmacodes/ });
  await expect(row.getByText('Noch nie ersetzt')).toBeVisible();
  await row.getByRole('button', { name: 'Pharmacodes ersetzen' }).press('Enter');
  await dialog(page).getByLabel('Datei wählen').setInputFiles(whole);
  await expect(dialog(page).getByText('Das ist die erste Datei dieser Art.')).toBeVisible();
  await expect(
    dialog(page)
      .getByRole('row', { name: /^Zeilen/ })
      .getByRole('cell'),
  ).toHaveText(['5', '–']);
  await expect(row.getByText('Noch nie ersetzt')).toBeAttached();
  await expectNoViolationsEither(page, 'template files');
  await dialog(page).getByRole('button', { name: 'Diese Datei verwenden' }).press('Enter');
  const result = dialog(page).getByRole('alert');
  await expect(result).toContainText('Anzahl importierter Einträge: 5');
  await expect(result).toContainText(
    'Denken Sie daran, die zusammengeführte Produktetabelle zu aktualisieren.',
  );
  await expect(result.getByRole('link', { name: 'Produktetabelle aktualisieren' })).toHaveAttribute(
    'href',
    /\/product\?.*build=true/,
  );
  await dialog(page).getByRole('button', { name: 'Schliessen', exact: true }).last().click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(row.getByRole('button', { name: 'Pharmacodes ersetzen' })).toBeFocused();
  await expect(row).toContainText('5 Zeilen');

  // Cut off: asks for a reason, and a reload stays where one was.
  await row.getByRole('button', { name: 'Pharmacodes ersetzen' }).click();
  await dialog(page)
    .getByLabel('Datei wählen')
    .setInputFiles(pharmacodes([`${gtins[0]};1`, `${gtins[1]};9`]));
  await expect(dialog(page).getByText(/Zeilen der Datei: 2, jener in Gebrauch: 5/)).toBeVisible();
  await page.reload();
  await expect(dialog(page).getByText(/Zeilen der Datei: 2, jener in Gebrauch: 5/)).toBeVisible();
  const use = dialog(page).getByRole('button', { name: 'Diese Datei verwenden' });
  await expect(use).toBeDisabled();
  await expect(dialog(page).getByText('3 Zeilen fallen weg')).toBeVisible();
  await dialog(page).getByText('1 Zeile geändert').click();
  await expect(dialog(page).getByText(/Pharmacode 0000002 → 0000009/)).toBeVisible();
  await expectNoViolations(page, 'template files');
  const reason = dialog(page).getByRole('textbox', { name: 'Begründung' });
  await reason.fill('Nur noch diese zwei');
  await page.reload();
  await expect(reason).toHaveValue('Nur noch diese zwei');
  const using = '**/api/templatefiles';
  await page.route(using, (route) => (route.request().method() === 'PUT' ? route.abort() : route.fallback()));
  await use.click();
  await expect(dialog(page).getByRole('alert')).toContainText('Der Server ist nicht erreichbar.');
  await page.unroute(using);
  // The reason, and why the file could not be used, are of this check, not of the next one in the same dialog.
  await page.goBack();
  await dialog(page)
    .getByLabel('Datei wählen')
    .setInputFiles(pharmacodes([`${gtins[0]};1`]));
  await expect(dialog(page).getByText(/Zeilen der Datei: 1, jener in Gebrauch: 5/)).toBeVisible();
  await expect(reason).toHaveValue('');
  await expect(dialog(page).getByRole('alert')).toHaveCount(0);
  await expect(use).toBeDisabled();
  await dialog(page).getByRole('button', { name: 'Andere Datei' }).click();
  await dialog(page)
    .getByLabel('Datei wählen')
    .setInputFiles(pharmacodes([`${gtins[0]};1`, `${gtins[1]};9`]));
  await expect(dialog(page).getByText(/Zeilen der Datei: 2, jener in Gebrauch: 5/)).toBeVisible();
  await expect(reason).toHaveValue('');
  await reason.fill('Nur noch diese zwei');
  await use.click();
  await expect(result).toContainText('WARNUNG: Trotz Rückfrage verwendet: Nur noch diese zwei');
  await dialog(page).getByRole('button', { name: 'Schliessen', exact: true }).last().click();

  await row.getByRole('button', { name: 'Versionen: Pharmacodes' }).click();
  await expect(dialog(page).getByRole('listitem')).toHaveCount(2);
  await expectNoViolations(page, 'versions', ['Nur noch diese zwei']);
  await dialog(page)
    .getByRole('button', { name: /wieder verwenden$/ })
    // Pressed twice before the first is drawn, it is asked for once.
    .evaluate((button: HTMLButtonElement) => {
      button.click();
      button.click();
    });
  await expect(dialog(page).getByRole('alert')).toContainText('3 neu, 0 weggefallen, 1 geändert.');
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await expect(row).toContainText('5 Zeilen');
});

test('a file that is no such file says why, and a wrong extension is refused before it is sent', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(`${address}&dialog=replace.swissmedic-packs`);
  const choose = dialog(page).getByLabel('Datei wählen');
  await choose.setInputFiles(whole);
  await expect(dialog(page).getByRole('alert')).toHaveText('Diese Endung passt nicht. Erlaubt: .xlsx');
  await choose.setInputFiles({ ...whole, name: 'Packungen.xlsx' });
  await expect(
    dialog(page).getByText(
      'Die Datei «Packungen.xlsx» ist eine Datei «Pharmacodes», keine «Swissmedic-Packungsliste».',
    ),
  ).toBeVisible();
});

test('a file that is used though the answer was lost is said to be, and the list has it', {
  tag: '@long',
}, async ({ page }) => {
  await loseAnswers(page, /\/api\/templatefiles$/);
  await page.goto(address);
  const row = page.getByRole('row', { name: /^Pharmacodes/ });
  await row.getByRole('button', { name: 'Pharmacodes ersetzen' }).click();
  await dialog(page).getByLabel('Datei wählen').setInputFiles(whole);
  const use = dialog(page).getByRole('button', { name: 'Diese Datei verwenden' });
  await use.click();
  await expect(dialog(page).getByRole('alert')).toContainText('Der Server ist nicht erreichbar');
  await expect(dialog(page).getByText('Diese Datei wurde bereits verwendet.')).toBeVisible();
  await expect(use).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(row).toContainText('5 Zeilen');
});
