import type { Page } from '@playwright/test';
import type { Today } from '#shared/schemas/today.ts';
import { expect, type Portal, test } from '#tests/support/browser.ts';
import { chf } from '../dashboard.ts';
import { holdBack } from '../held-requests.ts';
import { fillLogin, startSession } from '../sign-in.ts';

/** Opens the page of a user's own customers, or of all; gives what was answered. */
async function openToday(
  page: Page,
  portal: Portal,
  search = '',
  email = 'rep1@portal.example',
): Promise<Today> {
  await portal.pool.query("update customers set phone = '+41 (0)44 000 00 01'");
  await portal.pool.query('delete from customer_actions');
  await startSession(page, portal, email);
  const answer = page.waitForResponse(/\/api\/today/);
  await page.goto(`/today${search}`);
  return (await answer).json() as Promise<Today>;
}

test('a customer stands with reasons, offers and a number to call, and is gone once called', async ({
  page,
  portal,
  context,
}) => {
  const { customers } = await openToday(page, portal, '?whose=all', 'manager@portal.example');
  const [first, second] = customers;
  const name = first!.name!;
  const list = page.getByRole('list', { name: 'Kunden, die anzurufen oder zu besuchen sind' });
  const entry = list.getByRole('listitem', { name });
  await expect(entry.getByRole('link', { name: '+41 (0)44 000 00 01' })).toHaveAttribute(
    'href',
    'tel:+41440000001',
  );
  await expect(entry.locator('.today__potential strong')).toHaveText(chf(first!.potentialPerMonth!));
  await expect(entry.locator('.today__offers > li')).toHaveCount(first!.offers.length);
  const missing = first!.reasons.find((reason) => reason.kind === 'missing')!;
  await entry.getByRole('link', { name: `Neu nicht lieferbar: ${missing.products} ` }).click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/${first!.directLinkId}/not_deliverable`));
  await expect(page.getByText(missing.best[0]!.productName).first()).toBeVisible();
  await page.goBack();

  const other = list.getByRole('listitem', { name: second!.name! });
  await entry.getByRole('button', { name: `Angerufen: ${name}` }).click();
  await expect(entry).toHaveCount(0);
  await expect(other.getByRole('link', { name: second!.name! })).toBeFocused();
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await expect(entry).toBeVisible();
  // Who is writing about another customer by then goes on writing.
  const letGo = await holdBack(page, /\/api\/today\?/);
  await entry.getByRole('button', { name: `Bestellt: ${name}` }).click();
  await other.getByRole('button', { name: /^Notiz/ }).click();
  await other.getByLabel('Neue Notiz').focus();
  letGo();
  await expect(entry).toHaveCount(0);
  await expect(other.getByLabel('Neue Notiz')).toBeFocused();
  await page.reload();
  await expect(page.getByText(/^bestellt am/)).toBeVisible();
  await page.getByRole('button', { name: `Zurücknehmen: ${name}` }).click();
  await expect(entry).toBeVisible();

  // What fails without a network is told.
  await context.setOffline(true);
  await entry.getByRole('button', { name: `Angerufen: ${name}` }).click();
  await expect(entry.getByRole('alert')).toBeVisible();
  await context.setOffline(false);
  await entry.getByRole('alert').getByRole('button').click();
  await expect(entry).toHaveCount(0);
});

test('who is put off until a day comes back on it, and what is noted stands on their page', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { customers } = await openToday(page, portal);
  const name = customers[0]!.name!;
  const entry = page.getByRole('listitem', { name });
  const later = entry.getByRole('button', { name: `Später: ${name}` });
  await later.click();
  await entry.getByLabel('Anderer Tag').fill('01.01.2020');
  await expect(entry.getByRole('alert')).toHaveText('Wählen Sie einen der nächsten 366 Tage.');
  await expect(entry.getByRole('alert')).toHaveCSS('color', 'rgb(163, 34, 26)');
  await expect(entry.getByRole('button', { name: 'Erinnern' })).toBeDisabled();
  await entry.getByRole('button', { name: 'In einer Woche' }).press('Enter');
  await expect(entry).toHaveCount(0);
  await expect(page.getByText(/^Erinnerung für den/)).toBeVisible();
  await portal.pool.query("update customer_actions set until = (now() at time zone 'Europe/Zurich')::date");
  await page.reload();
  await expect(entry.getByRole('link', { name: /^Erinnerung für den/ })).toBeVisible();

  const note = entry.getByRole('button', { name: `Notiz: ${name}` });
  const field = entry.getByLabel('Neue Notiz');
  await note.click();
  await field.fill('Will im Mai mehr wissen');
  // What was begun is there again.
  await later.click();
  await note.click();
  await expect(field).toHaveValue('Will im Mai mehr wissen');
  await page.reload();
  await note.click();
  await expect(field).toHaveValue('Will im Mai mehr wissen');
  const letGo = await holdBack(page, /\/notes$/);
  await entry.getByRole('button', { name: 'Notiz speichern' }).click();
  // What is opened meanwhile stays open.
  await later.click();
  letGo();
  const toCustomer = page.getByRole('button', { name: 'Zum Kunden' });
  await expect(toCustomer).toBeVisible();
  await expect(later).toHaveAttribute('aria-expanded', 'true');
  await toCustomer.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(page.locator('.customer__noted')).toContainText('Will im Mai mehr wissen');
  await expect(page.getByLabel('Neue Notiz')).toHaveValue('');
});

test('whoever has chosen it begins with the page of today', { tag: '@long' }, async ({ page, portal }) => {
  await page.goto('/login');
  await fillLogin(page, portal, 'rep1@portal.example');
  await page.getByRole('heading', { name: 'Bezugsstatistiken', level: 1 }).waitFor();
  const menu = page.getByRole('button', { name: /Benutzermenü/ });
  await menu.click();
  await page.getByRole('menu').getByRole('menuitem', { name: 'Heute' }).click();
  await menu.click();
  await expect(page.getByRole('menuitem', { name: 'Heute' })).toHaveAttribute('aria-current', 'true');
  await page.getByRole('menuitem', { name: 'Abmelden' }).click();
  await fillLogin(page, portal, 'rep1@portal.example');
  await expect(page.getByRole('heading', { name: 'Heute', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/today$/);
});
