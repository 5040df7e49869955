import { parseFraction } from '#shared/cart-quantity.ts';
import { isLate } from '#shared/delivery-day.ts';
import type { Cart, CartRow } from '#shared/schemas/cart.ts';
import { folded } from '#shared/searched-text.ts';
import type { Badge } from '../products/badges.ts';
import type { FactOf } from '../products/use-badge-texts.ts';
import type { CartOrder } from './cart-queries.ts';
import { packsOfExact, selectedOfAvailable, selectedOfPacks } from './quantity.ts';

/** What a product of the cart is marked with. */
export function badgesOf(row: CartRow): Badge[] {
  const holds = {
    discontinued: row.discontinued,
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
  const facts: Partial<Record<Parameters<FactOf>[0], string | number | boolean | null>> = {
    deliverabilityStatus1: row.deliverabilityStatus,
    deliverabilityReportingDate1: row.deliverabilityReportingDate,
    deliverabilityUpdate1: row.deliverabilityUpdate,
    deliverability1: row.deliverability,
    deliverabilityWeek1: row.deliverabilityWeek,
    backInStockDate2: row.backInStockDate,
  };
  return ((name) => facts[name] ?? null) as FactOf;
}

/** Rows of an order that can't be there by a day. */
export function lateRows(
  { rows, hidden }: Pick<Cart, 'rows' | 'hidden'>,
  days: { day: string; today: string },
): CartRow[] {
  return [...rows, ...hidden].filter((row) => row.packs > 0 && isLate(row, days));
}

/**
 * What is to be selected so that each row's next alternative comes instead of it, on top of what is ordered of that; those
 * without one stay. A row without packs stands for what is available of it.
 */
export function replacements(
  late: readonly CartRow[],
  all: readonly CartRow[],
  multiplierExact: string,
): { row: Pick<CartRow, 'gtin' | 'productDescription'>; selected: string }[] {
  const multiplier = parseFraction(multiplierExact);
  const replaced = late.filter(({ nextAlternativeGTIN }) => nextAlternativeGTIN !== null);
  const packs = new Map<string, number>();
  const names = new Map<string, string>();
  for (const row of replaced) {
    const gtin = row.nextAlternativeGTIN!;
    const wanted = row.packs || packsOfExact(selectedOfAvailable(row.availableQuantity), multiplier);
    const before = packs.get(gtin) ?? all.find((each) => each.gtin === gtin)?.packs ?? 0;
    packs.set(gtin, before + wanted);
    names.set(gtin, row.nextAlternativeProductName ?? gtin);
  }
  return [
    ...[...packs].map(([gtin, sum]) => ({
      row: { gtin, productDescription: names.get(gtin)! },
      selected: selectedOfPacks(sum, multiplierExact),
    })),
    ...replaced
      .filter(({ gtin, selectedExact }) => selectedExact !== '0' && !packs.has(gtin))
      .map((row) => ({ row, selected: '0' })),
  ];
}

/** Rows whose name has the text in it, whatever its case and accents; all of them for ''. */
export function namedRows(rows: readonly CartRow[], text: string): readonly CartRow[] {
  const wanted = folded(text.trim());
  if (wanted === '') return rows;
  return rows.filter(({ productDescription }) => folded(productDescription).includes(wanted));
}

/** The rows, which come by name, in another order: most first, unknown last; or what can be delivered first. */
export function inOrder(rows: readonly CartRow[], order: CartOrder): readonly CartRow[] {
  if (order === 'productName') return rows;
  const rank = (row: CartRow) =>
    order === 'deliverable' ? Number(row.stockOut) : -(row[order] ?? Number.NEGATIVE_INFINITY);
  return rows.toSorted((one, other) => (rank(one) === rank(other) ? 0 : rank(one) - rank(other)));
}
