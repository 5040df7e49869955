import { parseFraction } from '#shared/cart-quantity.ts';
import type { Cart, CartRow } from '#shared/schemas/cart.ts';
import { requestJson } from '../../../api/client.ts';
import { cartPath } from './cart-queries.ts';
import { type RowsEdit, rowsEdits, selectedBy } from './edits/edit.ts';
import { openQueue } from './edits/open-queue.ts';
import { packsOfExact, selectedOfAvailable } from './quantity.ts';

export interface Added {
  /** Products whose available quantity is selected now. */
  added: number;
  /** What was selected of them, in packs. */
  packs: number;
  /** Those that were selected before, which stay as they were. */
  before: number;
}

/**
 * Selects what is available of these products of the provider in the user's cart, from any page of the dashboard, as one
 * change.
 */
export async function addToCart(
  directLinkId: string,
  userId: number,
  gtins: readonly string[],
): Promise<Added> {
  const cart = await requestJson<Cart>(cartPath(directLinkId), { method: 'POST', json: {} });
  const wanted = [...cart.rows, ...cart.hidden].filter(({ gtin }) => gtins.includes(gtin));
  const queue = openQueue({ userId, directLinkId, cartKey: cart.cartKey });
  // What was typed and waits to be sent counts as what is there.
  const waiting = selectedBy(queue.state().edits);
  const isSelected = ({ gtin, selectedExact }: CartRow) => (waiting.get(gtin) ?? selectedExact) !== '0';
  const rows = wanted
    .filter((row) => !isSelected(row))
    .map((row): RowsEdit['rows'][number] => ({
      gtin: row.gtin,
      name: row.productDescription,
      selected: selectedOfAvailable(row.availableQuantity),
      version: row.version,
    }));
  queue.add(rowsEdits(rows, cart.multiplierExact));
  const multiplier = parseFraction(cart.multiplierExact);
  const packs = rows.reduce((sum, { selected }) => sum + packsOfExact(selected, multiplier), 0);
  return { added: rows.length, packs, before: wanted.filter(isSelected).length };
}

/**
 * Makes these packs of the statistic's period what is selected of products of the provider, by GTIN, as one change; what else
 * is selected stays. Gives how many products they are.
 */
export async function selectInCart(
  directLinkId: string,
  userId: number,
  wanted: ReadonlyMap<string, { name: string; packs: number }>,
): Promise<number> {
  const cart = await requestJson<Cart>(cartPath(directLinkId), { method: 'POST', json: {} });
  const versions = new Map([...cart.rows, ...cart.hidden].map(({ gtin, version }) => [gtin, version]));
  const rows = [...wanted].map(([gtin, { name, packs }]): RowsEdit['rows'][number] => ({
    gtin,
    name,
    selected: selectedOfAvailable(packs),
    version: versions.get(gtin) ?? 0,
  }));
  openQueue({ userId, directLinkId, cartKey: cart.cartKey }).add(rowsEdits(rows, cart.multiplierExact));
  return rows.length;
}
