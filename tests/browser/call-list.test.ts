import { expect, test } from '#tests/support/browser.ts';
import { chf, pressEscape, whole } from './dashboard.ts';
import { written } from './market-lists.ts';
import { expectNoViolations } from './no-violations.ts';
import { signIn, startSession } from './sign-in.ts';

type Called = {
  totals: { customers: number; potentialPerMonth: number };
  customers: {
    directLinkId: string;
    customerName: string;
    potentialPerMonth: number;
    discontinuedProducts: number;
    discontinuedPotentialPerYear: number;
    products: {
      gtin: string;
      productName: string;
      reportedOn: string;
      knownSinceAtLeast: boolean;
      potentialPerMonth: number | null;
    }[];
  }[];
};

const asked = '/api/portfolio/call-list?limit=25&offset=0';

test('the call list begins with who buys what will not come back, and opens to what they miss', async ({
  page,
  portal,
}) => {
  await portal.pool.query("update customers set phone = '+41 (0)44 000 00 01'");
  await signIn(page, portal, 'admin@portal.example');
  const answer = page.waitForResponse((response) => response.url().endsWith(asked));
  await page.getByRole('link', { name: 'Anrufliste' }).click();
  const list = (await (await answer).json()) as Called;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Anrufliste');
  const table = page.getByRole('table', { name: 'Kunden' });
  const first = list.customers[0]!;
  const customer = table.locator('tbody').first();
  await expect(customer.getByRole('cell').first()).toHaveText(chf(first.potentialPerMonth));
  expect(first.discontinuedPotentialPerYear).toBeGreaterThan(0);
  const { discontinuedProducts: gone } = first;
  await expect(customer.getByRole('rowheader')).toContainText(
    `${gone} ${gone === 1 ? 'Produkt' : 'Produkte'} dauerhaft ausser Handel · CHF ${chf(first.discontinuedPotentialPerYear)} Potenzial pro Jahr`,
  );
  await expect(table.locator('tfoot')).toContainText(`${whole(list.totals.customers)} Kunde`);
  await expect(table.locator('tfoot').getByRole('cell').first()).toHaveText(
    chf(list.totals.potentialPerMonth),
  );
  await customer.getByRole('button', { name: `Produkte von ${first.customerName} anzeigen` }).focus();
  await page.keyboard.press('Enter');
  await expect(customer.getByRole('row')).toHaveCount(first.products.length + 1);
  await expect(customer.locator('a[href^="tel:"]')).toHaveAttribute('href', 'tel:+41440000001');
  await expect(customer.getByRole('link', { name: first.customerName, exact: true })).toHaveAttribute(
    'href',
    `/dashboard/${first.directLinkId}/not_deliverable`,
  );
  // Of what a first list has nobody knows whether it was missing before.
  await expect(customer.getByRole('row')).toContainText([
    first.customerName,
    ...first.products.map(
      ({ reportedOn, knownSinceAtLeast }) =>
        `Fehlt ${knownSinceAtLeast ? 'mindestens ' : ''}seit ${written(reportedOn)}`,
    ),
  ]);
  const product = first.products[0]!;
  await customer.getByRole('link', { name: product.productName, exact: true }).click();
  await expect(page).toHaveURL(
    new RegExp(`/dashboard/${first.directLinkId}/products\\?article=${product.gtin}`),
  );
  await expect(
    page.getByRole('grid').getByRole('rowheader', { name: product.productName }).first(),
  ).toBeVisible();
});

test('a product says how many customers buy it, and lists them', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  await startSession(page, portal, 'admin@portal.example');
  const answer = page.waitForResponse((response) => response.url().endsWith(asked));
  await page.goto('/call-list');
  const { customers } = (await (await answer).json()) as Called;
  const product = customers[0]!.products[0]!;
  await page
    .getByRole('button', { name: /^Produkte von .* anzeigen$/ })
    .first()
    .click();
  const button = page.getByRole('button', { name: `· ${product.productName}` });
  const [, count] = /^(\d+) Kunde/.exec((await button.textContent())!)!;
  await button.click();
  const dialog = page.getByRole('dialog', { name: `Meine Kunden: ${product.productName}` });
  await expect(dialog.locator('tbody tr')).toHaveCount(Number(count));
  await expect(dialog.locator(`tbody a[href*="${product.gtin}"]`)).toHaveCount(Number(count));
  await expectNoViolations(page, 'customers of a product', [product.productName]);
  await pressEscape(page);
  await expect(dialog).toHaveCount(0);
  await expect(button).toBeFocused();
});

