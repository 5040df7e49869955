import type { Badge, BadgeKind } from '../dashboard/products/badges.ts';
import type { FactOf } from '../dashboard/products/use-badge-texts.ts';
import type { StockoutRow } from './stockout-row.ts';

/** The marks that stock-out rows can have. */
export const stockoutBadgeKinds: readonly BadgeKind[] = [
  'discontinued',
  'newStockout',
  'undeliverable',
  'sb20',
  'coMarketing',
  'backInStock',
];

/** The marks of the product that is missing. */
export function missingBadges(row: StockoutRow): Badge[] {
  return marked('product', {
    discontinued: row.discontinued1,
    newStockout: row.newStockout1,
    undeliverable: true,
    sb20: row.sB20,
    coMarketing: row.coMarketing1,
  });
}

/** The marks of its alternative; none without one. */
export function replacingBadges(row: StockoutRow): Badge[] {
  if (row.alternativeGTIN === null) return [];
  return marked('alternative', {
    undeliverable: row.stockOut2,
    newStockout: row.newStockout2,
    backInStock: row.backInStock2,
    coMarketing: row.coMarketing,
  });
}

/** What the marks of a row tell. */
export function factsOf(row: StockoutRow): FactOf {
  return (name) => {
    if (name === 'backInStockDate2') return row.backInStockDate as never;
    return (name === 'qtySum2' ? null : row[name as keyof StockoutRow]) as never;
  };
}

function marked(side: Badge['side'], holds: Partial<Record<BadgeKind, boolean | null>>): Badge[] {
  const kinds = Object.entries(holds).filter(([, holding]) => holding);
  return kinds.map(([kind]) => ({ kind: kind as BadgeKind, side }));
}
