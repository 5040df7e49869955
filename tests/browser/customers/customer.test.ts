import type { CustomerPage, ListedCustomer } from '#shared/schemas/customer-page.ts';
import { expect, test } from '#tests/support/browser.ts';
import { layoutFaults } from '#tests/support/layout-faults.ts';
import { chf } from '../dashboard.ts';
import { holdBack } from '../held-requests.ts';
import { expectNoViolations, expectNoViolationsEither } from '../no-violations.ts';
import { signIn, startSession } from '../sign-in.ts';

/** Texts that come from the file of customers and from uploads. */
const said = ({ known, statistics }: CustomerPage) =>
  [known?.address ?? '', ...statistics.map(({ comment }) => comment ?? '')].filter(Boolean);

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
