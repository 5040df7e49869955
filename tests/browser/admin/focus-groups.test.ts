import { expect, test } from '#tests/support/browser.ts';
import { expectNoViolations } from '../no-violations.ts';
import { startSession } from '../sign-in.ts';

test.beforeEach(async ({ page, portal }) => {
  await startSession(page, portal, 'admin@portal.example');
  await page.goto('/admin/focus-groups?lang=de');
});

test('a group is made by typing and by pasting, says what does not fit and what is gone, and is deleted', async ({
  page,
  portal,
}) => {
  await portal.pool.query("delete from focus_groups where name = 'Testgruppe'");
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Fokusgruppe erfassen' }).press('Enter');
  await dialog.getByRole('button', { name: 'Speichern' }).press('Enter');
  await expect(dialog.getByText('Bitte geben Sie einen Namen ein.')).toBeVisible();
  await dialog.getByLabel('Name').fill('Testgruppe');
  const molecules = dialog.getByRole('combobox', { name: 'Wirkstoffe suchen' });
  await molecules.fill('ramipril');
  await expect(dialog.getByRole('option', { name: /^Ramiprilum/ }).first()).toBeVisible();
  await molecules.press('Enter');
  await expect(dialog.getByRole('heading', { name: 'Wirkstoffe: 1 gewählt' })).toBeVisible();
  const products = dialog.getByRole('listbox', { name: 'Einzelne Produkte' });
  const first = (await products.getByRole('option').first().textContent())!;
  const gtin = /\d{13}/.exec(first)![0];
  await dialog.getByLabel('GTIN einfügen').fill(`${gtin}\n0${gtin}; 123 7680999999995 7680999999993`);
  await dialog.getByRole('button', { name: 'Hinzufügen' }).press('Enter');
  await expect(dialog.getByText('1 Produkt hinzugefügt. 3 Angaben passen nicht:')).toBeVisible();
  await expect(dialog.getByText('123 – keine GTIN mit 13 Ziffern')).toBeVisible();
  await expect(dialog.getByText('7680999999995 – die Prüfziffer stimmt nicht')).toBeVisible();
  await expect(dialog.getByText('7680999999993 – nicht im Katalog')).toBeVisible();
  await expectNoViolations(page, 'form');
  await dialog.getByRole('button', { name: 'Speichern' }).press('Enter');
  await expect(dialog).toHaveCount(0);

  const row = page.getByRole('row', { name: /^Testgruppe/ });
  await expect(row.getByRole('cell').nth(0)).toHaveText('1');
  await expect(row.getByRole('cell').nth(1)).toHaveText('1');
  await portal.pool.query(
    "update focus_groups set gtins = gtins || '{7680999999993,7680999999995}' where name = 'Testgruppe'",
  );
  await page.reload();
  await expect(row).toContainText('2 fehlen im Katalog');
  await row.getByRole('button', { name: 'Testgruppe bearbeiten' }).press('Enter');
  await expect(
    dialog
      .getByRole('listitem')
      .filter({ hasText: /^7680999999993$|^7680999999995 – die Prüfziffer stimmt nicht$/ }),
  ).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Aus der Gruppe entfernen' }).press('Enter');
  await expect(dialog.getByRole('heading', { name: 'Einzelne Produkte: 1 gewählt' })).toBeVisible();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(row.getByRole('button', { name: 'Testgruppe bearbeiten' })).toBeFocused();
  await row.getByRole('button', { name: 'Testgruppe löschen' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).press('Enter');
  await expect(row).toHaveCount(0);
});
