import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser.ts';
import { expectEveryLanguage } from '../every-language.ts';
import { expectNoViolations } from '../no-violations.ts';
import { startSession } from '../sign-in.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Speichern', exact: true }).click();
const saveChoice = (page: Page) => dialog(page).getByRole('button', { name: 'Auswahl speichern' }).click();
const entry = (page: Page, name: string) => dialog(page).getByRole('radiogroup', { name });

test.beforeEach(async ({ page, portal }) => {
  await startSession(page, portal, 'admin@portal.example');
});

test('of a wholesaler that somebody else changed meanwhile both values are shown, also after a reload; the rest is merged', {
  tag: '@long',
}, async ({ page, portal }) => {
  await portal.pool.query(
    `insert into wholesalers (name, enabled_for_apo, conditions_contact) values ('Zwei AG', true, 'Tel. 1')`,
  );
  await page.goto('/admin/wholesalers?lang=de');
  await page.getByRole('button', { name: 'Zwei AG bearbeiten' }).click();
  await dialog(page).getByLabel('Kontakt für Konditionen').fill('Tel. 2');
  await dialog(page).getByLabel('Franko ab (CHF)').fill('500');
  await portal.pool.query(
    `update wholesalers set conditions_contact = 'Tel. 3', minimum_order_value = 100 where name = 'Zwei AG'`,
  );
  // The list is asked anew; what was entered goes on from what it began with.
  await page.reload();
  await save(page);
  await expect(dialog(page).getByRole('heading', { name: 'Inzwischen geändert' })).toBeVisible();
  await expect(dialog(page).getByRole('radiogroup')).toHaveCount(1);
  const contact = entry(page, 'Kontakt für Konditionen');
  await expect(contact.getByRole('radio', { name: 'Ihre Angabe: Tel. 2' })).toBeChecked();
  await expect(contact.getByRole('radio', { name: 'Gespeichert: Tel. 3' })).toBeVisible();
  await expectNoViolations(page, 'both values');
  await expectEveryLanguage(page, 'both values', ['Tel. 2', 'Tel. 3', 'Zwei AG']);
  await saveChoice(page);
  await expect(dialog(page)).toHaveCount(0);
  const { rows } = await portal.pool.query(
    `select conditions_contact, minimum_order_value::float8 as least, free_delivery_from::float8 as free
     from wholesalers where name = 'Zwei AG'`,
  );
  expect(rows).toEqual([{ conditions_contact: 'Tel. 2', least: 100, free: 500 }]);
  await portal.pool.query(`delete from wholesalers where name = 'Zwei AG'`);
});

test('what somebody else has deleted meanwhile is said, and what was entered stays in sight', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { pool } = portal;
  const isGone = 'Das gibt es nicht mehr. Vielleicht hat es inzwischen jemand gelöscht.';
  await pool.query(
    "insert into users (email, name, role) values ('weg@portal.example', 'Walter Weg', 'User')",
  );
  await pool.query("insert into wholesalers (name) values ('Weg AG'), ('Auch Weg AG')");
  await page.goto('/admin/users?lang=de');
  await page.getByRole('button', { name: 'Aktionen für Walter Weg' }).click();
  await page.getByRole('menuitem', { name: 'Bearbeiten' }).click();
  await dialog(page).getByLabel('Name').fill('Walter Wegmann');
  await pool.query("delete from users where email = 'weg@portal.example'");
  await save(page);
  await expect(dialog(page).getByRole('alert')).toContainText(isGone);
  await expect(dialog(page).getByLabel('Name')).toHaveValue('Walter Wegmann');
  await dialog(page).getByRole('button', { name: 'Abbrechen' }).click();
  await expect(page.getByRole('row', { name: /Walter Weg/ })).toHaveCount(0);

  await page.goto('/admin/wholesalers?lang=de');
  await page.getByRole('button', { name: 'Weg AG bearbeiten', exact: true }).click();
  await dialog(page).getByLabel('Kontakt für Konditionen').fill('Tel. 2');
  await pool.query("delete from wholesalers where name like '%Weg AG'");
  await save(page);
  await expect(dialog(page).getByRole('alert')).toContainText(isGone);
  await expect(dialog(page).getByLabel('Kontakt für Konditionen')).toHaveValue('Tel. 2');
  await dialog(page).getByRole('button', { name: 'Abbrechen' }).click();
  await expect(page.getByRole('row', { name: /Weg AG/ })).toHaveCount(0);

  await pool.query("insert into wholesalers (name) values ('Weg AG')");
  await page.reload();
  await page.getByRole('button', { name: 'Weg AG löschen' }).click();
  await pool.query("delete from wholesalers where name = 'Weg AG'");
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click();
  await expect(page.getByRole('alert')).toContainText(isGone);
  await expect(page.getByRole('row', { name: /Weg AG/ })).toHaveCount(0);
});
