import { folded } from '#analytics/views/searched-text.ts';
import type { CartRow } from '#server/answers/cart.ts';
import type { Badge } from '../products/badges.ts';
import type { FactOf } from '../products/use-badge-texts.ts';

/** What a product of the cart is marked with. */
export function badgesOf(row: CartRow): Badge[] {
  const holds = {
    undeliverable: row.stockOut,
    newStockout: row.newStockout,
    backInStock: row.backInStock,
    sb20: row.sB20,
    exclusive: row.providerExclusive,
    coMarketing: row.coMarketing,
  } as const;
  return (Object.keys(holds) as (keyof typeof holds)[])
    .filter((kind) => holds[kind])
    .map((kind) => ({ kind, side: 'product' }));
}

/** What its badges tell, by the names that the product analysis has for it. */
export function factsOf(row: CartRow): FactOf {
  const facts: Partial<Record<Parameters<FactOf>[0], string | number | null>> = {
    deliverabilityStatus1: row.deliverabilityStatus,
    deliverabilityReportingDate1: row.deliverabilityReportingDate,
    deliverabilityUpdate1: row.deliverabilityUpdate,
    deliverability1: row.deliverability,
    backInStockDate2: row.backInStockDate,
  };
  return ((name) => facts[name] ?? null) as FactOf;
}

/** Whether a product can't be there by a day: it is missing, and not expected before, or nobody knows when. */
export function isLate({ stockOut, deliverability }: CartRow, day: string): boolean {
  if (!stockOut) return false;
  const expected = /^\d{4}-\d\d-\d\d/.exec(deliverability ?? '')?.[0];
  return expected === undefined || expected > day;
}

/** Rows whose name has the text in it, whatever its case and accents; all of them for ''. */
export function namedRows(rows: readonly CartRow[], text: string): readonly CartRow[] {
  const wanted = folded(text.trim());
  if (wanted === '') return rows;
  return rows.filter(({ productDescription }) => folded(productDescription).includes(wanted));
}
