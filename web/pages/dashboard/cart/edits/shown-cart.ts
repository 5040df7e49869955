import {
  type CartSums,
  type Fraction,
  lineTotal,
  multiplierOf,
  parseFraction,
  sumsOf,
  toNumber,
  writeFraction,
} from '#shared/cart-quantity.ts';
import type { Cart, CartRow } from '#shared/schemas/cart.ts';
import { packsOfExact } from '../quantity.ts';
import { type HeaderFields, isUnderWay, type KeptEdit, selectedBy } from './edit.ts';

/** A cart as the page shows it: as the server has it, with the edits that are still under way. */
export interface ShownCart extends Omit<Cart, 'sums' | 'hiddenSums'> {
  sums: CartSums;
  hiddenSums: CartSums;
  /** GTINs of rows whose quantity the server has not confirmed. */
  unconfirmed: ReadonlySet<string>;
}

export function shownCart(cart: Cart, edits: readonly KeptEdit[]): ShownCart {
  const underWay = edits.filter(isUnderWay);
  const edited = withHeader(cart, underWay);
  const multiplier = parseFraction(edited.multiplierExact);
  const selected = selectedBy(underWay);
  const sameMultiplier = edited.multiplierExact === cart.multiplierExact;
  const show = (row: CartRow) => {
    const exact = selected.get(row.gtin) ?? row.selectedExact;
    const same = sameMultiplier && exact === row.selectedExact;
    return same ? row : withQuantity(row, exact, multiplier);
  };
  const rows = underWay.length === 0 ? cart.rows : cart.rows.map(show);
  const hidden = underWay.length === 0 ? cart.hidden : cart.hidden.map(show);
  return {
    ...edited,
    rows,
    hidden,
    sums: sums([...rows, ...hidden]),
    hiddenSums: sums(hidden),
    unconfirmed: new Set(selected.keys()),
  };
}

export function sums(rows: readonly CartRow[]): CartSums {
  return sumsOf(
    rows.map(({ packs, warehouseProduct }) => ({ packs, price: warehouseProduct.ExFactoryPrice })),
  );
}

function withQuantity(row: CartRow, selectedExact: string, multiplier: Fraction): CartRow {
  const packs = packsOfExact(selectedExact, multiplier);
  return {
    ...row,
    selectedExact,
    selectedQuantity: toNumber(parseFraction(selectedExact)),
    packs,
    lineTotal: lineTotal(packs, row.warehouseProduct.ExFactoryPrice),
  };
}

/** The cart with what the edits say of its header. */
function withHeader(cart: Cart, edits: readonly KeptEdit[]): Cart {
  const changed: Partial<HeaderFields> = {};
  for (const edit of edits) if (edit.kind === 'header') Object.assign(changed, edit.fields);
  const { quantityMultiplier } = changed;
  return {
    ...cart,
    ...changed,
    multiplierExact:
      quantityMultiplier === undefined
        ? cart.multiplierExact
        : writeFraction(multiplierOf(quantityMultiplier, cart.bezugsStatistik.months)),
  };
}
