import type { Locator } from '@playwright/test';
import { expect, type Portal, test } from '#tests/support/browser.ts';
import { choose, uploaded } from '../listed-statistic.ts';
import { loseAnswers } from '../lost-answers.ts';
import { startSession } from '../sign-in.ts';

const email = 'rep1@portal.example';

/** Two presses of a hand that is faster than the page is drawn. */
async function pressTwice(button: Locator): Promise<void> {
  await button.evaluate((element: HTMLElement) => {
    element.click();
    element.click();
  });
}

async function expectOne(portal: Portal, table: string, where: string): Promise<void> {
  const { rows } = await portal.pool.query(`select 1 from ${table} where ${where}`);
  expect(rows, `rows of ${table}`).toHaveLength(1);
}

test('what a double click adds is added once: a note, a call, a feed, an access token, a combined statistic', {
  tag: '@long',
}, async ({ page, portal }) => {
  await startSession(page, portal, email);
  await page.goto('/today?lang=de');
  const customer = page.locator('.today__customer').first();
  await customer.getByRole('button', { name: /^Notiz/ }).click();
  await customer.getByLabel('Neue Notiz').fill('Einmal notiert');
  await pressTwice(customer.getByRole('button', { name: 'Notiz speichern' }));
  await expect(customer.getByLabel('Neue Notiz')).toHaveCount(0);
  await expectOne(portal, 'customer_notes', "text = 'Einmal notiert'");

  await pressTwice(customer.getByRole('button', { name: /^Angerufen/ }));
  await expect(page.getByRole('button', { name: /^Zurücknehmen:/ }).first()).toBeVisible();
  await expectOne(portal, 'customer_actions', "action = 'called'");

  await page.goto('/stockout-subscriptions');
  await page.locator('#feed-name').fill('Einmal gespeichert');
  await pressTwice(page.getByRole('button', { name: 'Feed speichern' }));
  await expect(page.locator('#feed-name')).toHaveValue('');
  await expectOne(portal, 'feeds', "name = 'Einmal gespeichert'");

  await page.goto('/password');
  await page.locator('#token-name').fill('Einmal erstellt');
  await pressTwice(page.getByRole('button', { name: 'Token erstellen' }));
  await expect(page.locator('#token-name')).toHaveValue('');
  await expectOne(portal, 'sessions', "name = 'Einmal erstellt'");

  await page.goto('/');
  await uploaded(page, portal, 'Filiale Oben');
  await uploaded(page, portal, 'Filiale Unten');
  await choose(page, 'Filiale Oben', 'Mit anderen zusammenfassen');
  const dialog = page.getByRole('dialog', { name: 'Statistiken zusammenfassen' });
  await dialog.getByRole('searchbox', { name: 'Statistiken suchen' }).fill('Filiale Unten');
  await dialog.getByRole('checkbox', { name: /Filiale Unten/ }).check({ force: true });
  await dialog.getByLabel('Name').fill('Filiale Einmal');
  await pressTwice(dialog.getByRole('button', { name: 'Zusammenfassen', exact: true }));
  await expect(page).toHaveURL(/\/dashboard\//);
  await expectOne(portal, 'statistics', "customer_name = 'Filiale Einmal'");
});

test('a note and an access token whose answer was lost are listed, before somebody adds them once more', {
  tag: '@long',
}, async ({ page, portal }) => {
  await startSession(page, portal, email);
  await loseAnswers(page, /\/(notes|tokens)$/);
  const { rows } = await portal.pool.query<{ number: string }>(
    `select customer_external_id as number from statistics s join users u on u.id = s.uploader_id
     where u.email = $1 and s.active and not test_upload limit 1`,
    [email],
  );
  await page.goto(`/customer/${rows[0]!.number}?lang=de`);
  await page.getByLabel('Neue Notiz').fill('Ohne Antwort notiert');
  await page.getByRole('button', { name: 'Notiz speichern' }).click();
  const noted = page.locator('.customer__noted').filter({ hasText: 'Ohne Antwort notiert' });
  await expect(noted).toBeVisible();
  await page.goto('/password');
  await page.locator('#token-name').fill('Ohne Antwort erstellt');
  await page.getByRole('button', { name: 'Token erstellen' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Ohne Antwort erstellt' })).toBeVisible();
});
