import type { Page } from '@playwright/test';
import type { CustomerPage, ListedCustomer } from '#shared/schemas/customer-page.ts';
import { expect, type Portal, test } from '#tests/support/browser.ts';
import { layoutFaults } from '#tests/support/layout-faults.ts';
import { chf } from './dashboard.ts';
import { holdBack } from './held-requests.ts';
import { expectNoViolations, expectNoViolationsEither } from './no-violations.ts';
import { signIn, startSession } from './sign-in.ts';

/** Texts that come from the file of customers and from uploads. */
const said = ({ known, statistics }: CustomerPage) =>
  [known?.address ?? '', ...statistics.map(({ comment }) => comment ?? '')].filter(Boolean);

/** Opens the page of the demo's customer with the newest statistic; gives what was answered. */
async function openCustomer(page: Page, portal: Portal, search = ''): Promise<CustomerPage> {
  const { rows } = await portal.pool.query<{ number: string }>(
    'select customer_external_id as number from statistics where active and not test_upload order by id desc limit 1',
  );
  const answer = page.waitForResponse(/\/api\/customers\//);
  await page.goto(`/customer/${rows[0]!.number}${search}`);
  return (await answer).json() as Promise<CustomerPage>;
}

test('the number of a customer in the list of uploads leads to all about them', async ({ page, portal }) => {
  await signIn(page, portal, 'rep1@portal.example');
  const link = page.getByRole('table').locator('[data-column=externalId] a').first();
  const number = (await link.textContent())!;
  await portal.pool.query(
    "update customers set phone = '+41 (0)44 000 00 01', mail = 'info@apotheke.example' where external_id = $1",
    [number],
  );
  const answer = page.waitForResponse(/\/api\/customers\//);
  await link.click();
  const customer = (await (await answer).json()) as CustomerPage;
  await expect(page).toHaveURL(new RegExp(`/customer/${number}$`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(customer.name!);
  await expect(page.getByText(`Kundennummer ${number}`)).toBeVisible();
  await expect(page.getByRole('link', { name: '+41 (0)44 000 00 01' })).toHaveAttribute(
    'href',
    'tel:+41440000001',
  );
  await expect(page.getByRole('link', { name: 'info@apotheke.example' })).toHaveAttribute(
    'href',
    'mailto:info@apotheke.example',
  );
  const table = page.getByRole('table', { name: 'Kennzahlen nach Zeitraum' });
  const newest = customer.statistics[0]!;
  const row = table.locator('tbody tr').first();
  await expect(row.getByRole('cell').first()).toHaveText(chf(newest.figures!.turnoverTotal));
  await expect(page.locator('.customer__tile-value').first()).toHaveText(chf(newest.figures!.turnoverTotal));
  await expect(page.locator('.customer__timeline > li')).toHaveCount(customer.statistics.length);
  await expectNoViolations(page, 'customer', said(customer));
  await row.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/${newest.directLinkId}`));
});

test('uploads are found by one field and shown by customer, whose name leads to all about them', {
  tag: '@long',
}, async ({ page, portal }) => {
  await signIn(page, portal, 'rep1@portal.example');
  const { rows } = await portal.pool.query<{ number: string; name: string; city: string }>(
    `select c.external_id as number, c.name, split_part(split_part(c.address, ', ', 3), ' ', 1) as city
     from statistics s join users u on u.id = s.uploader_id join customers c on c.external_id = s.customer_external_id
     where u.email = 'rep1@portal.example' and s.active and not s.test_upload order by s.id limit 1`,
  );
  const { number, name, city } = rows[0]!;
  const filter = page.getByRole('button', { name: 'Filter', exact: true });
  await expect(page.getByLabel('Kundenname')).toBeHidden();
  await filter.click();
  await page.getByLabel('Externe ID').fill(number);
  await page.reload();
  await expect(page.getByLabel('Externe ID')).toHaveValue(number);
  await page.getByRole('button', { name: 'Filter zurücksetzen' }).click();

  await page.getByText('Nach Kunde').click();
  const table = page.getByRole('table', { name: 'Nach Kunde' });
  const answer = page.waitForResponse(/\/api\/customers\?.*search=/);
  await page.getByRole('searchbox', { name: 'Bezugsstatistiken suchen' }).fill(`${city} ${number}`);
  const [found] = (await (await answer).json()) as ListedCustomer[];
  await expect(table.locator('tbody tr')).toHaveCount(1);
  await expect(table.locator('[data-column=potential]').last()).toHaveText(chf(found!.potentialPerMonth!));
  await expectNoViolations(page, 'uploads by customer', [name]);
  await table.getByRole('link', { name }).click();
  await expect(page).toHaveURL(new RegExp(`/customer/${number}$`));
  await page.goBack();
  await expect(table).toBeVisible();
});

test('a customer of whom one may see no statistic is not found', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  await startSession(page, portal, 'rep2@portal.example');
  const { rows } = await portal.pool.query<{ number: string }>(
    `select customer_external_id as number from statistics s join users u on u.id = s.uploader_id
     where u.email = 'rep1@portal.example' and not test_upload limit 1`,
  );
  await page.goto(`/customer/${rows[0]!.number}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Seite nicht gefunden');
});

test('figures that are being reckoned anew say of which day they are', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  await startSession(page, portal, 'admin@portal.example');
  await portal.pool.query(
    `insert into figures_turn (process, until) values (gen_random_uuid(), now() + interval '1 hour')
     on conflict (only_row) do update set process = excluded.process, until = excluded.until`,
  );
  await portal.pool.query(
    "update statistic_figures set version = 'before', reckoned_at = '2026-01-02T12:00:00Z'",
  );
  await openCustomer(page, portal);
  const status = page.getByText('Zahlen vom 02.01.2026.');
  await expect(status).toBeVisible();
  await portal.pool.query('delete from figures_turn');
  await portal.pool.query("select pg_notify('changes', 'statistic:none 0')");
  await expect(status).toBeHidden({ timeout: 30_000 });
});

test('what the last order brought is said in a sentence and explained product by product', async ({
  page,
  portal,
}) => {
  await startSession(page, portal, 'rep1@portal.example');
  const { rows } = await portal.pool.query<{ id: number; number: string; gtin: string }>(
    `select s.id, s.customer_external_id as number, lpad(i.gtin::text, 13, '0') as gtin
     from statistics s join statistic_identifiers b on b.statistic_id = s.id join identifiers i on i.id = b.identifier_id
     where s.active and not s.test_upload and i.gtin > 0 order by s.id desc, b.quantity desc limit 1`,
  );
  const { id, number, gtin } = rows[0]!;
  const order = (code: string) => ({ gtin: code, productDescription: `Produkt ${code}`, packs: 2 });
  await portal.pool.query(
    `insert into orders (cart_key, version, statistic_id, owner_id, made_at, content, content_sha256, selection_sha256,
       signed, row_count, packs, ex_factory_sum)
     select 'browser', 1, id, uploader_id, '2025-03-04T10:00:00Z', $2, sha256('a'), sha256('a'), false, 2, 4, 10
     from statistics where id = $1`,
    [
      id,
      JSON.stringify({
        statistic: { customerExternalId: number },
        rows: [order(gtin), order('7680999999993')],
      }),
    ],
  );
  await page.goto(`/customer/${number}`);
  const part = page.locator('section', { hasText: 'Was die letzte Bestellung brachte' });
  await expect(part).toContainText(
    /Bestellte Produkte, die gekauft werden: 1 von 2, CHF [\d’']+ im Jahr; 0 noch vom Mitbewerber\./,
  );
  await expect(part).toContainText('Deren Zeitraum beginnt nicht nach dem Monat der Bestellung');
  await part.getByText('So ist das gerechnet').click();
  await expect(part.getByRole('table').locator('tbody tr')).toContainText(['gekauft', 'weder noch']);
  await expectNoViolations(page, 'what an order brought', [`Produkt ${gtin}`]);
  await expect(page.locator('.customer__timeline > li[data-kind=order]')).toContainText(
    '2 Produkte, 4 Packungen',
  );

  // Of bought products without a price nobody knows what they turn over.
  await page.route('**/last-order', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    await route.fulfill({
      response,
      json: { ...answer, result: { ...answer.result, turnoverPerYear: null } },
    });
  });
  await page.reload();
  await expect(part).toContainText('gekauft werden: 1 von 2, CHF – im Jahr;');

  await part.getByRole('link', { name: 'Bestellungen und Szenarien, Produkt für Produkt' }).click();
  await expect(page).toHaveURL(/\/brought$/);
  const products = page.getByRole('table', { name: 'Bestellte Produkte' });
  await expect(products.locator('tbody tr')).toContainText(['gekauft', 'weder noch']);
  await expectNoViolations(page, 'what all orders brought', [`Produkt ${gtin}`]);
  await products.getByRole('button', { name: 'Gekaufte Packungen' }).press('Enter');
  await expect(page).toHaveURL(/sort=packsBought/);
  await expect(products.locator('tbody tr').first()).toContainText('gekauft');
  await page.getByRole('radio', { name: 'weder noch' }).press('Space');
  await expect(products.locator('tbody tr')).toHaveCount(1);
  await page.reload();
  await expect(products.locator('tbody tr')).toHaveCount(1);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Herunterladen: Excel' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^Was die Bestellungen brachten .*\.xlsx$/);

  // The same of what scenarios proposed.
  await page.getByRole('radio', { name: 'Vorgeschlagen' }).press('Space');
  await expect(page.getByText('in dem ein Szenario gespeichert wurde')).toBeVisible();
  await portal.pool.query(
    `insert into scenarios (statistic_id, owner_id, name, choice, statistic_revision, catalogue_revision, made_at, proposed)
     select id, uploader_id, 'Frühling', '{"chosen":[],"share":"1","benchmark":null}', 1, 1, '2025-03-04T10:00:00Z', $2
     from statistics where id = $1`,
    [id, JSON.stringify([{ gtin: '7680999999993', productDescription: 'Vorschlag', packs: 2.5 }])],
  );
  await page.reload();
  const proposed = page.getByRole('table', { name: 'Vorgeschlagene Produkte' });
  await expect(proposed.locator('tbody tr')).toContainText(['Vorschlag']);
  await expect(proposed.locator('tbody tr')).toContainText(['Frühling, 04.03.2025']);
  await expectNoViolations(page, 'what scenarios brought', ['Vorschlag', 'Frühling']);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/customer/${number}/brought?lang=fr&state=constructor&statistic=none`);
  await expect(page.getByRole('table', { name: 'Produits commandés' }).locator('tbody tr')).toHaveCount(2);
  await expectNoViolationsEither(page, 'what all orders brought on a phone', [`Produkt ${gtin}`]);
  expect(await page.evaluate(layoutFaults)).toEqual([]);
});

test('until a list without a filter is there it is not said that there are no uploads', {
  tag: '@long',
}, async ({ page, portal }) => {
  await signIn(page, portal, 'rep1@portal.example');
  const rows = page.locator('.past-uploads tbody tr');
  await rows.first().waitFor();
  await page.getByRole('searchbox').fill('gibt es nicht');
  const nothing = page.getByRole('heading', { name: 'Keine Statistik entspricht dem Filter' });
  await nothing.waitFor();
  // As for somebody whose list is not in memory any more.
  await page.reload();
  await nothing.waitFor();
  const letGo = await holdBack(page, /\/api\/statistics\?/);
  const asked = page.waitForRequest(/\/api\/statistics\?/);
  await page.getByRole('button', { name: 'Filter zurücksetzen' }).click();
  await asked;
  // Nor that there is none that fits, which was said of the filter.
  await expect(page.getByRole('status', { name: 'Bisherige Uploads werden geladen' })).toBeVisible();
  await expect(page.getByRole('heading', { name: /Noch keine Statistiken|Keine Statistik/ })).toHaveCount(0);
  letGo();
  await expect(rows.first()).toBeVisible();
});

test('that the next customers do not come leaves those that are there, and is told below them', {
  tag: '@long',
}, async ({ page, portal }) => {
  await startSession(page, portal, 'rep1@portal.example');
  await page.route(/\/api\/customers\?/, async (route) => {
    if (route.request().url().includes('PageNumber=2')) return route.abort();
    const response = await route.fetch();
    return route.fulfill({ response, headers: { ...response.headers(), 'x-has-next-page': 'true' } });
  });
  await page.goto('/?by=customer');
  const rows = page.locator('.past-uploads tbody tr');
  await rows.first().waitFor();
  const before = await rows.count();
  await page.getByRole('button', { name: 'Mehr laden' }).click();
  await expect(page.locator('.past-uploads ~ [role=alert]')).toBeVisible({ timeout: 20_000 });
  await expect(rows).toHaveCount(before);
});

test('a cart that somebody else has made visible leads to theirs', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  await startSession(page, portal, 'rep1@portal.example');
  const key = 'visible-cart-of-others';
  const { rows } = await portal.pool.query<{ number: string }>(
    `with s as (
       select id, customer_external_id as number from statistics
       where active and not test_upload and uploader_id = (select id from users where email = 'rep1@portal.example')
       order by id desc limit 1
     ), c as (
       insert into carts (cart_key, statistic_id, owner_id, visible)
       select $1, s.id, u.id, true from s, users u where u.email = 'rep2@portal.example' returning id
     ), r as (
       insert into cart_rows (cart_id, gtin, description, quantity, version)
       select id, '7680999999993', 'Fremd', '2', 1 from c
     )
     select number from s`,
    [key],
  );
  await page.goto(`/customer/${rows[0]!.number}`);
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Warenkorb von Cédric Jaquiéry' })
    .getByRole('link')
    .click();
  await expect(page.locator('.whose-cart select')).toHaveValue(key);
});

test('a note is written, read and deleted after a question', async ({ page, portal }) => {
  await startSession(page, portal, 'rep1@portal.example');
  const { rows } = await portal.pool.query<{ number: string }>(
    `select customer_external_id as number from statistics s join users u on u.id = s.uploader_id
     where u.email = 'rep1@portal.example' and s.active and not test_upload limit 1`,
  );
  await page.goto(`/customer/${rows[0]!.number}?lang=de`);
  const save = page.getByRole('button', { name: 'Notiz speichern' });
  await expect(save).toBeDisabled();
  const field = page.getByLabel('Neue Notiz');
  await field.fill('Ruft im Mai zurück\n<b>wichtig</b>');
  const letGo = await holdBack(page, /\/notes$/);
  await save.click();
  await expect(field).toBeDisabled();
  letGo();
  const noted = page.locator('.customer__noted');
  await expect(noted).toContainText('<b>wichtig</b>');
  await expect(noted).toContainText('Corinne Lüscher');
  await expect(field).toHaveValue('');
  await expectNoViolationsEither(page, 'a note', ['Ruft im Mai zurück']);
  await noted.getByRole('button', { name: /^Notiz vom .* löschen$/ }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Ruft im Mai zurück');
  await question.getByRole('button', { name: 'Löschen' }).click();
  await expect(noted).toHaveCount(0);
});

test('a note that is gone already goes when it is to be deleted', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  await startSession(page, portal, 'admin@portal.example');
  await openCustomer(page, portal, '?lang=de');
  await page.getByLabel('Neue Notiz').fill('Anderswo gelöscht');
  await page.getByRole('button', { name: 'Notiz speichern' }).click();
  const noted = page.locator('.customer__noted').filter({ hasText: 'Anderswo gelöscht' });
  await noted.waitFor();
  await portal.pool.query("delete from customer_notes where text = 'Anderswo gelöscht'");
  await noted.getByRole('button', { name: /^Notiz vom .* löschen$/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(noted).toHaveCount(0);
});

test('the page of a customer is accessible, on a phone in French too, where nothing is beside the screen', {
  tag: '@long',
}, async ({ page, portal }) => {
  await startSession(page, portal, 'admin@portal.example');
  const customer = await openCustomer(page, portal, '?lang=de');
  await expect(page.locator('.customer__timeline > li').first()).toBeVisible();
  await expectNoViolations(page, 'customer', said(customer));
  await page.setViewportSize({ width: 360, height: 740 });
  await openCustomer(page, portal, '?lang=fr');
  await expect(page.getByRole('heading', { name: 'Chronologie' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expectNoViolations(page, 'customer on a phone', said(customer));
});