test('the page that mails lead to names the product, its GTIN beside, and leads on to the market', {
  tag: '@long',
}, async ({ page, portal }) => {
  await startSession(page, portal, 'admin@portal.example');
  const answer = page.waitForResponse((response) => response.url().endsWith(asked));
  await page.goto('/call-list');
  const { gtin, productName } = ((await (await answer).json()) as Called).customers[0]!.products[0]!;
  const strip = page.getByRole('navigation', { name: 'Lieferengpässe', exact: true });
  await expect(strip.getByRole('link')).toHaveText([
    'Potenzial der Lieferengpässe',
    'Lieferengpässe der Mitbewerber',
    'Wieder lieferbar',
  ]);
  await page.goto(`/product-customers/${gtin}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Meine Kunden: ${productName}`);
  await expect(page).toHaveTitle(new RegExp(`^Meine Kunden: ${RegExp.escape(productName)}`));
  await expect(page.getByText(`GTIN ${gtin}`)).toBeVisible();
  await strip.getByRole('link', { name: 'Wieder lieferbar' }).click();
  await expect(page).toHaveURL(/stockout-back-in-stock/);
  await page.goto('/product-customers/7680999999999');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Meine Kunden: GTIN 7680999999999');
  await page.goto('/product-customers/768099999999x');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Seite nicht gefunden');
});

test('the customers of a product stay where further ones fail to come', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  await startSession(page, portal, 'admin@portal.example');
  const answer = page.waitForResponse((response) => response.url().endsWith(asked));
  await page.goto('/call-list');
  const { gtin } = ((await (await answer).json()) as Called).customers[0]!.products[0]!;
  await page.route('**/api/portfolio/customers?*', async (route) => {
    if (route.request().url().includes('offset=25')) return route.abort();
    const response = await route.fetch();
    return route.fulfill({ response, headers: { ...response.headers(), 'x-has-next-page': 'true' } });
  });
  await page.goto(`/product-customers/${gtin}`);
  const rows = page.getByRole('table').locator('tbody tr');
  await expect(rows).not.toHaveCount(0);
  const count = await rows.count();
  await page.getByRole('button', { name: 'Weitere anzeigen' }).click();
  await expect(page.getByRole('alert')).toBeVisible({ timeout: 15_000 });
  await expect(rows).toHaveCount(count);
});

test('the list is downloaded as a workbook and as CSV', { tag: '@long' }, async ({ page, portal }) => {
  await startSession(page, portal, 'admin@portal.example');
  await page.goto('/call-list');
  for (const [name, end] of [
    ['Excel', 'xlsx'],
    ['CSV', 'csv'],
  ]) {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: `Herunterladen: ${name}` }).click();
    expect((await download).suggestedFilename()).toMatch(
      new RegExp(`^Anrufliste \\d{4}-\\d\\d-\\d\\d\\.${end}$`),
    );
  }
});

test('a failure is told with a way to try again, and an empty list says why', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  await startSession(page, portal, 'admin@portal.example');
  await page.route('**/api/portfolio/call-list?**', (route) => route.abort());
  await page.goto('/call-list');
  await expect(page.getByRole('alert')).toBeVisible();
  await page.unroute('**/api/portfolio/call-list?**');
  await page.route('**/api/portfolio/call-list?**', (route) =>
    route.fulfill({ json: { totals: { customers: 0, potentialPerMonth: 0 }, customers: [] } }),
  );
  await page.getByRole('button', { name: 'Erneut versuchen' }).click();
  await expect(page.getByRole('heading', { name: /Zurzeit fehlt keinem/ })).toBeVisible();
});

test('it is accessible, opened too, and at 360 pixels only the table scrolls sideways', {
  tag: '@long',
}, async ({ page, portal }) => {
  await startSession(page, portal, 'admin@portal.example');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/call-list');
  await page
    .getByRole('button', { name: /^Produkte von .* anzeigen$/ })
    .first()
    .click();
  await expect(page.getByRole('button', { name: /^\d+ Kunden? · / }).first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectNoViolations(page, 'call list');
});
