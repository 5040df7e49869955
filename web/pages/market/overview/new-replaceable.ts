import { isReplaceable, type StockoutRow } from '../stockout-row.ts';

/**
 * The new stock-outs with a deliverable alternative, by potential, without one the newest first; and how many other new
 * ones there are.
 */
export function newReplaceable<Row extends StockoutRow>(
  rows: readonly Row[],
): { replaceable: Row[]; others: number } {
  const fresh = rows.filter(({ newStockout1 }) => newStockout1);
  const replaceable = fresh
    .filter(isReplaceable)
    .sort(
      (a, b) =>
        (b.turnoverPotential ?? -1) - (a.turnoverPotential ?? -1) ||
        b.missingSince1.localeCompare(a.missingSince1) ||
        a.productName.localeCompare(b.productName, 'de-CH'),
    );
  return { replaceable, others: fresh.length - replaceable.length };
}
