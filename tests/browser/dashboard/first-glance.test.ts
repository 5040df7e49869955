import { readFile } from 'node:fs/promises';
import type { product } from '#analytics/views/product.ts';
import { expect, test } from '#tests/support/browser.ts';
import { long } from '#tests/support/rounds.ts';
import type { RowOf } from '../../../web/api/views.ts';
import { pdfPages } from '../../support/pdf-pages.ts';
import { openCart } from '../cart-portal.ts';
import { chf, visitDashboard, whole } from '../dashboard.ts';
import { holdBack } from '../held-requests.ts';
import { expectNoViolations, expectNoViolationsEither } from '../no-violations.ts';
import { startSession } from '../sign-in.ts';

type Offer = RowOf<typeof product>;

const questionOf = (rank: string) => `product?general=match&general=available_match&sortBy=${rank}&limit=10`;

test('four findings stand first, each asked why and a way to where it is shown', async ({ page, portal }) => {
  const { json, open, directLinkId } = await visitDashboard(page, portal);
  const summary = await json<Record<string, number>>('summary');
  const missing =
    await json<{ stockOut2: boolean | null; alternativeGTIN: string | null }[]>('not_deliverable');
  await open('');
  const tiles = page.getByRole('list', { name: 'Erkenntnisse' }).getByRole('listitem');
  await expect(tiles).toHaveCount(4);
  // The tiles alone round; what is exact is said on hover.
  const rounded = `CHF ${Math.round(summary.potentialTotal! / 1000)}k`;
  await expect(tiles.nth(0)).toContainText(rounded);
  await expect(tiles.nth(0).getByTitle(`CHF ${chf(summary.potentialTotal!)}`)).toHaveCount(1);
  await expect(tiles.nth(0)).toContainText(`${whole(summary.alternativeProvider!)} Artikel`);
  const replaceable = missing.filter(({ stockOut2 }) => stockOut2 === false).length;
  expect(replaceable).toBeGreaterThan(0);
  await expect(tiles.nth(1)).toContainText(whole(missing.length));
  await expect(tiles.nth(1)).toContainText(`davon ${whole(replaceable)} mit lieferbarer Alternative`);
  await expect(tiles.nth(2)).toContainText(`${summary.genericPenetration}%`);
  await expect(tiles.nth(2)).toContainText('Apotheken 59%, selbstdispensierende Ärzte 66%');
  await expect(tiles.nth(3)).toContainText(`CHF ${Math.round(summary.turnoverTotal! / 1000)}k`);

  await tiles
    .nth(0)
    .getByRole('button', { name: /Warum\?$/ })
    .click();
  await expect(page.getByRole('dialog')).toContainText(`${chf(summary.potentialTotal!)} CHF`);
  await page.goBack();
  await tiles.nth(1).getByRole('link', { name: 'Jetzt nicht lieferbar' }).click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/${directLinkId}/not_deliverable`));
});

test('the ten best offers are those of the most potential, or by choice of the customer’s gain, answer why, and are handed out', async ({
  page,
  portal,
}) => {
  const { json, open } = await visitDashboard(page, portal);
  const shown = ({ productName, alternativeProductName, ...offer }: Offer) => [
    productName!,
    alternativeProductName!,
    whole(offer.qtySum1),
    chf(offer.turnoverPotential!),
    chf(offer.customersGain!),
  ];
  await open('');
  const table = page.getByRole('table', { name: 'Die zehn besten Angebote' });
  const rows = table.locator('tbody tr');
  for (const [rank, choice] of [
    ['turnoverPotential', null],
    ['customersGain', 'Nach Kundengewinn'],
  ] as const) {
    const offers = await json<Offer[]>(questionOf(rank));
    expect(offers).toHaveLength(10);
    expect(offers.filter(({ stockOut2 }) => stockOut2 !== false)).toEqual([]);
    if (choice) await page.getByText(choice).click();
    await expect(rows).toHaveCount(10);
    for (const [place, offer] of offers.entries())
      await expect(rows.nth(place).locator('th, td')).toHaveText(shown(offer));
  }
  await expect(page).toHaveURL(/offers=customersGain/);
  await page.reload();
  const best10 = await json<Offer[]>(questionOf('customersGain'));
  const [best] = best10;
  await expect(rows.first()).toContainText(best!.productName!);

  // The article’s own figures give it, to the centime.
  const { qtySum1, efPreis1, efPreis2, packFactor, customersGain } = best!;
  expect(Math.abs(qtySum1 * (efPreis1! - packFactor! * efPreis2!) - customersGain!)).toBeLessThan(0.0051);
  await rows
    .first()
    .getByRole('button', { name: `Kundengewinn CHF: ${chf(customersGain!)}. Warum?` })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Kundengewinn CHF' });
  await expect(dialog).toContainText(`${chf(customersGain!)} CHF`);
  await expect(dialog.getByRole('listitem')).toHaveText([`Artikel: ${best!.article}`]);
  // What a figure was called where it was asked of stays.
  await expectNoViolationsEither(page, 'why of what a customer gains', ['Kundengewinn CHF']);
  await page.goBack();
  await expect(page.getByRole('button', { name: /Warenkorb/ })).toHaveCount(0);

  // The handout is one page with them, what they gain and what is missing.
  const begun = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Handzettel (PDF)' }).click();
  const download = await begun;
  expect(download.suggestedFilename()).toMatch(/^Handzettel .+\.pdf$/);
  const { pages } = await pdfPages(await readFile(await download.path()), 20);
  expect(pages).toHaveLength(1);
  const texts = pages[0]!.texts.map(({ text }) => text);
  const gains = best10.map((offer) => chf(offer.customersGain!));
  expect(texts.filter((text) => gains.includes(text))).toEqual(gains);
  const missing = await json<object[]>('not_deliverable');
  expect(missing.length).toBeGreaterThan(10);
  // In the customer’s language.
  expect(texts.filter((text) => text.split(' ')[1] === String(missing.length - 10))).toHaveLength(1);
});

test('an offer goes to the cart by one press, and all of them by another', async ({ page, portal }) => {
  const { cart, call, directLinkId } = await openCart(page, portal);
  const offers = await call<Offer[]>('GET', `statistics/${directLinkId}/${questionOf('turnoverPotential')}`);
  await page.goto(`/dashboard/${directLinkId}`);
  const rows = page.getByRole('table', { name: 'Die zehn besten Angebote' }).locator('tbody tr');
  await rows
    .first()
    .getByRole('button', { name: `In den Warenkorb: ${offers[0]!.alternativeProductName}` })
    .click();
  await expect.poll(async () => (await cart()).sums.rows).toBe(1);
  // What it became: the packs of all articles that the product replaces, and the head counts it.
  const [row] = (await cart()).rows.filter(({ selectedQuantity }) => selectedQuantity > 0);
  await expect(page.locator('.bp6-toast').first()).toContainText(
    `${whole(row!.packs)} ${row!.packs === 1 ? 'Packung' : 'Packungen'}: der Bezug des Zeitraums`,
  );
  expect(row!.packs).toBe(row!.availableQuantity);
  await expect(page.getByRole('link', { name: 'Warenkorb (1)' })).toBeVisible();
  await page.getByRole('button', { name: 'Alle in den Warenkorb' }).click();
  const products = new Set(offers.map(({ alternativeGTIN }) => alternativeGTIN));
  await expect.poll(async () => (await cart()).sums.rows).toBe(products.size);
  const selected = (await cart()).rows.filter(({ selectedQuantity }) => selectedQuantity > 0);
  expect(new Set(selected.map(({ gtin }) => gtin))).toEqual(products);
  // Those of before stand there until others are, and are no longer what "all" means.
  const release = await holdBack(page, /sortBy=customersGain/);
  await page.getByText('Nach Kundengewinn').click();
  await expect(page.getByRole('button', { name: 'Alle in den Warenkorb' })).toBeDisabled();
  await expect(rows.first()).toContainText(offers[0]!.productName!);
  release();
  await expect(page.getByRole('button', { name: 'Alle in den Warenkorb' })).toBeEnabled();
});

test('the head says whose statistic it is on every page, and shares it as a link, by mail and as a code', async ({
  page,
  portal,
}) => {
  const { json, open, directLinkId } = await visitDashboard(page, portal);
  const name = await json<{ customerName: string }>('short-summary');
  await startSession(page, portal, 'rep1@portal.example');
  const head = page.locator('.statistic-head');
  const paths = ['', 'products', 'duplicate_products', 'excel', 'cart', 'potential'];
  for (const path of long ? paths : paths.slice(-2)) {
    await open(path);
    await expect(head).toContainText(name.customerName);
    await expect(head.getByRole('link', { name: /^Warenkorb/ })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  }
  await head.getByRole('button', { name: 'Teilen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Direktlink' });
  const address = `${new URL(page.url()).origin}/dashboard/${directLinkId}`;
  await expect(dialog.getByLabel('Adresse')).toHaveValue(address);
  await expect(dialog.getByRole('img', { name: 'QR-Code des Direktlinks' })).toBeVisible();
  const mail = await dialog.getByRole('link', { name: 'Per E-Mail' }).getAttribute('href');
  expect(decodeURIComponent(mail!)).toBe(
    `mailto:?subject=Sortimentsanalyse von ${name.customerName}&body=${address}`,
  );
  await expectNoViolations(page, 'share dialog');
  await page.goBack();
  await expect(dialog).toHaveCount(0);
});
