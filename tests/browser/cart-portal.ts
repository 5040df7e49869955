import { expect, type Locator, type Page } from '@playwright/test';
import type { Cart, CartRow } from '#shared/schemas/cart.ts';
import type { Portal } from '#tests/support/browser.ts';
import { addUser } from '#tests/support/portal.ts';
import { whole } from './dashboard.ts';
import { openStatistic } from './demo-statistics.ts';
import { startSession } from './sign-in.ts';

export interface CartPage {
  directLinkId: string;
  /** The cart as the server has it. */
  cart: () => Promise<Cart>;
  /** Calls the API as the same user. */
  call: <Answer>(method: string, path: string, body?: object) => Promise<Answer>;
  grid: Locator;
  /** The row of a product. */
  row: (row: Pick<CartRow, 'gtin'>) => Locator;
  /** The field for its packs. */
  packs: (row: Pick<CartRow, 'gtin'>) => Locator;
  /** Until everything is saved. */
  saved: () => Promise<void>;
}

let buyers = 0;

/** The cart of a new user, Berta Käufer, for the demo's first statistic, which is about half a year. */
export async function openCart(page: Page, portal: Portal, query = ''): Promise<CartPage> {
  const { directLinkId } = await openStatistic(portal.pool);
  buyers += 1;
  const email = `buyer${buyers}@portal.example`;
  await addUser(portal.pool, { email, name: 'Berta Käufer' });
  await startSession(page, portal, email);
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')!.value;
  const call: CartPage['call'] = async (method, path, body) => {
    const response = await fetch(`${portal.url}/api/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(response.status, path).toBe(200);
    return (await response.json()) as never;
  };
  await page.goto(`/dashboard/${directLinkId}/cart${query}`);
  const grid = page.getByRole('grid');
  await grid.locator('[data-gtin]').first().waitFor();
  const row = ({ gtin }: { gtin: string }) => grid.locator(`tr[data-gtin="${gtin}"]`).first();
  return {
    directLinkId,
    cart: () => call<Cart>('POST', `cart/from-statistic/${directLinkId}`, {}),
    call,
    grid,
    row,
    packs: (each) => row(each).locator('[data-control="packs"]'),
    saved: () => expect(page.locator('.save-state')).toHaveText('Gespeichert'),
  };
}

/** Expects the totals below the table. */
export async function expectSums(grid: Locator, sums: { packs: number; amount: string }): Promise<void> {
  await expect(grid.page().locator('[data-sum="packs"]')).toHaveText(whole(sums.packs));
  await expect(grid.page().locator('[data-sum="exFactory"]')).toHaveText(sums.amount);
}

/** Unfolds what holds for the whole order. */
export async function openDetails(page: Page): Promise<void> {
  await page.locator('.cart-settings > summary').click();
}
