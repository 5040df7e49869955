import type { Locator } from '@playwright/test';
import type { Cart } from '#shared/schemas/cart.ts';
import { expect, type NewPortal, test } from '#tests/support/new-portal.ts';
import { addCustomer, addUser, publishReferenceData, signIn as tokenOf } from '#tests/support/portal.ts';
import { uploadRows } from '#tests/support/small-portal.ts';
import { gtin } from '#tests/support/world.ts';
import { whole } from '../dashboard.ts';

const ROWS = 3000;
const email = 'rep@portal.example';
const heading =
  'gtin,pharmacode,description,manufacturer,atc,molecule,packSize,unit,form,strength,origin,sl,sB20,biological,coMarketing,exFactoryPrice,publicPrice,swissmedicNo,category';

const bought = (place: number) => gtin(String(768_010_000_000 + place));
const ours = (place: number) => gtin(String(768_020_000_000 + place));
const nameOf = (place: number) => `Provider ${String(place).padStart(4, '0')} 30 Tabl`;
const packsOf = (place: number) => (place % 9) + 1;

test('3,000 rows scroll without a hole, and one near the end is found, typed into and there after a reload', {
  tag: '@long',
}, async ({ page, newPortal }) => {
  test.setTimeout(240_000);
  const { directLinkId, token } = await fillPortal(newPortal);
  await page.context().addCookies([{ name: 'token', value: token, url: newPortal.url, sameSite: 'Lax' }]);
  await page.goto(`/dashboard/${directLinkId}/cart`);
  const grid = page.getByRole('grid');
  await expect(grid).toHaveAttribute('aria-rowcount', String(ROWS + 1));
  const box = page.locator('.cart-table');

  await box.hover();
  const wheel = await framesOf(box, async () => {
    for (let turn = 0; turn < 40; turn++) await page.mouse.wheel(0, turn < 30 ? 120 : -360);
  });
  expect(wheel.holes).toEqual([]);
  // Down to the end and up again, by more than a screenful, several, and a tenth of everything.
  for (const share of [1.5, 4.5, 25]) {
    const { holes, places } = await framesOf(box, () => walk(box, share));
    expect(holes, `in steps of ${share} screenfuls`).toEqual([]);
    expect(Math.max(...places), 'rows that were in sight').toBe(ROWS - 1);
  }
  expect(await grid.locator('tbody tr').count()).toBeLessThan(80);

  // The 2,900th by name; typed where it stands, with all rows there.
  const wanted = 2899;
  await page.getByRole('searchbox', { name: 'Produkte nach Name suchen' }).fill(nameOf(wanted).toLowerCase());
  await expect(grid).toHaveAttribute('aria-rowcount', '3');
  await page.getByRole('button', { name: 'Suche leeren' }).click();
  await expect(grid).toHaveAttribute('aria-rowcount', String(ROWS + 1));
  const row = grid.locator(`tr[data-gtin="${ours(wanted)}"]`);
  await expect(async () => {
    await scrollTo(box, await placeOf(newPortal, directLinkId, token, ours(wanted)));
    await expect(row).toBeInViewport({ timeout: 1000 });
  }).toPass();
  await row.locator('[data-control="packs"]').fill('1234');
  await page.keyboard.press('Enter');
  await expect(page.locator('.save-state')).toHaveText('Gespeichert');
  await expect(page.locator('[data-sum="packs"]')).toHaveText(whole(1234));

  await page.reload();
  await expect(page.locator('[data-sum="packs"]')).toHaveText(whole(1234));
  await scrollTo(box, await placeOf(newPortal, directLinkId, token, ours(wanted)));
  await expect(row.locator('[data-control="packs"]')).toHaveValue('1234');
  const { rows } = await cartOf(newPortal, directLinkId, token);
  expect(rows.filter(({ packs }) => packs > 0).map((each) => [each.gtin, each.packs])).toEqual([
    [ours(wanted), 1234],
  ]);
});

