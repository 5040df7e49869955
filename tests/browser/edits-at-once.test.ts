import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser.ts';
import { expectEveryLanguage } from './every-language.ts';
import { expectNoViolations } from './no-violations.ts';
import { startSession } from './sign-in.ts';

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

test('of a customer whom somebody else corrected meanwhile both values are shown', {
  tag: '@long',
}, async ({ page, portal }) => {
  const customer = 'from customers order by external_id limit 1';
  const { rows: was } = await portal.pool.query(`select external_id as id, name, channel ${customer}`);
  const { id, name, channel } = was[0];
  await page.goto(`/admin/customers?lang=de&dialog=edit.${encodeURIComponent(id)}`);
  await dialog(page).getByLabel('Name', { exact: true }).fill('Apotheke Berta');
  await dialog(page).getByLabel('Kanal').selectOption('Unbekannt');
  await portal.pool.query("update customers set name = 'Apotheke Anna', phone = '1' where external_id = $1", [
    id,
  ]);
  await save(page);
  const both = entry(page, 'Name');
  await expect(both.getByRole('radio', { name: 'Ihre Angabe: Apotheke Berta' })).toBeChecked();
  await expect(dialog(page).getByRole('radiogroup')).toHaveCount(1);
  await both.getByText('Apotheke Anna').click();
  await saveChoice(page);
  await expect(dialog(page)).toHaveCount(0);
  const { rows } = await portal.pool.query(`select name, channel, phone ${customer}`);
  expect(rows).toEqual([{ name: 'Apotheke Anna', channel: null, phone: '1' }]);
  await portal.pool.query('delete from customer_corrections where external_id = $1', [id]);
  await portal.pool.query(
    'update customers set name = $2, channel = $3, phone = null where external_id = $1',
    [id, name, channel],
  );
});

test('of a focus group the members are shown that only one has, and the stored ones can stay', {
  tag: '@long',
}, async ({ page, portal }) => {
  await portal.pool.query("insert into focus_groups (name, molecules) values ('Zwei', array['Ramiprilum'])");
  await page.goto('/admin/focus-groups?lang=de');
  await page.getByRole('button', { name: 'Zwei bearbeiten' }).click();
  await dialog(page).getByLabel('Name').fill('Zwei und mehr');
  const search = dialog(page).getByRole('combobox', { name: 'Wirkstoffe suchen' });
  await search.fill('metformin');
  await expect(
    dialog(page)
      .getByRole('option', { name: /^Metformini/ })
      .first(),
  ).toBeVisible();
  await search.press('Enter');
  await portal.pool.query("update focus_groups set molecules = array['Valsartanum'] where name = 'Zwei'");
  await save(page);
  const members = entry(page, 'Wirkstoffe');
  await expect(
    members.getByRole('radio', { name: /^Ihre Angabe: 2 gewählt; nur hier: Ramiprilum, Metformini/ }),
  ).toBeChecked();
  await members.getByText('Gespeichert:').click();
  await saveChoice(page);
  await expect(dialog(page)).toHaveCount(0);
  const { rows } = await portal.pool.query(
    "select name, molecules from focus_groups where name like 'Zwei%'",
  );
  expect(rows).toEqual([{ name: 'Zwei und mehr', molecules: ['Valsartanum'] }]);
  await portal.pool.query("delete from focus_groups where name like 'Zwei%'");
});

test('of a user both values are shown, by name; who changes nothing leaves what is stored', {
  tag: '@long',
}, async ({ page, portal }) => {
  await portal.pool.query(
    "insert into users (email, name, role) values ('zwei@portal.example', 'Zoe Zwei', 'User')",
  );
  await page.goto('/admin/users?lang=de');
  await page.getByRole('button', { name: 'Aktionen für Zoe Zwei' }).click();
  await page.getByRole('menuitem', { name: 'Bearbeiten' }).click();
  await dialog(page).getByLabel('Berichtet an').selectOption('Beat Aeschlimann');
  await portal.pool.query(
    `update users set parent_user_id = (select id from users where email = 'rep1@portal.example')
     where email = 'zwei@portal.example'`,
  );
  await save(page);
  const parent = entry(page, 'Berichtet an');
  await expect(parent.getByRole('radio', { name: 'Ihre Angabe: Beat Aeschlimann' })).toBeChecked();
  await expect(parent.getByRole('radio', { name: 'Gespeichert: Corinne Lüscher' })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Nichts ändern' }).click();
  await expect(page.getByRole('row', { name: /Zoe Zwei.*Corinne Lüscher/ })).toBeVisible();
  await portal.pool.query("delete from users where email = 'zwei@portal.example'");
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

test('of a setting both values are shown, and one’s own can be saved on top', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  await page.goto('/config?lang=de');
  const days = page.getByRole('textbox', { name: 'Neue Lieferengpässe (Tage)' });
  await days.fill('21');
  // As the portal stores it.
  await portal.pool.query(
    `with c as (
       insert into config (key, value) values ('NEW_STOCKOUT_DAYS', '30')
       on conflict (key) do update set value = excluded.value
     )
     insert into config_changes (key, value) values ('NEW_STOCKOUT_DAYS', '30')`,
  );
  await days.press('Enter');
  const value = entry(page, 'Neue Lieferengpässe (Tage)');
  await expect(value.getByRole('radio', { name: 'Ihre Angabe: 21 Tage' })).toBeChecked();
  await expect(value.getByRole('radio', { name: 'Gespeichert: 30 Tage' })).toBeVisible();
  await saveChoice(page);
  await expect(dialog(page)).toHaveCount(0);
  await expect(days).toHaveValue('21');
  await page.reload();
  await expect(days).toHaveValue('21');
  await portal.pool.query("delete from config where key = 'NEW_STOCKOUT_DAYS'");
});
