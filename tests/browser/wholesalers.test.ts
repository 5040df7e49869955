import { expect, test } from '#tests/support/browser.ts';
import { expectEveryLanguage } from './every-language.ts';
import { holdBack } from './held-requests.ts';
import { expectNoViolations } from './no-violations.ts';
import { startSession } from './sign-in.ts';

const address = '/admin/wholesalers?lang=de';

test.beforeEach(async ({ page, portal }) => {
  await startSession(page, portal, 'admin@portal.example');
  await page.goto(address);
});

test('an administrator enters a wholesaler, corrects it, retires it, takes it back and deletes it, by keyboard', async ({
  page,
  context,
}) => {
  const dialog = page.getByRole('dialog');
  const add = page.getByRole('button', { name: 'Grossist erfassen' });
  await add.press('Enter');
  await expect(dialog).toBeVisible();
  await dialog.getByLabel('Mindestbestellwert (CHF)').fill('viel');
  await dialog.getByRole('button', { name: 'Speichern' }).press('Enter');
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await expect(dialog.getByText('Bitte geben Sie einen Namen ein.')).toBeVisible();
  await expect(dialog.getByText('Geben Sie einen Betrag wie 250')).toBeVisible();
  await dialog.getByLabel('Name').fill('Aare Pharma AG');
  await dialog.getByLabel('Mindestbestellwert (CHF)').fill('1’250.50');
  await dialog.getByLabel('Kontakt für Transferaufträge').fill('transfer@aare');
  await dialog.getByText('Bestellungen aus dem Warenkorb').click();
  await dialog.getByRole('button', { name: 'Speichern' }).press('Enter');
  await expect(dialog.getByText('Geben Sie eine einzige gültige E-Mail-Adresse ein')).toBeVisible();
  await expect(dialog.getByLabel('Kontakt für Transferaufträge')).toBeFocused();
  await expectNoViolations(page, 'form with problems');
  // What was entered is still there after a reload.
  await page.reload();
  await expect(dialog.getByLabel('Name')).toHaveValue('Aare Pharma AG');
  const contact = dialog.getByLabel('Kontakt für Transferaufträge');
  await contact.fill('transfer@aare.example');
  await context.setOffline(true);
  await contact.press('Enter');
  await expect(dialog.getByRole('alert').filter({ hasText: 'Verbindung' }).first()).toBeVisible();
  await expect(contact).toBeFocused();
  await context.setOffline(false);
  const letGo = await holdBack(page, /\/api\/wholesaler$/);
  await contact.press('Enter');
  // What is entered while it is saved would be dropped.
  await expect(contact).toBeDisabled();
  letGo();
  await expect(dialog).toHaveCount(0);

  const row = page.getByRole('row', { name: /Aare Pharma AG/ });
  await expect(row.getByRole('cell')).toContainText([
    'Bestellungen',
    'transfer@aare.example',
    "1'250.50",
    '–',
    '',
  ]);
  await row.getByRole('button', { name: 'Aare Pharma AG stilllegen' }).press('Enter');
  await expect(row.getByText('Stillgelegt')).toBeVisible();
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await expect(row.getByText('Stillgelegt')).toHaveCount(0);

  await row.getByRole('button', { name: 'Aare Pharma AG bearbeiten' }).press('Enter');
  await expect(dialog.getByLabel('Mindestbestellwert (CHF)')).toHaveValue('1250.50');
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(row.getByRole('button', { name: 'Aare Pharma AG bearbeiten' })).toBeFocused();

  await row.getByRole('button', { name: 'Aare Pharma AG löschen' }).press('Enter');
  const question = page.getByRole('alertdialog');
  await expect(question.getByText('«Aare Pharma AG» löschen?')).toBeVisible();
  await question.getByRole('button', { name: 'Löschen' }).press('Enter');
  await expect(row).toHaveCount(0);
});

test('one that a cart names says why it can’t be deleted; retired, it is shown in the cart and offered nowhere', {
  tag: '@long',
}, async ({ page, portal }) => {
  const { rows } = await portal.pool.query<{ id: number; link: string }>(
    `with w as (
       insert into wholesalers (name, enabled_for_apo, enabled_for_online_orders) values ('Still AG', true, true)
       returning id
     )
     insert into carts (cart_key, statistic_id, owner_id, wholesaler_id)
     select 'stilllegung-0123456789', s.id, u.id, w.id
     from w, users u, (select id, direct_link_id from statistics where active and deleted_at is null order by id limit 1) s
     where u.email = 'admin@portal.example'
     returning wholesaler_id as id,
       (select direct_link_id from statistics where id = statistic_id) as link`,
  );
  const { link } = rows[0]!;
  await page.reload();
  await page.getByRole('button', { name: 'Still AG löschen' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click();
  await expect(page.getByRole('alert')).toContainText('Warenkörbe, die ihn nennen: 1, Bestellungen: 0.');
  // Also in sight of who did it far below.
  const size = page.viewportSize()!;
  await page.setViewportSize({ width: 1280, height: 300 });
  await page.getByRole('row').last().scrollIntoViewIfNeeded();
  await expect(page.getByRole('heading', { level: 1 })).not.toBeInViewport();
  await expect(page.getByRole('alert')).toBeInViewport();
  await page.setViewportSize(size);
  await page.getByRole('button', { name: 'Still AG stilllegen' }).click();
  await expect(page.getByRole('row', { name: /Still AG Stillgelegt/ })).toBeVisible();

  await page.goto('/?dialog=upload&lang=de');
  const offered = page.getByRole('dialog').getByLabel('Grossist', { exact: true });
  await expect(offered.getByRole('option')).not.toHaveCount(1);
  await expect(offered.getByRole('option', { name: 'Still AG' })).toHaveCount(0);

  await page.goto(`/dashboard/${link}/cart?lang=de`);
  await expect(page.getByLabel('Grossist', { exact: true })).toContainText('Still AG (nicht mehr angeboten)');
  // On a phone the settings are folded up.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.reload();
  await expect(page.getByLabel('Grossist', { exact: true })).toBeHidden();
  await expect(page.getByText('Still AG nimmt keine Bestellungen aus dem Warenkorb mehr an.')).toBeVisible();
  await portal.pool.query("delete from carts where cart_key = 'stilllegung-0123456789'");
});

test('list, form and question speak every language, and the list can be used on a narrow screen', {
  tag: '@long',
}, async ({ page }) => {
  await page.getByRole('rowheader').first().waitFor();
  const names = (await page.getByRole('row').getByRole('rowheader').allTextContents()).map((name) =>
    name.trim(),
  );
  await expectEveryLanguage(page, 'list', names);
  await page
    .getByRole('button', { name: /bearbeiten$/ })
    .first()
    .click();
  await expectEveryLanguage(page, 'form', names);
  await page.goBack();
  await page
    .getByRole('button', { name: /löschen$/ })
    .first()
    .click();
  await expectEveryLanguage(page, 'question', names);
  await page.goBack();
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByRole('button', { name: 'Grossist erfassen' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

test('a name that is one long word stays within its column', { tag: '@long' }, async ({ page, portal }) => {
  const name = 'W'.repeat(100);
  await portal.pool.query('insert into wholesalers (name) values ($1)', [name]);
  await page.reload();
  await expect(page.getByRole('rowheader', { name })).toBeVisible();
  for (const width of [1280, 768, 360]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await portal.pool.query('delete from wholesalers where name = $1', [name]);
});
