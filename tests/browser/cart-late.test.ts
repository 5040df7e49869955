import { expect, test } from '@playwright/test';
import type { Cart } from '#shared/schemas/cart.ts';
import { addCustomer, addUser, publishReferenceData, signIn } from '#tests/support/portal.ts';
import { startTestServer } from '#tests/support/server.ts';
import { original, provider, smallCatalogue } from '#tests/support/small-catalogue.ts';
import { uploadRows } from '#tests/support/small-portal.ts';
import { gtin } from '#tests/support/world.ts';
import { openDetails } from './cart-portal.ts';

const second = gtin('768010000004');

/** The provider's product is missing until 15.6.2031; another one of the provider stands behind it by rank. */
const catalogue = {
  catalogue: {
    ...smallCatalogue.catalogue,
    products: `${smallCatalogue.catalogue.products}${second},0000004,Second 10 mg 30 Tabl,Provider AG,C09AA05,ramiprilum,30,Tabl,Tabletten,10 mg,generic,1,0,0,0,11,21,10003,B\n`,
    portfolio: `${smallCatalogue.catalogue.portfolio}${original},${second},2\n`,
  },
  stockouts: {
    csv: `gtin,reportedOn,updatedOn,expectedDelivery,backInStockOn\n${provider},2026-01-05,2026-01-06,2031-06-15,\n`,
  },
};

test('a product that comes too late says when it is expected, and its next alternative takes its place', {
  tag: '@long',
}, async ({ page }) => {
  const server = await startTestServer();
  try {
    await publishReferenceData(server.pool, catalogue);
    await addCustomer(server.pool, '4711', 'Pharmacy');
    await addUser(server.pool, { email: 'rep@portal.example' });
    const token = await signIn(server.url, 'rep@portal.example');
    const { directLinkId: link } = await uploadRows(server.url, token, [[original, 7]]);
    await page.context().addCookies([{ name: 'token', value: token, url: server.url, sameSite: 'Lax' }]);
    await page.goto(`${server.url}/dashboard/${link}/cart`);
    const row = page.locator(`tr[data-gtin="${provider}"]`);
    await expect(row.last()).toContainText('Nicht lieferbar bis zum Liefertermin; erwartet am 15.06.2031.');
    await row.first().locator('[data-control="packs"]').fill('5');
    // Five packs at CHF 10.
    await expect(
      page.getByText('1 Produkt der Bestellung ist bis zum Liefertermin', { exact: false }),
    ).toContainText('CHF 50.00');
    await page
      .getByRole('button', { name: 'Nur bis zum Liefertermin Lieferbares (CHF 50.00 weniger)' })
      .click();
    await expect(row.first().locator('[data-control="packs"]')).toHaveValue('');
    await page.getByRole('button', { name: 'Rückgängig' }).click();
    await expect(row.first().locator('[data-control="packs"]')).toHaveValue('5');
    await page.getByRole('button', { name: 'Alle nächsten Alternativen nehmen (1)' }).click();
    await expect(row.first().locator('[data-control="packs"]')).toHaveValue('');
    await page.getByRole('button', { name: 'Rückgängig' }).click();
    await expect(row.first().locator('[data-control="packs"]')).toHaveValue('5');
    await row.last().getByRole('button', { name: 'Stattdessen Second 10 mg 30 Tabl' }).click();
    await expect(page.locator('.save-state')).toHaveText('Gespeichert');
    const answer = await fetch(`${server.url}/api/cart/from-statistic/${link}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    });
    const { rows, hidden } = (await answer.json()) as Cart;
    expect([...rows, ...hidden].map((each) => [each.gtin, each.packs])).toEqual([
      [provider, 0],
      [second, 5],
    ]);
    // A day after the expected one is none too late.
    await openDetails(page);
    await page.getByLabel('Liefertermin', { exact: true }).fill('16.06.2031');
    await expect(page.getByText(/Nicht lieferbar bis zum Liefertermin/)).toHaveCount(0);
  } finally {
    await server.close();
  }
});
