import type { Page } from '@playwright/test';
import { catalogueFiles } from '#tests/support/catalogue-files.ts';
import { expect, type NewPortal } from '#tests/support/new-portal.ts';
import { generic, original, workbook } from '#tests/support/small-catalogue.ts';

export const password = 'Nebelhorn-Quitte-Sattel-91';

/** Sets a password through a link that the command has printed, and signs in with it. */
export async function followPasswordLink(page: Page, link: string, email: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Neues Passwort', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Passwort setzen' }).click();
  await page.getByRole('link', { name: 'Zur Anmeldung' }).click();
  await page.getByLabel('E-Mail').fill(email);
  await page.getByLabel('Passwort', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Anmelden' }).click();
}

/** The link in what npm run user has printed. */
export function passwordLink(printed: string): string {
  return /http:\S+\/reset-password\/[\w-]{43}/.exec(printed)![0];
}

/** The first administrator through the link, signed in on the checklist. */
export async function makeAdmin(page: Page, newPortal: NewPortal): Promise<void> {
  await page.goto(newPortal.setupLink);
  await page.getByLabel('Vorname und Name').fill('Erika Muster');
  await page.getByLabel('E-Mail').fill('erika@portal.example');
  await page.getByLabel('Passwort', { exact: true }).fill(password);
  await expect(page.getByText('Stark', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Konto eröffnen und weiter' }).click();
  await expect(itemOf(page, 'referenceData')).toBeVisible();
}

/** An item of the checklist. */
export function itemOf(page: Page, name: string) {
  return page.locator(`[data-item=${name}]`);
}

/** The state of every item of the checklist. */
export async function statesOf(page: Page): Promise<Record<string, string>> {
  await itemOf(page, 'provider').waitFor();
  const items = await page.locator('[data-item]').all();
  const states = items.map(async (item) => [
    await item.getAttribute('data-item'),
    await item.getAttribute('data-state'),
  ]);
  return Object.fromEntries(await Promise.all(states));
}

/** What the page gives to be copied for an item. */
export async function commandOf(page: Page, item: string): Promise<string> {
  return (await itemOf(page, item).locator('code').first().textContent())!;
}

/** Runs the command that the page shows, on the files of the small catalogue. */
export async function publish(page: Page, newPortal: NewPortal): Promise<void> {
  const { folder, remove } = await catalogueFiles();
  const command = (await commandOf(page, 'referenceData')).replaceAll(/ (\w+\.csv)/g, ` ${folder}/$1`);
  expect(await newPortal.shell(`${command} --price-date 2026-01-01`)).toContain('is published');
  await remove();
}

/** 3 packs of an original and 2 of a generic, as a test upload; ends on its dashboard. */
export async function uploadTestStatistic(page: Page): Promise<void> {
  const file = await workbook([
    [original, 3],
    [generic, 2],
  ]);
  await page.getByRole('button', { name: 'Statistik hochladen' }).click();
  const guide = page.getByRole('dialog', { name: 'Statistik hochladen' });
  await guide.getByRole('button', { name: 'Daten hochladen' }).click();
  await guide.getByText('Test-Upload').click();
  await guide
    .getByLabel('Bezugsstatistik (Excel oder CSV)')
    .setInputFiles({ name: 'Bezug.xlsx', mimeType: '', buffer: Buffer.from(file) });
  const dialog = page.getByRole('dialog', { name: 'Angaben zur Statistik' });
  await dialog.getByLabel('Kundenname').fill('Apotheke Neu');
  await dialog.getByLabel('Monat von').selectOption('Januar');
  await dialog.getByLabel('Jahr von').selectOption('2025');
  await dialog.getByLabel('Monat bis').selectOption('Dezember');
  await dialog.getByLabel('Jahr bis').selectOption('2025');
  await dialog.getByRole('button', { name: 'Hochladen' }).click();
  const report = page.getByRole('dialog', { name: 'Importbericht' });
  await report.getByRole('button', { name: 'Schliessen' }).last().click();
  await page.getByRole('link', { name: 'Apotheke Neu' }).click();
  await expect(page).toHaveTitle('Sortimentsanalyse von Apotheke Neu');
}
