import type { Pool } from 'pg';
import { parseFraction, selectedOf, writeFraction } from '#shared/cart-quantity.ts';
import type { CartRowsChange } from '#shared/schemas/cart.ts';
import type { User } from '#shared/schemas/user.ts';
import { rowState } from './answer-cart.ts';
import { type ChangedRow, makeChange, rowsOfEdit } from './cart-change-queries.ts';
import { selectedRows } from './cart-queries.ts';
import { changeCart } from './change-cart.ts';

export type TypedQuantities = {
  edit: string | undefined;
  /** Exact divisor of the packs, where it is not the cart's current one. */
  multiplier: string | undefined;
  /** Quantities as decimal text; `version` of the row that the edit is based on. */
  rows: readonly { gtin: string; quantity: string; version?: number | undefined }[];
  /** Names of offered products, by GTIN. */
  names: ReadonlyMap<string, string>;
};

/**
 * Sets quantities of many products as one change, one step to undo. Rows changed by somebody else since, and products not
 * offered, are skipped and reported. A repeated edit gives the same result. @throws AppError as changeCart
 */
export function putQuantities(
  pool: Pool,
  cartKey: string,
  user: User,
  { edit, multiplier, rows, names }: TypedQuantities,
): Promise<Pick<CartRowsChange, 'conflicts'> & { unknown: string[] }> {
  return changeCart(pool, cartKey, user, edit, async (client, cart, made) => {
    const selected = new Map((await selectedRows(client, cart.id)).map((row) => [row.gtin, row]));
    const before = made ? await rowsOfEdit(client, cart.id, edit!) : new Set<string>();
    const divisor = parseFraction(multiplier ?? cart.multiplier);
    const changed: ChangedRow[] = [];
    const conflicts: CartRowsChange['conflicts'] = [];
    const unknown: string[] = [];
    for (const { gtin, quantity, version } of rows) {
      const row = selected.get(gtin);
      const wanted = writeFraction(selectedOf(quantity, divisor));
      const old = row?.quantity ?? '0';
      const description = row?.description ?? names.get(gtin);
      if (old === wanted || before.has(gtin)) continue;
      const outdated = version !== undefined && version !== (row?.version ?? 0);
      // What this edit skipped before, a repetition skips too.
      if (outdated || (made && description !== undefined)) {
        conflicts.push({
          theirs: rowState(gtin, row, cart.multiplier),
          yours: { selectedQuantity: Number(quantity) },
        });
      } else if (description === undefined) unknown.push(gtin);
      else changed.push({ gtin, description, old, new: wanted });
    }
    if (!made) await makeChange(client, cart, user.id, { kind: 'row', edit, rows: changed, header: {} });
    return { conflicts, unknown };
  });
}
