import { expect, test } from '#tests/support/browser.ts';
import { chf, whole } from '../dashboard.ts';
import { written } from '../market-lists.ts';
import { signIn } from '../sign-in.ts';

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
