import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser.ts';
import { startSession } from '../sign-in.ts';

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
