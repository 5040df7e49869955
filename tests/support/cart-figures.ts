import { expect } from 'vitest';

/** What `expected/market-….expected.json` says of the cart of cabinet-achats-2025. */
export type CartFigures = {
  /** By GTIN: packs available, packs of it bought already. */
  cart: Record<string, [number, number]>;
};

/** The statistic that the cart is of. */
export const cartStatistic = 'cabinet-achats-2025';

/** Holds the rows of the cart, however they were asked for, against the figures that were computed for them. */
export function expectCart({ cart }: CartFigures, rows: readonly Record<string, unknown>[]): void {
  const figures = rows.map(({ gtin, availableQuantity, quantityProvider }) => [
    gtin,
    [availableQuantity, quantityProvider],
  ]);
  expect(Object.fromEntries(figures)).toEqual(cart);
  expect(rows).toHaveLength(Object.keys(cart).length);
}
