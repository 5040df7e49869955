import type { ProductRow } from './table-columns.ts';

/** What a row is marked with. */
export const badgeKinds = [
  'discontinued',
  'sb20',
  'exclusive',
  'undeliverable',
  'newStockout',
  'coMarketing',
  'slLost',
  'backInStock',
  'alternative',
] as const;

export type BadgeKind = (typeof badgeKinds)[number];

/** Whether a badge speaks of the article bought or of its alternative. */
export type BadgeSide = 'product' | 'alternative';

export interface Badge {
  kind: BadgeKind;
  side: BadgeSide;
}

export type MarkedRow = Pick<
  ProductRow,
  | 'sB20'
  | 'providerExclusive1'
  | 'providerExclusive2'
  | 'coMarketing'
  | 'coMarketing2'
  | 'sL1'
  | 'sL2'
  | 'stockOut1'
  | 'discontinued1'
  | 'stockOut2'
  | 'newStockout1'
  | 'newStockout2'
  | 'backInStock2'
  | 'alternativeGTIN'
>;

/** The badges of the article itself; with the alternative's column hidden, one for the alternative as well. */
export function productBadges(row: MarkedRow, alternativeHidden: boolean): Badge[] {
  return marked('product', {
    discontinued: row.discontinued1,
    undeliverable: row.stockOut1,
    newStockout: row.newStockout1,
    sb20: row.sB20,
    exclusive: row.providerExclusive1,
    coMarketing: row.coMarketing,
    alternative: alternativeHidden && row.alternativeGTIN !== null,
  });
}

/** The badges of the alternative; none without one. */
export function alternativeBadges(row: MarkedRow): Badge[] {
  if (row.alternativeGTIN === null) return [];
  return marked('alternative', {
    undeliverable: row.stockOut2,
    newStockout: row.newStockout2,
    backInStock: row.backInStock2,
    exclusive: row.providerExclusive2,
    coMarketing: row.coMarketing2,
    slLost: row.sL1 && row.sL2 === false,
  });
}

function marked(side: BadgeSide, holds: Partial<Record<BadgeKind, boolean | null>>): Badge[] {
  const kinds = Object.entries(holds).filter(([, holding]) => holding);
  return kinds.map(([kind]) => ({ kind: kind as BadgeKind, side }));
}