/** 3,000 articles bought, each with a product of the provider that stands for it. */
async function fillPortal({ pool, url }: NewPortal): Promise<{ directLinkId: string; token: string }> {
  const places = Array.from({ length: ROWS }, (_, place) => place);
  const product = (code: string, name: string, maker: string) =>
    `${code},,${name},${maker},C09AA05,ramiprilum,30,Tabl,Tabletten,10 mg,generic,1,0,0,0,10,19.9,10000,B`;
  await publishReferenceData(pool, {
    catalogue: {
      products: [
        heading,
        ...places.map((place) => product(bought(place), `Generic ${place} 30 Tabl`, 'Generic AG')),
        ...places.map((place) => product(ours(place), nameOf(place), 'Provider AG')),
        '',
      ].join('\n'),
      portfolio: `gtin,alternativeGTIN,rank\n${places.map((place) => `${bought(place)},${ours(place)},1\n`).join('')}`,
      exclusive: `gtin\n${ours(0)}\n`,
      priceDate: '2026-01-01',
    },
    stockouts: { csv: 'gtin,reportedOn,updatedOn,expectedDelivery,backInStockOn\n' },
  });
  await addCustomer(pool, '4711', 'Pharmacy');
  await addUser(pool, { email });
  const token = await tokenOf(url, email);
  const rows = places.map((place) => [bought(place), packsOf(place)] as const);
  const { directLinkId } = await uploadRows(url, token, rows);
  const cart = await cartOf({ url }, directLinkId, token);
  expect(cart.rows.map((row) => [row.gtin, row.availableQuantity]).toSorted()).toEqual(
    places.map((place) => [ours(place), packsOf(place)]).toSorted(),
  );
  return { directLinkId, token };
}

async function cartOf({ url }: { url: string }, directLinkId: string, token: string): Promise<Cart> {
  const response = await fetch(`${url}/api/cart/from-statistic/${directLinkId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  expect(response.status).toBe(200);
  return (await response.json()) as Cart;
}

/** Where a product stands among the rows, as the server orders them. */
async function placeOf(portal: NewPortal, directLinkId: string, token: string, code: string) {
  return (await cartOf(portal, directLinkId, token)).rows.findIndex((row) => row.gtin === code);
}

/** Scrolls so that the row at `place` is the third in sight. */
function scrollTo(box: Locator, place: number): Promise<void> {
  return box.evaluate((element, rows) => {
    const { height } = element.querySelector('tbody tr[data-gtin]')!.getBoundingClientRect();
    element.scrollTop = (rows - 2) * height;
  }, place);
}

/** Scrolls to the end and back, a step in each frame. */
function walk(box: Locator, screenfuls: number): Promise<void> {
  return box.evaluate(
    (element, share) =>
      new Promise<void>((resolve) => {
        let direction = 1;
        const step = () => {
          const most = element.scrollHeight - element.clientHeight;
          element.scrollTop += direction * share * element.clientHeight;
          if (element.scrollTop >= most - 1) direction = -1;
          if (direction === -1 && element.scrollTop === 0) resolve();
          else requestAnimationFrame(step);
        };
        step();
      }),
    screenfuls,
  );
}

/**
 * What each frame shows while something scrolls: pixels between heading and totals in which no row stands, with where that
 * was, and the places of rows in sight.
 */
async function framesOf(
  box: Locator,
  scroll: () => Promise<void>,
): Promise<{ holes: string[]; places: number[] }> {
  await box.evaluate((element) => {
    const seen = { holes: [] as string[], places: new Set<number>(), over: false };
    Object.assign(window, { seen });
    const look = () => {
      if (seen.over) return;
      // Before a frame is painted, after what scrolling has changed in it.
      const { top, bottom } = element.getBoundingClientRect();
      const from = Math.max(top, element.querySelector('thead')!.getBoundingClientRect().bottom);
      const to = bottom;
      let filled = 0;
      for (const row of element.querySelectorAll<HTMLElement>('tbody tr[data-gtin]')) {
        const at = row.getBoundingClientRect();
        const height = Math.min(to, at.bottom) - Math.max(from, at.top);
        if (height <= 0) continue;
        filled += height;
        seen.places.add(Number(row.getAttribute('aria-rowindex')) - 2);
      }
      if (to - from - filled > 2)
        seen.holes.push(`${Math.round(to - from - filled)} px at ${element.scrollTop}`);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await scroll();
  return box.evaluate(async (element) => {
    // Wheels scroll smoothly.
    for (let still = 0, before = -1; still < 20; before = element.scrollTop) {
      await new Promise(requestAnimationFrame);
      still = element.scrollTop === before ? still + 1 : 0;
    }
    const { seen } = window as unknown as {
      seen: { holes: string[]; places: Set<number>; over: boolean };
    };
    seen.over = true;
    return { holes: seen.holes, places: [...seen.places] };
  });
}
