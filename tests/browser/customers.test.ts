import { expect, test } from '#tests/support/browser.ts';
import { holdBack } from './held-requests.ts';
import { expectNoViolations, expectNoViolationsEither } from './no-violations.ts';
import { startSession } from './sign-in.ts';

test('an administrator adds a customer and corrects one, sees what the file says, and takes that back', async ({
  page,
  portal,
}) => {
  await startSession(page, portal, 'admin@portal.example');
  await page.goto('/admin/customers?lang=de');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Kunde erfassen' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Apotheke Neuhof');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await expect(dialog.getByLabel('Externe ID', { exact: true })).toBeFocused();
  await dialog.getByLabel('Externe ID', { exact: true }).fill('NEU-1');
  await expectNoViolations(page, 'form of a customer');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await expect(dialog).toHaveCount(0);
  const corrected = page.getByRole('table', { name: 'Erfasst oder korrigiert' });
  await expect(corrected.getByRole('row', { name: /Apotheke Neuhof/ })).toContainText('Hier erfasst');

  await page.getByRole('searchbox', { name: /Kunden suchen/ }).fill('Mörser');
  const found = page.getByRole('table', { name: 'Gefundene Kunden' });
  const name = (await found.getByRole('rowheader').first().textContent())?.trim() ?? '';
  expect(name).toContain('Mörser');
  // While others are looked for, they stay there.
  const release = await holdBack(page, /\/customer\/search\?.*keyword=nobody/);
  const asked = page.waitForRequest(/\/customer\/search\?.*keyword=nobody/);
  await page.getByRole('searchbox', { name: /Kunden suchen/ }).fill('nobody');
  await asked;
  await expect(found.getByRole('rowheader').first()).toContainText(name);
  release();
  await expect(page.getByText('Kein Kunde gefunden')).toBeVisible();
  await page.getByRole('searchbox', { name: /Kunden suchen/ }).fill('Mörser');
  await found
    .getByRole('button', { name: `${name} korrigieren` })
    .first()
    .click();
  await dialog.getByLabel('Name', { exact: true }).fill('Apotheke Obermarkt');
  await page.reload();
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Apotheke Obermarkt');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  const row = corrected.getByRole('row', { name: /Apotheke Obermarkt/ });
  await expect(row.getByRole('cell').nth(1)).toHaveText(`Name${name}`);
  await expectNoViolationsEither(page, 'customers');
  await row.getByRole('button', { name: /Datei übernehmen/ }).click();
  await expect(row).toHaveCount(0);
});

test('a customer who can not be fetched is told of in the dialog, and takes nothing away of what is being entered', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { rows } = await portal.pool.query<{ id: string; name: string }>(
    'select external_id as id, name from customers where active order by id limit 1',
  );
  const { id, name } = rows[0]!;
  await startSession(page, portal, 'admin@portal.example');
  const address = `**/api/customer/${encodeURIComponent(id)}`;
  let failed = 0;
  await page.route(address, (route) => {
    failed++;
    return route.abort();
  });
  await page.goto(`/admin/customers?lang=de&dialog=edit.${encodeURIComponent(id)}`);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toContainText('Der Server ist nicht erreichbar', {
    timeout: 20_000,
  });
  await page.unroute(address);
  await dialog.getByRole('button', { name: 'Erneut versuchen' }).click();
  const field = dialog.getByLabel('Name', { exact: true });
  await expect(field).toHaveValue(name);
  await dialog.getByRole('button', { name: 'Abbrechen' }).click();
  await expect(dialog).toHaveCount(0);

  // What is known of them is shown at once when they are opened again.
  failed = 0;
  await page.route(address, (route) => {
    failed++;
    return route.abort();
  });
  await page.getByRole('searchbox', { name: /Kunden suchen/ }).fill(id);
  await page
    .getByRole('table', { name: 'Gefundene Kunden' })
    .getByRole('button', { name: `${name} korrigieren` })
    .click();
  await field.fill('Apotheke Andershof');
  await expect.poll(() => failed, { timeout: 20_000 }).toBe(3);
  await expect(field).toHaveValue('Apotheke Andershof');
});

test('a decision that does not arrive is told, and leaves the list of corrections', { tag: '@long' }, async ({
  page,
  portal,
  context,
}) => {
  const { rows } = await portal.pool.query<{ id: string }>(
    'select external_id as id from customers where active order by id limit 1 offset 1',
  );
  await startSession(page, portal, 'admin@portal.example');
  await page.goto(`/admin/customers?lang=de&dialog=edit.${encodeURIComponent(rows[0]!.id)}`);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Apotheke Unentschieden');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await expect(dialog).toHaveCount(0);
  const corrected = page.getByRole('table', { name: 'Erfasst oder korrigiert' });
  const row = corrected.getByRole('row', { name: /Apotheke Unentschieden/ });
  await row.waitFor();
  let failed = 0;
  page.on('requestfailed', (request) => {
    if (request.url().endsWith('/customer/corrections')) failed++;
  });
  await context.setOffline(true);
  await row.getByRole('button', { name: /Datei übernehmen/ }).click();
  await expect.poll(() => failed, { timeout: 20_000 }).toBe(3);
  const notice = page.getByRole('alert').filter({ hasText: 'Der Server ist nicht erreichbar' });
  const size = page.viewportSize()!;
  await page.setViewportSize({ width: 1280, height: 300 });
  await row.scrollIntoViewIfNeeded();
  await expect(page.getByRole('heading', { level: 2 })).not.toBeInViewport();
  await expect(notice).toBeInViewport();
  await page.setViewportSize(size);
  await expect(row).toBeVisible();
  await context.setOffline(false);
  await row.getByRole('button', { name: /Datei übernehmen/ }).click();
  await expect(row).toHaveCount(0);
});
