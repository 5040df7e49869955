import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser.ts';
import { startSession } from './sign-in.ts';

/** Dialogs of administrators: how each is opened, what is entered, and how it is saved. */
const dialogs: {
  name: string;
  address: string;
  open: string;
  entries: Record<string, string>;
  save: string;
  /** Takes away what was saved. */
  undo: string;
}[] = [
  {
    name: 'a wholesaler',
    address: '/admin/wholesalers',
    open: 'Grossist erfassen',
    entries: { Name: 'Funkloch AG', 'Kontakt für Konditionen': 'Tel. 1' },
    save: 'Speichern',
    undo: "delete from wholesalers where name = 'Funkloch AG'",
  },
  {
    name: 'a focus group',
    address: '/admin/focus-groups',
    open: 'Fokusgruppe erfassen',
    entries: { Name: 'Funkloch' },
    save: 'Speichern',
    undo: "delete from focus_groups where name = 'Funkloch'",
  },
  {
    name: 'a user',
    address: '/admin/users',
    open: 'Benutzer hinzufügen',
    entries: { Name: 'Fritz Funkloch', 'E-Mail': 'funkloch@portal.example' },
    save: 'Hinzufügen und einladen',
    undo: "delete from users where email = 'funkloch@portal.example'",
  },
  {
    name: 'the name of a header image',
    address: '/admin/header-images',
    open: 'Berge umbenennen',
    entries: { Name: 'Funkloch' },
    save: 'Speichern',
    undo: "update template_images set name = 'Berge' where name = 'Funkloch'",
  },
];

const dialog = (page: Page) => page.getByRole('dialog');

for (const { name, address, open, entries, save, undo } of dialogs) {
  test(`${name} that is entered outlives Back, a reload and a time without network`, {
    tag: '@long',
  }, async ({ page, context, portal }) => {
    const expectEntries = async () => {
      for (const [field, value] of Object.entries(entries))
        await expect(dialog(page).getByLabel(field, { exact: true })).toHaveValue(value);
    };
    await startSession(page, portal, 'admin@portal.example');
    await page.goto(`${address}?lang=de`);
    await page.getByRole('button', { name: open }).click();
    for (const [field, value] of Object.entries(entries))
      await dialog(page).getByLabel(field, { exact: true }).fill(value);
    await page.goBack();
    await expect(dialog(page)).toHaveCount(0);
    await page.goForward();
    await expectEntries();
    await page.reload();
    await expectEntries();
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('Möchten Sie sie verwerfen?');
    await question.getByRole('button', { name: 'Weiter bearbeiten' }).click();
    await expect(question).toHaveCount(0);
    await expectEntries();
    await context.setOffline(true);
    await dialog(page).getByRole('button', { name: save, exact: true }).click();
    await expect(dialog(page).getByRole('alert')).toContainText('Der Server ist nicht erreichbar');
    await expectEntries();
    await context.setOffline(false);
    await dialog(page).getByRole('button', { name: save, exact: true }).click();
    await expect(dialog(page)).toHaveCount(0);
    // What is saved is no draft any more.
    expect(
      await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'))),
    ).toEqual([]);
    await portal.pool.query(undo);
  });
}

test('a setting that is entered outlives a reload and a time without network', { tag: '@long' }, async ({
  page,
  context,
  portal,
}) => {
  await startSession(page, portal, 'admin@portal.example');
  await page.goto('/config?lang=de');
  const phone = page.getByRole('textbox', { name: 'Telefon' });
  await phone.fill('+41 41 222 33 44');
  await page.reload();
  await expect(phone).toHaveValue('+41 41 222 33 44');
  await context.setOffline(true);
  await phone.press('Enter');
  const form = page.getByRole('form', { name: 'Telefon' });
  await expect(form.getByRole('alert')).toContainText('Der Server ist nicht erreichbar');
  await context.setOffline(false);
  await phone.press('Enter');
  await expect(page.getByRole('contentinfo')).toContainText('+41 41 222 33 44');
  await portal.pool.query("delete from config where key = 'CONTACT_PHONE'");
});

test('deleting without network is told as not done, and done once it is back', { tag: '@long' }, async ({
  page,
  context,
  portal,
}) => {
  await portal.pool.query("insert into wholesalers (name) values ('Funkloch AG')");
  await startSession(page, portal, 'admin@portal.example');
  await page.goto('/admin/wholesalers?lang=de');
  const remove = async () => {
    await page.getByRole('button', { name: 'Funkloch AG löschen' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click();
  };
  const row = page.getByRole('row', { name: /Funkloch AG/ });
  await expect(row).toBeVisible();
  // It moves the page, as it comes and as it goes.
  const offline = page.locator('.session-notice');
  await context.setOffline(true);
  await expect(offline).toBeVisible();
  await remove();
  await expect(page.getByRole('alert').filter({ hasText: 'nicht erreichbar' }).first()).toBeVisible();
  await expect(row).toBeVisible();
  await context.setOffline(false);
  await expect(offline).toHaveCount(0);
  await remove();
  await expect(row).toHaveCount(0);
});

test('a template file that is sent without network is told as not sent, and sent again once it is back', {
  tag: '@long',
}, async ({ page, context, portal }) => {
  await startSession(page, portal, 'admin@portal.example');
  await page.goto('/admin/template-files?lang=de');
  await page.getByRole('button', { name: 'Pharmacodes ersetzen' }).click();
  const file = {
    name: 'codes.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('GTIN;Pharmacode\n7680536620137;1234567\n'),
  };
  // The dialog's own code is there.
  await expect(dialog(page).getByLabel('Datei wählen')).toBeAttached();
  await context.setOffline(true);
  await dialog(page).getByLabel('Datei wählen').setInputFiles(file);
  await expect(dialog(page).getByRole('alert')).toContainText('nicht erreichbar');
  await context.setOffline(false);
  await dialog(page).getByLabel('Datei wählen').setInputFiles(file);
  await expect(dialog(page).getByRole('row', { name: /^Zeilen/ })).toBeVisible();
  // The check has an address of its own.
  await page.reload();
  await expect(dialog(page).getByRole('row', { name: /^Zeilen/ })).toBeVisible();
  await page.goBack();
  await expect(dialog(page).getByRole('row', { name: /^Zeilen/ })).toHaveCount(0);
});
